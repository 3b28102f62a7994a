"""What a process has used: CPU of all its threads, and memory, as the kernel counts them."""

import contextlib
import os
from pathlib import Path


def seconds(pid: int) -> float:
    """CPU seconds of all threads of the process that run now."""
    nanoseconds = 0
    for task in Path(f"/proc/{pid}/task").iterdir():
        with contextlib.suppress(OSError):  # a thread that just ended
            nanoseconds += int((task / "schedstat").read_text().split()[0])
    return nanoseconds / 1e9


def memory(pid: int) -> int:
    """Bytes of memory that are resident."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def pin(pid: int, core: int) -> None:
    """Keep all threads of a process to one core, where there are several: what measures gets the other."""
    if (os.cpu_count() or 1) > 1:
        for task in Path(f"/proc/{pid}/task").iterdir():
            os.sched_setaffinity(int(task.name), {core})
