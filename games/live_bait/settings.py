"""What a house rule can be set to."""

_SHORTEST_S, _LONGEST_S = 5, 600


def check_switches(options: object, *names: str) -> None:
    """Raises ValueError unless each of these is on or off."""
    for name in names:
        if not isinstance(getattr(options, name), bool):
            raise ValueError(f"{name} must be on or off.")


def check_limits(options: object, *names: str) -> None:
    """Raises ValueError unless each of these is a whole number of seconds, 5 … 600."""
    for name in names:
        seconds = getattr(options, name)
        if type(seconds) is not int or not _SHORTEST_S <= seconds <= _LONGEST_S:
            raise ValueError(
                f"{name} must be a whole number of seconds from {_SHORTEST_S} to {_LONGEST_S}."
            )
