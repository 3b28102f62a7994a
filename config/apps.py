from django.apps import AppConfig


class ConfigConfig(AppConfig):
    """Holds the start-up checks; has no models."""

    name = "config"

    def ready(self) -> None:
        from config import checks  # noqa: F401, PLC0415 - registers the checks, once apps are there
