"""Addresses of judging, below /judges/."""

from django.urls import path

from judging import views

app_name = "judging"
urlpatterns = [
    path("", views.judges, name="judges"),
    path("<slug:slug>/", views.judge, name="judge"),
]
