"""The Celery application: a messenger between processes; the database alone holds the truth."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "agplatform.settings")

SWEEP_SECONDS = 1.0
# Asked hourly, done daily: a clock that is not up at one fixed time of the day must not miss it for ever.
BLINDNESS_SECONDS = 3600.0

app = Celery("agplatform")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.conf.beat_schedule = {
    "sweep": {"task": "agplatform.tasks.sweep", "schedule": SWEEP_SECONDS, "options": {"expires": 5.0}},
    "blindness": {
        "task": "judging.tasks.refresh_blindness",
        "schedule": BLINDNESS_SECONDS,
        "options": {"queue": "analysis", "expires": BLINDNESS_SECONDS},
    },
}
