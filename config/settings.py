"""Settings: the only place that reads the environment.

Nothing need be set for the embedded set-up (SQLite, one process, keys made on first start and kept
in VAR). Scaled out, DATABASE_URL, REDIS_URL, SECRET_KEY and TACKLEBOX_SEED_KEYS are set;
`config.checks` refuses combinations that can't work.
"""

import os
from pathlib import Path
from urllib.parse import urlsplit

import environ
from redis.backoff import NoBackoff
from redis.retry import Retry

from config.keys import kept_secret_key, kept_seed_keys
from config.logs import logging_config
from config.pool import GIVE_UP, fail_waiting
from config.release import release_of

BASE_DIR = Path(__file__).resolve().parent.parent
env = environ.Env()

# Where we are

VAR = (BASE_DIR / env.str("VAR", default="var")).resolve()
VAR.mkdir(parents=True, exist_ok=True)
DEBUG = env.bool("DEBUG", default=False)
HOST = env.str("HOST", default="127.0.0.1")
PORT = env.int("PORT", default=8000)
PUBLIC_URL = (env.str("PUBLIC_URL", default="") or f"http://127.0.0.1:{PORT}").rstrip("/")
PROCESSES = env.int("TACKLEBOX_PROCESSES", default=1)
"""How many web processes serve this site; more than one needs REDIS_URL."""
TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXY_COUNT", default=0)
"""How many reverse proxies in front overwrite X-Forwarded-For and X-Forwarded-Proto."""

_public = urlsplit(PUBLIC_URL)
IS_HTTPS = _public.scheme == "https"
_public_origin = f"{_public.scheme}://{_public.netloc}"
LOOPBACK_HOSTS = ("127.0.0.1", "localhost", "[::1]")
_public_host = _public.hostname or ""
INTERNAL_HOSTS = env.list("INTERNAL_HOSTS", default=[])
"""Other names by which machines of ours ask this process, as for its metrics; no page is opened by them."""
ALLOWED_HOSTS = list(
    dict.fromkeys(
        [
            f"[{_public_host}]" if ":" in _public_host else _public_host,
            *LOOPBACK_HOSTS,
            *INTERNAL_HOSTS,
        ]
    )
)
CSRF_TRUSTED_ORIGINS = [_public_origin]
SOCKET_ORIGINS = list(
    dict.fromkeys([_public_origin, *(f"http://{host}:{PORT}" for host in LOOPBACK_HOSTS)])
)
"""Origins whose pages may open a socket, exactly: scheme, host and port."""

# Keys

REDIS_URL = env.str("REDIS_URL", default="")
DATABASE_URL = env.str("DATABASE_URL", default="")
IS_EMBEDDED = not REDIS_URL and not DATABASE_URL.startswith(("postgres", "psql"))
"""One process on SQLite. Only this set-up may make its own keys."""
# Read as it is: environ takes a value that begins with $ for another variable's name.
SECRET_KEY = os.environ.get("SECRET_KEY", "") or (kept_secret_key(VAR) if IS_EMBEDDED else "")
_given_seed_keys = env.list("TACKLEBOX_SEED_KEYS", default=[])
SEED_KEYS_KEPT = IS_EMBEDDED and not _given_seed_keys
"""Whether the seeds' keys are this set-up's own, in VAR/seed_key."""
SEED_KEYS = _given_seed_keys or (kept_seed_keys(VAR) if IS_EMBEDDED else [])
"""Fernet keys that draws' and matches' seeds are encrypted under: the first encrypts, all of them decrypt."""

# Public randomness

BEACON_SOURCES = env.list(
    "BEACON_SOURCES",
    default=[
        "https://api.drand.sh",
        "https://api2.drand.sh",
        "https://api3.drand.sh",
        "https://drand.cloudflare.com",
    ],
)
"""Relays of the public beacon, asked in this order and only where a host chose it; empty: it isn't offered."""
BEACON_CHAIN = env.json("BEACON_CHAIN", default={})
"""Another chain of the scheme bls-unchained-g1-rfc9380, as a relay's /info gives it; empty: drand's quicknet."""

# Applications

INSTALLED_APPS = [
    "daphne",  # before staticfiles, so that runserver speaks ASGI
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "django_htmx",
    "template_partials",
    "allauth",
    "allauth.account",
    "config",
    "events",
]

MIDDLEWARE = [
    "config.request_id.RequestIdMiddleware",
    "config.no_nul.NoNulMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.body_limit.body_limit",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "config.release.release",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "template_partials.templatetags.partials",
            ],
        },
    }
]

# Database

DATABASES = {
    "default": env.db_url_config(DATABASE_URL or f"sqlite:///{VAR / 'tacklebox.sqlite3'}"),
}
_database = DATABASES["default"]
_database["ATOMIC_REQUESTS"] = False
if _database["ENGINE"] == "django.db.backends.sqlite3":
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",  # a reader that turns writer fails at once otherwise
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
    _database["CONN_MAX_AGE"] = (
        None  # each thread keeps its own: opening one takes as long as a page
    )
else:
    # Threads outnumber the connections a database likes to hold: they come from the pool and go
    # back to it at the end of the request.
    _database["CONN_MAX_AGE"] = 0
    _database["CONN_HEALTH_CHECKS"] = True
    _database["OPTIONS"] = {
        "pool": {
            "min_size": 1,
            "max_size": env.int("DATABASE_POOL_MAX", default=20),
            "timeout": 10,
            "reconnect_timeout": GIVE_UP,
            "reconnect_failed": fail_waiting,
        },
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# Between processes

REDIS_SOCKET_TIMEOUT = 20
"""Seconds. The layer blocks for 5 s at a time, so anything up to 5 cuts idle sockets."""
if REDIS_URL:
    CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {
                "hosts": [
                    {
                        "address": REDIS_URL,
                        "socket_timeout": REDIS_SOCKET_TIMEOUT,
                        "max_connections": 5000,
                    }
                ]
            },
        }
    }
    CACHES = {
        "default": {
            "BACKEND": "config.quiet_cache.QuietRedisCache",
            "LOCATION": REDIS_URL,
            "KEY_PREFIX": "tacklebox",
            "OPTIONS": {
                "socket_timeout": 0.5,
                "socket_connect_timeout": 0.5,
                "retry": Retry(NoBackoff(), 0),  # redis-py's own tries three times more
            },
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            # Django's 300 would forget limits and who is here as soon as a hall comes in.
            "OPTIONS": {"MAX_ENTRIES": 100_000},
        }
    }

CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS = {} if REDIS_URL else {"polling_interval": 0.05}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TIMEZONE = "UTC"
CELERY_ENABLE_UTC = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False  # the worker may share its process with the web server
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 10.0
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True

# Accounts

AUTH_USER_MODEL = "events.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = True
# Otherwise allauth's own limits, counted in the cache. A whole hall sits behind one address: what
# is tried at one account is what counts.
ACCOUNT_RATE_LIMITS = {
    "signup": "120/m/ip",
    "login": "300/m/ip",
    "login_failed": "60/m/ip,5/5m/key",
}
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXY_COUNT
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"

EMAIL_CONFIG = env.email_url("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Tacklebox <tacklebox@localhost>")

# What browsers may do

SESSION_COOKIE_AGE = 30 * 24 * 3600
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = IS_HTTPS
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = IS_HTTPS
COOKIE_PREFIX = "__Host-" if IS_HTTPS else ""
"""Put before every cookie's name: over HTTPS browsers then bind the cookie to this host."""
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}session"
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrf"
CSRF_FAILURE_VIEW = "events.views.faults.csrf_failure"
if TRUSTED_PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = IS_HTTPS and TRUSTED_PROXY_COUNT > 0
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
SECURE_HSTS_SECONDS = 30 * 24 * 3600 if IS_HTTPS else 0
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 256 * 1024
MOST_BODY = 3 * 1024 * 1024
"""Bytes of any request: the largest picture and its form. Django has a limit for everything but files."""
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "script-src": ["'self'"],
        "style-src": ["'self'"],
        "img-src": ["'self'", "data:"],
        # Older Safari doesn't count a socket to the page's own origin as 'self'. The policy's grammar
        # has no IPv6 addresses: browsers complain of one on every page, and ignore it.
        "connect-src": [
            "'self'",
            *(f"ws{origin[4:]}" for origin in SOCKET_ORIGINS if "[" not in origin),
        ],
        "object-src": ["'none'"],
        "frame-ancestors": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
    }
}

SOCKETS_PER_DEVICE = 30
"""Live lines one process holds for a session or a device: a person's tabs, and the ones just left."""
SOCKETS_PER_ADDRESS = env.int("SOCKETS_PER_ADDRESS", default=3000)
"""Live lines one process holds for an address, behind which a whole hall may sit."""
METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
"""What whoever reads /metrics must show; empty: it is read from this machine only, and not through a proxy."""
SECURITY_CONTACT = env.str("SECURITY_CONTACT", default="")
"""Where holes are reported: mailto:… or https://…; empty: the site has no /.well-known/security.txt."""

FAULT_POINTS = env.str("TACKLEBOX_FAULT_POINTS", default="")
"""For tests on loopback only: the folder with their orders (`events.fault_points`); empty: there are none."""

# Files

STATIC_URL = "static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default=str(BASE_DIR / "staticfiles")))
STATICFILES_DIRS = [BASE_DIR / "static"]
MEDIA_ROOT = VAR / "media"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = DEBUG

RELEASE = env.str("TACKLEBOX_RELEASE", default="") or release_of(
    BASE_DIR / "templates", BASE_DIR / "static"
)
"""Pages that another release drew are loaded anew. By default it changes with any template, style or script."""

# Words and time

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

DEFAULT_EXCEPTION_REPORTER_FILTER = "config.reports.NoSecrets"
LOG_LEVEL = env.str("LOG_LEVEL", default="INFO")
LOGGING = logging_config(level=LOG_LEVEL, for_people=DEBUG)
LOGGING_CONFIG = "logging.config.dictConfig"
