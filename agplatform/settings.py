"""Every setting of the platform, read once from the environment (see docs/configuration.md)."""

import os
from dataclasses import dataclass
from email.utils import parseaddr
from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from agplatform.env import (
    DATABASE_SCHEMES,
    Environment,
    SettingError,
    database_settings,
    read_env_file,
    redis_addresses,
)

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(os.environ.get("DATA_DIR") or BASE_DIR / "data").resolve()
ENV = Environment(values=os.environ, fallback=read_env_file(DATA_DIR / "platform.env"))

EMBEDDED = ENV.flag("EMBEDDED")
DEBUG = ENV.flag("DEBUG")
SECRET_KEY = ENV.secret("SECRET_KEY", least=50)
ALLOWED_HOSTS = ENV.hosts("ALLOWED_HOSTS", "127.0.0.1,localhost,[::1]")
CSRF_TRUSTED_ORIGINS = ENV.urls("CSRF_TRUSTED_ORIGINS", schemes=("http", "https"))
SECURE_COOKIES = ENV.flag("SECURE_COOKIES", default=not EMBEDDED and not DEBUG)

INSTALLED_APPS = [
    "agplatform",
    "games",
    "judging",
    "ratings",
    "channels",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.humanize",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "agplatform.staticfiles.StaticFilesMiddleware",
    "agplatform.middleware.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "agplatform.urls"
ASGI_APPLICATION = "agplatform.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "agplatform.accounts.context.emails",
            ],
        },
    },
]

_sqlite_url = f"sqlite:///{quote(str(DATA_DIR / 'platform.sqlite3'))}"
DATABASES = {"default": database_settings(ENV.url("DATABASE_URL", _sqlite_url, schemes=DATABASE_SCHEMES))}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = ENV.url("REDIS_URL", f"unix://{DATA_DIR / 'valkey.sock'}", schemes=("unix", "redis", "rediss"))
_redis = redis_addresses(REDIS_URL)
CACHES = {
    "default": {
        "BACKEND": "agplatform.accounts.cache.ForgivingRedisCache",
        "LOCATION": _redis.cache,
        "OPTIONS": {"socket_connect_timeout": 2, "socket_timeout": 5},
    }
}
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [_redis.layer], "prefix": "agplatform"},
    }
}
SESSION_ENGINE = "django.contrib.sessions.backends.db"
SESSION_COOKIE_AGE = 90 * 24 * 3600
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_COOKIES

# The longest task is a round's batches of model calls (about 4 minutes); a message whose worker was killed,
# or is slower still, comes back after the visibility timeout and finds the round leased; the sweeper is quicker.
CELERY_BROKER_URL = _redis.broker
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": 300,
    "unacked_restore_interval": 2,
    "unacked_restore_throttle": 1,
    "socket_connect_timeout": 2,
    "socket_timeout": 30,
    # A move must not wait for an absent broker (6 s by default): the sweeper sends what was not sent.
    "max_retries": 0,
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_PUBLISH_RETRY = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# What a task prints (an e-mail with a one-time link, say) belongs on no log.
CELERY_WORKER_REDIRECT_STDOUTS = False
CELERY_TASK_DEFAULT_QUEUE = "moves"
CELERY_TIMEZONE = "UTC"

# Called after each commit that emitted events; games names it by setting because games knows no
# other app (see agplatform/relay.py).
EVENT_DISPATCHER = "agplatform.relay.dispatch"


@dataclass(frozen=True)
class Endpoint:
    """An OpenAI-compatible server that the operator configured; the key never leaves settings.

    `family` is that of all its models where the operator declares one: their names tell it otherwise.
    """

    base_url: str
    api_key: str
    family: str = ""

    def __repr__(self) -> str:
        """Hide the key from logs and error pages."""
        return f"Endpoint({self.base_url!r})"


def _model_endpoints() -> dict[str, Endpoint]:
    endpoints = {}
    if local := ENV.url("LOCAL_MODEL_URL", "", schemes=("http", "https")):
        endpoints["local"] = Endpoint(local, "local-model-needs-no-key", "smollm2")
    key, base = ENV.text("OPENAI_API_KEY", ""), ENV.url("OPENAI_BASE_URL", "", schemes=("http", "https"))
    if bool(key) != bool(base):
        raise SettingError("OPENAI_BASE_URL and OPENAI_API_KEY go together: set both or neither.")
    if key:
        endpoints["openai"] = Endpoint(base, key, ENV.text("OPENAI_FAMILY", ""))
    return endpoints


MODEL_ENDPOINTS = _model_endpoints()
OPENAI_PLAYER_MODEL = ENV.text("OPENAI_PLAYER_MODEL", "")
OPENAI_JUDGE_MODELS = ENV.words("OPENAI_JUDGE_MODEL")
OPENAI_SPARE_JUDGE_MODELS = ENV.words("OPENAI_SPARE_JUDGE_MODEL")
if (OPENAI_PLAYER_MODEL or OPENAI_JUDGE_MODELS) and "openai" not in MODEL_ENDPOINTS:
    raise SettingError("OPENAI_PLAYER_MODEL and OPENAI_JUDGE_MODEL need OPENAI_BASE_URL and OPENAI_API_KEY.")
if OPENAI_SPARE_JUDGE_MODELS and not OPENAI_JUDGE_MODELS:
    raise SettingError("OPENAI_SPARE_JUDGE_MODEL needs OPENAI_JUDGE_MODEL: spares sit in place of those.")
_judges = [*OPENAI_JUDGE_MODELS, *OPENAI_SPARE_JUDGE_MODELS]
if len(set(_judges)) < len(_judges):
    raise SettingError("OPENAI_JUDGE_MODEL and OPENAI_SPARE_JUDGE_MODEL name a model twice.")

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
ACCOUNT_ADAPTER = "agplatform.accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    name: f"agplatform.accounts.forms.{form}"
    for name, form in {
        "login": "LoginForm",
        "signup": "SignupForm",
        "add_email": "AddEmailForm",
        "change_password": "ChangePasswordForm",
        "set_password": "SetPasswordForm",
        "reset_password": "ResetPasswordForm",
        "reset_password_from_key": "ResetPasswordKeyForm",
        "reauthenticate": "ReauthenticateForm",
    }.items()
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_USERNAME_BLACKLIST = ["admin", "moderator", "agplatform", "guest", "eliza"]
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Adversarial Game] "
LOGIN_REDIRECT_URL = "games:me"
LOGIN_URL = "account_login"

_email = urlsplit(ENV.url("EMAIL_URL", "console://", schemes=("console", "smtp", "smtps")))
EMAIL_BACKEND = (
    f"django.core.mail.backends.{'console' if _email.scheme == 'console' else 'smtp'}.EmailBackend"
)
EMAIL_HOST, EMAIL_PORT = (
    _email.hostname or "localhost",
    _email.port or (465 if _email.scheme == "smtps" else 25),
)
EMAIL_TIMEOUT = 10
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = unquote(_email.username or ""), unquote(_email.password or "")
EMAIL_USE_SSL = _email.scheme == "smtps"
# A password never travels in the clear.
EMAIL_USE_TLS = _email.scheme == "smtp" and bool(EMAIL_HOST_USER)
DEFAULT_FROM_EMAIL = ENV.text("EMAIL_FROM", "Adversarial Game <game@localhost>")
if "@" not in parseaddr(DEFAULT_FROM_EMAIL)[1]:
    raise SettingError("EMAIL_FROM must hold an address, as in: Adversarial Game <game@example.org>.")

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "agplatform.staticfiles.StaticFilesStorage"},
}

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
MESSAGE_STORAGE = "django.contrib.messages.storage.session.SessionStorage"

LOG_LEVEL = ENV.choice("LOG_LEVEL", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "agplatform.logs.DiscreetFormatter",
            "format": "{asctime} {levelname} {name}: {message}",
            "style": "{",
        }
    },
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    # The openai client and its HTTP library print whole requests, keys and sealed texts included, at DEBUG.
    "loggers": {
        "openai": {"level": "WARNING"},
        "httpx2": {"level": "WARNING"},
        "httpcore2": {"level": "WARNING"},
    },
}
