"""A site whose processes are started by the Procfile's lines, as they are written there."""

import sys
from pathlib import Path

from tests.serving import ROOT, Serving


def parts() -> dict[str, str]:
    """The Procfile's lines by their names."""
    lines = (ROOT / "Procfile").read_text().splitlines()
    return dict(line.split(": ", 1) for line in lines)


class Deployed(Serving):
    """The Procfile's parts, with as many web processes as there are ports."""

    def _commands(self) -> dict[str, list[str]]:
        programs = f"PATH={Path(sys.executable).parent}:$PATH"
        lines = {name: ["sh", "-c", f"{programs} exec {line}"] for name, line in parts().items()}
        web = lines.pop("web")
        return {f"web-{place}": web for place in range(len(self.ports))} | lines
