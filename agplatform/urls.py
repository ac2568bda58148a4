"""Every address of the site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from agplatform import health, views
from agplatform.accounts.views import close, first_admin
from games.views import play

admin.site.site_title = admin.site.site_header = "Adversarial Game"
admin.site.index_title = "Administration"
# One door for everybody: staff sign in on the site's own page, with its rate limits.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign] # allauth documents it so.

# Django's own reads the form again, which is what just failed.
handler400 = "agplatform.views.bad_request"

urlpatterns = [
    path("", views.landing, name="landing"),
    path("play/", play.play, name="play"),
    path("", include("games.urls")),
    path("", include("judging.urls.players")),
    path("ladder/", include("ratings.urls")),
    path("judges/", include("judging.urls.judges")),
    path("moderation/", include("judging.urls.moderation")),
    path("how-it-works/", views.how, name="how"),
    path("statistics/", views.statistics, name="statistics"),
    path("accounts/close/", close, name="close_account"),
    path("accounts/", include("allauth.account.urls")),
    path("first-admin/<str:token>/", first_admin, name="first_admin"),
    path("admin/", admin.site.urls),
    path("favicon.ico", views.favicon),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]
