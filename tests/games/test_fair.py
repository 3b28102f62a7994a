"""The derivations of fair-v1 against golden numbers: they must never change under this name."""

from collections import Counter

import pytest

from games import fair

EVENT = "evt/7k3m9q"
DRAW_SEED = bytes.fromhex("a54dca182530bb1d6d132cded6237b2ed91e3f721fcb1971174494d6493c9d5c")
GAME_SEED = bytes.fromhex("3460be31201e69fedaa0eee8b9997f5c7c2999fdafe593253cd654af4dfad714")
MATCH = f"{EVENT}/game/1"
ENTROPY = (
    "drand 52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971 123 "
    "fb8f7bc29bf24db51871ec8c79f3a1e4bd0557bc0dfcee9ed1d924e69d1c60dc"
)
ROWS = [
    ("27a0aeb3fee9232f8af2211f9ee491c5", "b10becb5563bfc1e6f93427ecbc8fe29"),
    ("55e5cd8e46dc8ed4b7c2764d2a5a4d76", "7706f85d8690024ad6bda3401be9c8cb"),
    ("ccc935f6cd1f61226ae15338ae1a3400", "4d33ba0d246ac04c81b1baf23e3bf9ee"),
    ("f5f79f2b4934af87f5520b69b94b0d98", "2e85bb55b672a872637acd7466fcb60e"),
    ("0e8ff18463b0e4b2ba29703474f064ac", "68f700f5b02b3dc666f45bdeaa2ccaed"),
    ("cd2b5157410e4dee4af2b34f430a0734", "47de636c0e806c957ba684d6431fb5ea"),
    ("d7424d09e15d024c5848f23d1fa6f736", "1d7f618d1532e70e20e2a6668de7f47e"),
    ("8467e546d53ec8e2a1257bdb256c9b3e", "4fbb498146ef7030cbf9537252dccead"),
    ("d764b6a32fbb09adeae109c4a9972039", "75352b878b145c8a42d884cf4cfda72d"),
    ("8e1d5dd92589082d852a7122873ee805", "add58942167a385286195c679f9c6994"),
    ("e45b8ab1098012070961f37de436ddfd", "c99d6e75af6547cfb11b42072482dc53"),
    ("1c2bc3907c9617eb5e5089e40186baa8", "a57d119e6fb65d00abc32af38e667f02"),
    ("2e872d49cc15c90b999b772b4fc7a6fd", "4c914a16db4708752b0f1544b835c0e7"),
    ("19097dfa8701e9232f21f28126877869", "76ebfcc327f5931765274ba9829b4406"),
    ("f61ff889326ffa9492edeeee3c669f2b", "f20894ea27e689c66b6b262e4886b843"),
    ("8f39ba76fef8c90c5101fbe6cf9a48d5", "b0c0a13da900a6adcb3d64069481be21"),
    ("c9c727b8db8c188f341a924c7f88dfa1", "61bfdb0ecc682919d2e64692f8194157"),
    ("f1d4af90988285cf7a9af7c93d555226", "6afe70e7aae6da47627c2e59af2ea37a"),
    ("bc84670ad3c4d36bc08aad1fff8eb840", "6e2f8a7fc4cce4dd9f0b4110d9f2fa00"),
    ("25c8efe57f37724f4d37ea2b14004077", "139b4180df3932249962c6857200059a"),
    ("eb8ea17cf3787e0ed29d1c0b63ffd729", "8374d9bd74fc11add7b9ca6503952269"),
    ("fd669f6376ee71879737fd5f72f8d51c", "4ac91b6d0c48d41a1e5ec9e6a0392854"),
    ("a8615eef109fc1bfa9e2563701288f29", "b3d73f6ac2b69edd2c19f264bee462a5"),
    ("baf20fd27ecf14c011ed201f836320ad", "b98bab1686a28d9801210c7736f3eec5"),
    ("80dcfc43fe5d049b4d78a7a3ebb92865", "c8517ed02111f6a652da3524872b6a31"),
    ("d7ffe4587744d5eb783e96968f89be82", "8565e07e5f7d784e9060a721ca807d76"),
    ("33ed123402f376e5bf1496773d196163", "26be5be5850336b36f13bcae48166882"),
    ("136805a7d1be5e9f276810fdf720d033", "ca4f2e53cb8ad1919dd51a9fb6d4d509"),
    ("ba64c8cf6803de50d83a2ecfbaeb5342", "071a48cb2dbd574ab29152572237c4fb"),
    ("659a4016f7a11bc62c5271cf64f25d6f", "15cc50c4b73f4c7e621513a53cc7e99c"),
    ("d79d7fd9c7bce4e05b0b01faee78e4ea", "5bf2cc362241b7dcbb2ee21414422aa0"),
    ("281bc1450d21386343fb93547121b381", "51a58ce94982f56a8679a3be12655dce"),
    ("528ea7c056873a18b8e73581c9be87c0", "bc4ab8a929e2755a1897819ea0001171"),
    ("4c94ddd5ba1843fa74170b1b01b59b36", "b672d39a4468bbf35144077c4ce63120"),
    ("4a8acd87051cb3e3fc7f5400161f0ccf", "5f79511d35066448d366d4599e209918"),
    ("f403c0dfee29e75973358576133fab86", "1a88df87976f2b075685786751a762c7"),
    ("a87ac2f0f1030ddf779d6cc827574a10", "0d393652b0480e0f154615221721ba66"),
    ("21c4367e69683911112c93f433433268", "96a3acd8850ab3839018bca4f3930fd3"),
    ("0fdf32b1f0186e2e9357df0067931b02", "b2fb30fb5efdb18551916d76ff543829"),
    ("fb35a7b630cdca2cd80cbe699b86db57", "c277eb4011b2a74fe6a556ede0837640"),
    ("abec7962889a4f4f7ea7b25278a76084", "34543464c44d4b9a98de8c6437368f69"),
]
LINEUP = [
    (1, "8f39ba76fef8c90c5101fbe6cf9a48d5", "b0c0a13da900a6adcb3d64069481be21"),
    (2, "4a8acd87051cb3e3fc7f5400161f0ccf", "5f79511d35066448d366d4599e209918"),
    (3, "0e8ff18463b0e4b2ba29703474f064ac", "68f700f5b02b3dc666f45bdeaa2ccaed"),
    (4, "e45b8ab1098012070961f37de436ddfd", "c99d6e75af6547cfb11b42072482dc53"),
    (5, "f61ff889326ffa9492edeeee3c669f2b", "f20894ea27e689c66b6b262e4886b843"),
    (6, "21c4367e69683911112c93f433433268", "96a3acd8850ab3839018bca4f3930fd3"),
]
G = fair.game_entropy(MATCH, LINEUP, ENTROPY)


def chance(attempts=None):
    return fair.FairChance(GAME_SEED, MATCH, G, attempts)


def test_commit_seals_a_seed():
    assert fair.commit(f"{EVENT}/draw/1", DRAW_SEED) == (
        "b09bce174508a4a636352602424f65f003e5fdf898d669cb78df0e12a3f0b29c"
    )


def test_receipt_names_one_registration():
    assert fair.receipt(EVENT, *ROWS[20]) == (
        "6e756badf0162f441cb20d34f76e447cb407c5b78f6c4345d113a1d0a8cb2ff4"
    )


def test_list_root_covers_all_rows_in_any_order():
    expected = "2437e9efc2c7d10269b2dce673e0c67d74f82128363631ce0feb80f4289c89e9"
    assert fair.list_root(EVENT, ROWS) == expected
    assert fair.list_root(EVENT, reversed(ROWS)) == expected
    assert fair.list_root(EVENT, ROWS[1:]) != expected


def test_list_root_refuses_a_registration_twice():
    with pytest.raises(ValueError, match="twice"):
        fair.list_root(EVENT, [*ROWS, ROWS[0]])


def test_draw_order_ranks_everybody():
    order = draw([registration for registration, _ in ROWS])
    assert [registration[:8] for registration in order[:7]] == [
        "8f39ba76",
        "4a8acd87",
        "f1d4af90",
        "0e8ff184",
        "e45b8ab1",
        "f61ff889",
        "21c4367e",
    ]
    assert sorted(order) == sorted(registration for registration, _ in ROWS)


def draw(registrations):
    root = fair.list_root(EVENT, ROWS)
    return fair.draw_order(DRAW_SEED, EVENT, 1, root, ENTROPY, registrations)


def test_draw_order_keeps_all_others_when_one_is_left_out():
    everybody = [registration for registration, _ in ROWS]
    order = draw(everybody)
    assert draw(everybody[:5] + everybody[6:]) == [reg for reg in order if reg != everybody[5]]


def test_lineup_binds_seats_and_entropy():
    assert G == "ff60e25b661a784bde9f7d5761832c751837cadcb62ea4bc034ae6253607c682"
    assert fair.game_entropy(MATCH, LINEUP, fair.NO_ENTROPY) != G
    assert fair.game_entropy(MATCH, [LINEUP[1], LINEUP[0], *LINEUP[2:]], ENTROPY) != G


@pytest.mark.parametrize(
    ("label", "attempt", "sides", "dice"),
    [
        ("r1/s1/cup", 0, 6, (1, 2, 3, 6, 1)),
        ("r1/s2/cup", 0, 6, (2, 6, 3, 3, 6)),
        ("r1/s3/cup", 0, 6, (2, 5, 5, 1, 2)),
        ("r1/s4/cup", 0, 6, (4, 2, 2, 6, 3)),
        ("r1/s5/cup", 0, 6, (5, 4, 1, 4, 2)),
        ("r1/s6/cup", 0, 6, (3, 5, 5, 6, 1)),
        ("r2/s1/cup", 0, 6, (5, 2, 6, 1, 6)),
        ("r2/s2/cup", 0, 6, (1, 2, 2, 4, 2)),
        ("r2/s3/cup", 0, 6, (3, 2, 2, 2, 4)),
        ("r2/s4/cup", 0, 6, (6, 3, 4, 2, 3)),
        ("r2/s5/cup", 0, 6, (4, 6, 2, 4, 3)),
        ("r2/s6/cup", 0, 6, (4, 2, 4, 1, 1)),
        ("r3/s1/cup", 0, 6, (5, 1, 4, 5, 4)),
        ("r3/s2/cup", 0, 6, (6, 2, 2, 4, 4)),
        ("r3/s3/cup", 0, 6, (1, 1, 2, 1, 1)),
        ("r3/s4/cup", 0, 6, (1, 3, 1, 1, 2)),
        ("r3/s5/cup", 0, 6, (4, 6, 3, 2, 3)),
        ("r3/s6/cup", 0, 6, (1, 4, 3, 4, 2)),
        ("r3/s6/cup", 1, 6, (2, 2, 5, 4, 1)),
        ("r1/s1/special", 0, 20, (18,)),
    ],
)
def test_roll_gives_the_golden_dice(label, attempt, sides, dice):
    assert fair.roll(GAME_SEED, MATCH, G, label, attempt, sides, len(dice)) == dice


def test_shuffle_gives_the_golden_order():
    order = fair.shuffle(GAME_SEED, MATCH, G, "deck/1", 0, 30)
    assert order == (
        20,
        18,
        3,
        26,
        4,
        29,
        19,
        5,
        15,
        6,
        17,
        9,
        1,
        23,
        21,
        2,
        25,
        11,
        24,
        22,
        10,
        14,
        8,
        12,
        13,
        7,
        28,
        27,
        16,
        0,
    )


def test_pick_is_the_beginning_of_the_shuffle_for_any_size():
    for n in (1, 6, 300):
        order = fair.shuffle(GAME_SEED, MATCH, G, "door", 0, n)
        assert fair.pick(GAME_SEED, MATCH, G, "door", 0, n, min(n, 3)) == order[:3]
    with pytest.raises(ValueError, match="can't pick"):
        fair.pick(GAME_SEED, MATCH, G, "door", 0, 2, 3)


def test_choice_commit_seals_a_choice():
    assert fair.choice_commit(
        MATCH, "r1/s2/bid", 2, "c6ed1106ccdf7197ed0b4883cf027cdc", "bid/4x5"
    ) == ("bee215fda9d3c3e4715706de63778d707aadc1c14bec78220c8e30c6aba2e997")


def test_chain_links_entries():
    first = {
        "n": 0,
        "kind": "commit",
        "scope": f"{EVENT}/draw/1",
        "commit": fair.commit(f"{EVENT}/draw/1", DRAW_SEED),
    }
    second = {
        "n": 1,
        "kind": "commit",
        "scope": MATCH,
        "commit": fair.commit(MATCH, GAME_SEED),
    }
    head = fair.chain(fair.FIRST_HEAD, first)
    assert head == "78239f3aac1be2017d983d417c79a75af0a23b5681e858b22790c6091f64bfd0"
    assert fair.chain(head, second) == (
        "3217815140230089a1202f3b87b0ac21f00b0d8e636ae811936821ec84855fec"
    )


def test_every_face_is_equally_likely():
    count = 60_000
    faces = Counter(fair.roll(GAME_SEED, MATCH, G, "many", 0, 6, count))
    chi2 = sum((faces[face] - count / 6) ** 2 / (count / 6) for face in range(1, 7))
    assert chi2 < 20.5  # 5 degrees of freedom, 99.9 %


@pytest.mark.parametrize("part", ["", "two\nlines", "größe"])
def test_ambiguous_text_is_refused(part):
    with pytest.raises(ValueError, match="ambiguity"):
        fair.commit(part, DRAW_SEED)


def test_ids_with_spaces_are_refused():
    with pytest.raises(ValueError, match="spaces"):
        fair.list_root(EVENT, [("a b", "c")])
    with pytest.raises(ValueError, match="spaces"):
        fair.game_entropy(MATCH, [(0, "a", "b c")], fair.NO_ENTROPY)


@pytest.mark.parametrize("label", ["", "Host/1", "a b", "a\n", "x" * 97])
def test_label_must_be_plain(label):
    with pytest.raises(ValueError, match="not a label"):
        chance().roll(label)


def test_fair_chance_records_every_draw():
    source = chance({"r3/s6/cup": 1})
    assert source.roll("r3/s6/cup", 6, 5) == (2, 2, 5, 4, 1)
    deck = source.shuffle("deck/1", 30)
    picked = source.pick("door", 4, 2)
    assert source.drawn == [
        ("roll", "r3/s6/cup", 1, 6, 5, (2, 2, 5, 4, 1)),
        ("shuffle", "deck/1", 0, 30, 30, deck),
        ("pick", "door", 0, 4, 2, picked),
    ]


def test_fair_chance_refuses_a_label_twice():
    source = chance()
    source.roll("host/1")
    with pytest.raises(ValueError, match="already"):
        source.pick("host/1", 6, 1)


def test_fair_chance_wants_a_whole_seed():
    with pytest.raises(ValueError, match="32 bytes"):
        fair.FairChance(b"short", MATCH, G)
