"""Settings of the test run: the project's own, with keys that everybody may know.

SQLite unless DATABASE_URL says otherwise, always as a file: threads and other processes must see
what a test wrote. What passes between processes stays in this one; the set-up with Redis is tested
on real server processes (`tests.serving`).
"""

import os
from pathlib import Path

os.environ["VAR"] = str(Path(__file__).resolve().parent.parent / "var" / "tests")
os.environ["REDIS_URL"] = ""
os.environ["SECRET_KEY"] = "known to everybody: for tests only"
os.environ["BEACON_SOURCES"] = ""
os.environ["TACKLEBOX_SEED_KEYS"] = "dGVzdHMgb25seSwga25vd24gdG8gZXZlcnlib2R5ISE="

from config.settings import *  # noqa: F403
from config.settings import DATABASES, VAR

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"

_database = DATABASES["default"]
if _database["ENGINE"].endswith("sqlite3"):
    _database["TEST"] = {"NAME": VAR / f"test-{os.getpid()}.sqlite3"}
else:
    # The test database can't be dropped while a pool keeps connections to it.
    del _database["OPTIONS"]["pool"]
