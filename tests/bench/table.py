"""Figures as a table of text, printed and kept."""

from collections.abc import Mapping, Sequence
from statistics import quantiles

from tests.bench.rolling import SPECTATORS, Measured
from tests.serving import ROOT


def at(share: int, values: list[float]) -> float:
    """The value that so many of a hundred are at most; 0 without any."""
    if len(values) < 2:
        return values[0] if values else 0.0
    return quantiles(values, n=100, method="inclusive")[share - 1]


def written(name: str, found: Mapping[str, Measured], spectators: int = SPECTATORS) -> str:
    """The table, also written to var/bench/<name>.txt. Times are in milliseconds."""
    titles = ("set-up", "rolls", "rolls/s", "own p50", "own p99", "last p50", "last p99")
    lines: list[tuple[str, ...]] = [titles]
    for setup, measured in found.items():
        own = [1000 * seconds for seconds in measured.own]
        last = [1000 * max(times) for times in measured.reached if times]
        figures = (at(50, own), at(99, own), at(50, last), at(99, last))
        lines.append(
            (setup, str(measured.rolls), f"{measured.rate:.1f}", *(f"{one:.0f}" for one in figures))
        )
    title = f"From the click on Roll, in ms, with {spectators} spectators:"
    return kept(name, title, lines)


def kept(name: str, title: str, lines: Sequence[Sequence[str]]) -> str:
    """Rows of a table, the first with its columns' titles; also written to var/bench/<name>.txt."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    rows = [
        "  ".join(text.rjust(width) for text, width in zip(line, widths, strict=True))
        for line in lines
    ]
    text = "\n".join([title, *rows]) + "\n"
    folder = ROOT / "var" / "bench"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.txt").write_text(text, encoding="utf-8")
    return text
