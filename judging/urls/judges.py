"""Addresses of judging, below /judges/."""

from django.urls import path

from judging.views import judges

app_name = "judging"
urlpatterns = [
    path("", judges.judges, name="judges"),
    path("juries/<slug:slug>/", judges.jury, name="jury"),
    path("<slug:slug>/", judges.judge, name="judge"),
]
