"""People: whoever comes to an evening, and those among them who have an account."""

from typing import Any, ClassVar

from django.contrib.auth.models import AbstractUser, BaseUserManager
from django.db import models
from django.utils.translation import gettext_lazy as _

from events.models.identifiers import new_public_id


class UserManager(BaseUserManager["User"]):
    """Makes accounts known by e-mail address."""

    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        user = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **fields: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractUser):
    """An account: e-mail address, password and the name hosts go by. Staff are organisers."""

    username = None  # type: ignore[assignment]
    first_name = None  # type: ignore[assignment]
    last_name = None  # type: ignore[assignment]
    email = models.EmailField(_("e-mail address"), unique=True)
    name = models.CharField(_("name people know you by"), max_length=24, blank=True)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []
    objects = UserManager()  # type: ignore[misc,assignment]

    def __str__(self) -> str:
        return self.name or self.email

    def get_full_name(self) -> str:
        return str(self)

    def get_short_name(self) -> str:
        return str(self)


class Person(models.Model):
    """Somebody who comes to evenings, on one device or with an account.

    ``device_hash`` is the SHA-256 of the secret in the device's cookie; the secret itself is stored nowhere.
    """

    public_id = models.CharField(max_length=26, unique=True, default=new_public_id, editable=False)
    name = models.CharField(max_length=64, blank=True)
    user = models.OneToOneField(
        User, null=True, blank=True, on_delete=models.SET_NULL, related_name="person"
    )
    device_hash = models.CharField(max_length=64, null=True, blank=True, unique=True)
    practice = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    def __str__(self) -> str:
        return self.name or self.public_id


class ResumeLink(models.Model):
    """A single-use link that moves a person to another device. Only the token's SHA-256 is kept."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="resume_links")
    token_hash = models.CharField(max_length=64, unique=True)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return f"resume link of {self.person}"
