"""The Celery app. Tasks are side work that can be done twice; what is due is found by the sweep,
never by a task sent ahead with a time on it."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("tacklebox")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks(["events"])
app.conf.beat_schedule = {
    # A sweep that waited longer than this is of no use: the next one does the same.
    "sweep": {"task": "events.tasks.sweep", "schedule": 1.0, "options": {"expires": 2}},
    "drain-outbox": {
        "task": "events.tasks.drain_outbox",
        "schedule": 5.0,
        "options": {"expires": 10},
    },
}
