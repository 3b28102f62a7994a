from django.apps import AppConfig


class EventsConfig(AppConfig):
    """The one Django app of the project."""

    name = "events"
    verbose_name = "Tacklebox"
