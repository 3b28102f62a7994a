"""Pictures of prizes: taken in within limits and drawn anew, so that nothing but the picture is kept."""

import io
import warnings
from threading import Lock

from django.core.files.base import ContentFile
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _
from PIL import Image, ImageOps

from events.domain.ledger import Ledger
from events.domain.plans import OPENED_MESSAGE
from events.domain.prize_plans import drop_picture
from events.domain.refusal import Refusal
from events.domain.writing import writing
from events.models import Prize
from events.queries.evenings import can_replan

MOST_BYTES = 2 * 1024 * 1024
MOST_PIXELS = 1024
"""The longer side of what is kept."""
CONTENT_TYPE = "image/webp"
"""What every kept picture is, whatever was sent."""

_FORMATS = ("PNG", "JPEG", "WEBP")
_LARGEST = 24_000_000
"""Pixels of a picture that is opened at all: a small file can unpack to more than a server has."""
_PLAIN_MODES = ("RGB", "RGBA", "L", "LA")
_one_at_a_time = Lock()
"""An open picture takes up to 200 MB; a second one waits until the first is closed."""


def set_picture(
    *, event_id: str, by: str, prize_id: int, content: "ContentFile[bytes]", command_id: str
) -> Prize:
    """Give a prize a picture (`drawn_anew`), as long as its text could change too.

    Raises Refusal: 404 for a prize of another evening, on ``picture`` once registration has opened.
    """
    with writing(event_id, by=by) as ledger:
        prize = _prize(ledger, prize_id)
        if ledger.repeats(command_id, {"picture": prize_id, "bytes": content.size}):
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

    Of a moving picture the first frame. Takes a second for the largest: call it before the writer, which others wait
    for. Raises Refusal on ``picture`` for what is larger than 2 MB or 24 million pixels, and for no picture.
    """
    if (upload.size or 0) > MOST_BYTES:
        raise Refusal("picture-large", _("Choose a picture of at most 2 MB."), field="picture")
    data = upload.read(MOST_BYTES + 1)
    with _one_at_a_time:
        try:
            plain = _plain(data)
        except Refusal:
            raise
        except Exception as wrong:  # broken data makes decoders raise anything at all
            raise Refusal(
                "no-picture", _("Choose a picture: PNG, JPEG or WebP."), field="picture"
            ) from wrong
        kept = io.BytesIO()
        plain.save(kept, "WEBP", quality=82)
    return ContentFile(kept.getvalue())


def _plain(data: bytes) -> Image.Image:
    """The picture made small before anything else, since each step makes another one of it."""
    with warnings.catch_warnings():
        # Pillow's own bounds are far above ours, which are looked at before any pixel is.
        warnings.simplefilter("ignore", Image.DecompressionBombWarning)
        try:
            opened = Image.open(io.BytesIO(data), formats=_FORMATS)
        except Image.DecompressionBombError as wrong:
            raise _too_many_pixels() from wrong
    with opened:
        if opened.width * opened.height > _LARGEST:
            raise _too_many_pixels()
        has_alpha = "A" in opened.getbands() or "transparency" in opened.info
        wanted = "RGBA" if has_alpha else "RGB"
        clear = opened.mode in _PLAIN_MODES and "transparency" not in opened.info
        small: Image.Image = opened if clear else opened.convert(wanted)
        small.thumbnail((MOST_PIXELS, MOST_PIXELS))
        plain = ImageOps.exif_transpose(small).convert(wanted)
    plain.info.clear()
    return plain


def _too_many_pixels() -> Refusal:
    return Refusal(
        "picture-large",
        _("That picture has too many pixels. Choose one of at most 24 million."),
        field="picture",
    )


def _prize(ledger: Ledger, prize_id: int) -> Prize:
    prize = ledger.event.prizes.filter(pk=prize_id).first()
    if prize is None:
        raise Refusal("no-prize", _("There is no such prize at this evening."), status=404)
    return prize


def _check_open(ledger: Ledger) -> None:
    if not can_replan(ledger.event, ledger.now):
        raise Refusal("opened", OPENED_MESSAGE, field="picture")
