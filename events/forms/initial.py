"""What the form of an evening starts from: a plan, field by field."""

from typing import Any

from events.domain.local_time import default_closes, to_utc
from events.domain.plans import Plan
from events.forms.evening import AT_ONCE, AT_TIME, TIMES, USUAL
from events.forms.game import RULE
from events.forms.prizes import prize_initial
from events.forms.special_prizes import special_initial
from events.queries.house_rules import GAMES, rules_for


def initial_of(plan: Plan) -> dict[str, Any]:
    """What the form starts from, for an evening there is."""
    initial: dict[str, Any] = {
        "title": plan.title,
        "welcome": plan.welcome,
        "game": plan.game if plan.game in GAMES else GAMES[0],
        "rehearsal": plan.rehearsal,
        "entropy_mode": plan.entropy_mode,
        "zone": plan.zone,
        "opens": AT_ONCE if plan.opens is None else AT_TIME,
        "closes": USUAL if _closes_as_usual(plan) else AT_TIME,
        "capacity": plan.capacity,
        "entry_mode": plan.entry_mode,
        "entry_code": plan.entry_code,
        "format": plan.format,
        "rounds": plan.rounds,
        "heats": plan.heats or "",
        "claim_days": plan.claim_days,
        **prize_initial(plan.prizes),
        **special_initial(plan.prizes),
    }
    for name in TIMES:
        wall, fold = getattr(plan, name), getattr(plan, f"{name}_fold")
        if wall is not None:
            initial[f"{name}_date"], initial[f"{name}_time"] = wall.date(), wall.time()
        if fold is not None:
            initial[f"{name}_fold"] = str(fold)
    for rule in rules_for(initial["game"], plan.format):
        setting = getattr(plan, rule.key) if rule.is_evenings else plan.options.get(rule.key)
        choice = None if setting is None else rule.choice(setting)
        if choice is not None:
            initial[f"{RULE}{rule.name}"] = choice.value
    return initial


def _closes_as_usual(plan: Plan) -> bool:
    if plan.closes is None:
        return True
    starts_at = to_utc(plan.starts, plan.zone, plan.starts_fold)
    closes_at = to_utc(plan.closes, plan.zone, plan.closes_fold)
    return closes_at == default_closes(starts_at, plan.zone)
