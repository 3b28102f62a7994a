"""Addresses of the whole site."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
    path("", include("events.urls")),
]

handler400 = "events.views.faults.bad_request"
handler403 = "events.views.faults.permission_denied"
handler404 = "events.views.faults.page_not_found"
handler500 = "events.views.faults.server_error"
