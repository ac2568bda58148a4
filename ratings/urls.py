"""Addresses of the ladders (mounted at /ladder/)."""

from django.urls import path

from ratings import views

app_name = "ratings"
urlpatterns = [
    path("", views.ladders, name="ladder"),
    path("<slug:pool>/", views.pool, name="pool"),
]
