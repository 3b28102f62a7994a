"""The table of docs/security.md: every line is there, and every test it names."""

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROW = re.compile(r"^\| (\d+) \| ([^|]+) \| (.+) \|$", re.MULTILINE)
ROWS = {
    int(number): tests
    for number, _holds, tests in ROW.findall((ROOT / "docs" / "security.md").read_text())
}


def named(tests: str) -> list[tuple[str, str]]:
    """Each named test by its file; one that begins with ``::`` is in the file named before."""
    found, file = [], ""
    for text in re.findall(r"`([^`]+)`", tests):
        given, _, name = text.partition("::")
        file = given or file
        found.append((file, name))
    return found


def functions(file: str) -> set[str]:
    tree = ast.parse((ROOT / file).read_text())
    kinds = (ast.FunctionDef, ast.AsyncFunctionDef)
    return {node.name for node in tree.body if isinstance(node, kinds)}


def test_there_are_twenty_five_lines() -> None:
    assert list(ROWS) == list(range(1, 26))


@pytest.mark.parametrize("number", sorted(ROWS))
def test_every_test_of_a_line_exists(number: int) -> None:
    tests = named(ROWS[number])
    assert tests
    assert [(file, name) for file, name in tests if name not in functions(file)] == []
