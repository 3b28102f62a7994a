"""Error reports, which DEBUG shows and a mail to admins would carry: nothing in them lets its reader in."""

import re
from typing import Any

from django.views.debug import SafeExceptionReporterFilter

_WITH_PASSWORD = re.compile(r"://[^/\s@]*@")


class NoSecrets(SafeExceptionReporterFilter):
    """Django's own goes by names; it knows neither our device's cookie nor addresses with a password in them."""

    hidden_settings = re.compile(
        r"API|AUTH|TOKEN|KEY|SECRET|PASS|SIGNATURE|COOKIE|CSRF|DEVICE", re.IGNORECASE
    )

    def cleanse_setting(self, key: Any, value: Any) -> Any:
        cleansed = super().cleanse_setting(key, value)
        if isinstance(cleansed, str) and _WITH_PASSWORD.search(cleansed):
            return self.cleansed_substitute
        return cleansed
