"""Pictures of prizes: taken in within limits and drawn anew, so that nothing but the picture is kept."""

import io
import warnings

from django.core.files.base import ContentFile
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageOps

from events.domain.ledger import Ledger
from events.domain.plans import OPENED_MESSAGE
from events.domain.prize_plans import drop_picture
from events.domain.refusal import Refusal
from events.domain.writing import writing
from events.models import Event, Prize

MOST_BYTES = 2 * 1024 * 1024
MOST_PIXELS = 1024
"""The longer side of what is kept."""
CONTENT_TYPE = "image/webp"
"""What every kept picture is, whatever was sent."""

_FORMATS = ("PNG", "JPEG", "WEBP")
_LARGEST = 40_000_000
"""Pixels of a picture that is opened at all: a small file can unpack to more than a server has."""


def set_picture(
    *, event_id: str, by: str, prize_id: int, upload: "UploadedFile[bytes]", command_id: str
) -> Prize:
    """Give a prize a picture, as long as its text could change too.

    Raises Refusal on ``picture``: larger than 2 MB, no PNG, JPEG or WebP, or registration has opened.
    """
    content = drawn_anew(upload)
    with writing(event_id, by=by) as ledger:
        prize = _prize(ledger, prize_id)
        if ledger.repeats(command_id, {"picture": prize_id, "bytes": upload.size}):
            return prize
        _check_open(ledger)
        drop_picture(prize)
        prize.picture.save("picture.webp", content, save=False)
        prize.save(update_fields=["picture"])
        ledger.append("edited", changed=["prizes"])
        return prize


def remove_picture(*, event_id: str, by: str, prize_id: int, command_id: str) -> None:
    """Take a prize's picture off, as long as its text could change too."""
    with writing(event_id, by=by) as ledger:
        prize = _prize(ledger, prize_id)
        if ledger.repeats(command_id, {"no-picture": prize_id}) or not prize.picture:
            return
        _check_open(ledger)
        drop_picture(prize)
        prize.picture = ""
        prize.save(update_fields=["picture"])
        ledger.append("edited", changed=["prizes"])


def drawn_anew(upload: "UploadedFile[bytes]") -> "ContentFile[bytes]":
    """The picture as WebP, at most 1024 pixels on its longer side, upright, without anything told about it.

    Of a moving picture the first frame. Raises Refusal on ``picture`` for what is too large or no picture.
    """
    if (upload.size or 0) > MOST_BYTES:
        raise Refusal("picture-large", _("Choose a picture of at most 2 MB."), field="picture")
    data = upload.read(MOST_BYTES + 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data), formats=_FORMATS) as opened:
                if opened.width * opened.height > _LARGEST:
                    raise ValueError("too many pixels")
                upright = ImageOps.exif_transpose(opened)
                has_alpha = "A" in upright.getbands() or "transparency" in upright.info
                plain = upright.convert("RGBA" if has_alpha else "RGB")
    except (
        OSError,
        ValueError,
        SyntaxError,
        EOFError,
        Image.DecompressionBombError,
        Image.DecompressionBombWarning,
    ) as wrong:
        raise Refusal(
            "no-picture", _("Choose a picture: PNG, JPEG or WebP."), field="picture"
        ) from wrong
    plain.thumbnail((MOST_PIXELS, MOST_PIXELS))
    plain.info.clear()
    kept = io.BytesIO()
    plain.save(kept, "WEBP", quality=82)
    return ContentFile(kept.getvalue())


def _prize(ledger: Ledger, prize_id: int) -> Prize:
    prize = ledger.event.prizes.filter(pk=prize_id).first()
    if prize is None:
        raise Refusal("no-prize", _("There is no such prize at this evening."), status=404)
    return prize


def _check_open(ledger: Ledger) -> None:
    event = ledger.event
    is_planned = event.state == Event.State.DRAFT or (
        event.state == Event.State.PUBLISHED and ledger.now < event.opens_at
    )
    if not is_planned:
        raise Refusal("opened", OPENED_MESSAGE, field="picture")
