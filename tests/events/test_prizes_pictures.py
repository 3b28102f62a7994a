"""Pictures of prizes: within limits, drawn anew without anything told about them, locked with the prizes."""

import io
import random
from dataclasses import replace

import pytest
from django.core.files.storage import default_storage
from django.core.files.uploadedfile import SimpleUploadedFile
from PIL import Image, PngImagePlugin

from events.domain import evenings, pictures
from events.domain.evenings import plan_of
from events.domain.refusal import Refusal
from events.models import Prize
from tests.events.awards import CUSTOM, ROUND
from tests.events.factories import by, make_event, new_id, open_event
from tests.events.playing import committed, refused


@pytest.fixture(autouse=True)
def no_pictures() -> None:
    """The tests' storage is the process's memory: empty it."""
    if default_storage.exists("prizes"):
        for name in kept_names():
            default_storage.delete(name)


def picture(kind: str = "PNG", size: tuple[int, int] = (40, 30), **save) -> SimpleUploadedFile:
    raw = io.BytesIO()
    Image.new("RGB", size, "teal").save(raw, kind, **save)
    return SimpleUploadedFile("x.bin", raw.getvalue())


def put(prize: Prize, upload: SimpleUploadedFile) -> Prize:
    content = pictures.drawn_anew(upload)
    with committed():
        return pictures.set_picture(
            event_id=prize.event.public_id,
            by=by(prize.event),
            prize_id=prize.pk,
            content=content,
            command_id=new_id(),
        )


def a_prize(make=make_event) -> Prize:
    return make(prizes=ROUND).prizes.get(place="main")


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_a_picture_is_kept_as_webp_of_at_most_1024_pixels(kind: str) -> None:
    prize = put(a_prize(), picture(kind, (2000, 500)))
    kept = Image.open(prize.picture)
    assert (kept.format, kept.size) == ("WEBP", (1024, 256))
    name = str(prize.picture.name)
    assert name.startswith("prizes/")
    assert "x.bin" not in name


def test_nothing_that_was_told_about_a_picture_is_kept() -> None:
    exif = Image.Exif()
    exif[0x010E] = "51.5N 0.1W"
    exif[0x0112] = 6  # lies on its side
    note = PngImagePlugin.PngInfo()
    note.add_text("Comment", "51.5N 0.1W")
    for upload, size in (
        (picture("JPEG", (40, 30), exif=exif), (30, 40)),
        (picture("PNG", (40, 30), pnginfo=note), (40, 30)),
    ):
        raw = upload.read()
        assert b"51.5N" in raw
        upload.seek(0)
        kept = put(a_prize(), upload).picture.read()
        assert b"51.5N" not in kept
        assert Image.open(io.BytesIO(kept)).size == size


@pytest.mark.parametrize(
    "upload",
    [
        SimpleUploadedFile("a.png", b"no picture at all"),
        SimpleUploadedFile("a.svg", b"<svg xmlns='http://www.w3.org/2000/svg'/>"),
        SimpleUploadedFile("a.png", b""),
        picture("GIF"),
        SimpleUploadedFile("half.png", picture("PNG", (300, 300)).read()[:200]),
    ],
    ids=["text", "svg", "empty", "gif", "half"],
)
def test_what_is_no_picture_is_refused(upload: SimpleUploadedFile) -> None:
    prize = a_prize()
    assert refused("no-picture", lambda: put(prize, upload)).field == "picture"
    prize.refresh_from_db()
    assert not prize.picture


def test_too_many_bytes_or_pixels_are_refused() -> None:
    prize = a_prize()
    large = SimpleUploadedFile("a.png", b"\0" * (pictures.MOST_BYTES + 1))
    assert refused("picture-large", lambda: put(prize, large)).field == "picture"
    pixels = refused("picture-large", lambda: put(prize, picture("PNG", (6000, 4001))))
    assert (pixels.field, "24 million" in str(pixels)) == ("picture", True)


def test_the_largest_picture_is_taken_and_kept_small() -> None:
    prize = put(a_prize(), picture("PNG", (6000, 4000)))
    assert Image.open(prize.picture).size == (1024, 683)


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16", "CMYK"])
def test_every_kind_of_colour_is_taken(mode: str) -> None:
    raw = io.BytesIO()
    Image.new(mode, (1500, 30)).save(raw, "JPEG" if mode == "CMYK" else "PNG")
    kept = Image.open(put(a_prize(), SimpleUploadedFile("x", raw.getvalue())).picture)
    assert (kept.format, kept.size) == ("WEBP", (1024, 20))


@pytest.mark.parametrize("kind", ["PNG", "JPEG", "WEBP"])
def test_damaged_pictures_are_kept_or_refused_and_never_a_fault(kind: str) -> None:
    whole = picture(kind, (64, 48)).read()
    chance = random.Random(kind)
    told = set()
    for _ in range(150):
        damaged = bytearray(whole)
        for _ in range(chance.randint(1, 6)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        try:
            told.add(
                Image.open(pictures.drawn_anew(SimpleUploadedFile("x", bytes(damaged)))).format
            )
        except Refusal as refusal:
            told.add(refusal.field)
    assert told == {"WEBP", "picture"}


def test_a_new_picture_takes_the_old_ones_place_and_none_is_left_behind() -> None:
    prize = put(a_prize(), picture())
    first = prize.picture.name
    assert kept_names() == [first]
    prize = put(prize, picture("JPEG"))
    assert prize.picture.name != first
    assert kept_names() == [prize.picture.name]
    with committed():
        pictures.remove_picture(
            event_id=prize.event.public_id,
            by=by(prize.event),
            prize_id=prize.pk,
            command_id=new_id(),
        )
    prize.refresh_from_db()
    assert (bool(prize.picture), kept_names()) == (False, [])


def test_a_prize_that_is_taken_out_takes_its_picture_along() -> None:
    event = make_event(prizes=ROUND)
    put(event.prizes.get(place="main"), picture())
    stays = put(event.prizes.get(place="door"), picture()).picture.name
    with committed():
        evenings.edit_event(
            event_id=event.public_id,
            by=by(event),
            plan=replace(plan_of(event), prizes=ROUND[1:]),
            command_id=new_id(),
        )
    assert kept_names() == [stays]
    assert event.prizes.get().picture.name == stays


def test_a_special_prize_that_is_put_in_other_words_keeps_its_picture() -> None:
    event = make_event(prizes=(CUSTOM,))
    name = put(event.prizes.get(), picture()).picture.name
    renamed = replace(CUSTOM, label="The best story")
    for said in (renamed, replace(renamed, title="A large mug")):
        evenings.edit_event(
            event_id=event.public_id,
            by=by(event),
            plan=replace(plan_of(event), prizes=(said,)),
            command_id=new_id(),
        )
    assert [prize.picture.name for prize in event.prizes.all()] == [name]


def kept_names() -> list[str]:
    return [f"prizes/{name}" for name in default_storage.listdir("prizes")[1]]


def test_pictures_are_locked_with_the_prizes_and_are_of_the_same_evening() -> None:
    prize = a_prize(open_event)
    assert refused("opened", lambda: put(prize, picture())).field == "picture"
    other = a_prize()
    prize.event = other.event
    assert refused("no-prize", lambda: put(prize, picture())).status == 404
    assert put(other, picture()).picture
