"""The chains of ledgers and logs, and ledgers without names.

What was written before is chained as it stands, its names replaced by what stands for them. The triggers that keep
rows as they are have to be lifted for it, and are put back by the same migration.
"""

import importlib
from typing import Any

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

import events.models.identifiers
from events.queries import chain
from games import fair

append_only = importlib.import_module("events.migrations.0002_append_only")


def lift_triggers(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    on_table = editor.connection.vendor == "postgresql"
    for table in append_only.TABLES:
        for action in append_only.ACTIONS:
            name = f"{table}_no_{action.lower()}"
            editor.execute(f"DROP TRIGGER IF EXISTS {name}" + (f" ON {table}" if on_table else ""))


def put_triggers_back(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    append_only.add_triggers(apps, editor)


def chain_what_there_is(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    heads = {}
    rows = apps.get_model("events", "LogEntry").objects
    for match in apps.get_model("events", "Match").objects.order_by("pk"):
        for row in rows.filter(match=match).order_by("seq"):
            match.head = fair.chain(match.head, chain.log_entry(row))
            rows.filter(pk=row.pk).update(hash=match.head)
        match.save(update_fields=["head"])
        heads[match.public_id] = match.head
    for event in apps.get_model("events", "Event").objects.order_by("pk"):
        _chain_ledger(apps, event, heads)


def _chain_ledger(apps: StateApps, event: Any, heads: dict[str, str]) -> None:
    rows = apps.get_model("events", "LedgerEntry").objects
    entries = {}
    for entry in apps.get_model("events", "Registration").objects.filter(event=event):
        # One default would give every row that was there the same salt.
        entry.name_salt = events.models.identifiers.new_reg()
        entry.former_names = []
        entries[entry.reg] = entry
    regs = {entry.name: entry.reg for entry in entries.values()}
    for row in rows.filter(event=event).order_by("seq"):
        row.data = _nameless(row, entries, regs)
        if row.kind == "match-ended":
            row.data["head"] = heads[row.data["match"]]
        event.head = fair.chain(event.head, chain.ledger_entry(row))
        rows.filter(pk=row.pk).update(hash=event.head, data=row.data)
    for entry in entries.values():
        entry.save(update_fields=["name_salt", "former_names"])
    event.save(update_fields=["head"])


def _nameless(row: Any, entries: dict[str, Any], regs: dict[str, str]) -> dict[str, Any]:
    data = {key: item for key, item in row.data.items() if key not in ("name", "names", "before")}
    entry = entries.get(data.get("reg", ""))
    if entry is not None and row.kind in ("registered", "renamed"):
        if row.kind == "renamed":
            entry.former_names.append(row.data["before"])
        data["name"] = fair.name_hash(entry.reg, entry.name_salt, row.data["name"])
    for rows in ("seats", "excluded"):
        if rows in data:
            data[rows] = [
                {key: item for key, item in part.items() if key != "name"} for part in data[rows]
            ]
    if row.kind == "match-ended":
        data["places"] = [[place, regs.get(name, "")] for place, name in data["places"]]
    if data.get("instead_of"):
        data["instead_of"] = regs.get(data["instead_of"], "")
    return data


class Migration(migrations.Migration):
    dependencies = [("events", "0004_heats_side_by_side")]

    operations = [
        migrations.RunPython(lift_triggers, put_triggers_back),
        migrations.AddField(
            "event",
            "head",
            models.CharField(default=fair.FIRST_HEAD, editable=False, max_length=64),
        ),
        migrations.AddField(
            "match",
            "head",
            models.CharField(default=fair.FIRST_HEAD, editable=False, max_length=64),
        ),
        migrations.AddField(
            "ledgerentry",
            "hash",
            models.CharField(default="", max_length=64),
            preserve_default=False,
        ),
        migrations.AddField(
            "logentry", "hash", models.CharField(default="", max_length=64), preserve_default=False
        ),
        migrations.AddField("logentry", "salt", models.CharField(blank=True, max_length=32)),
        migrations.AddField(
            "registration", "former_names", models.JSONField(blank=True, default=list)
        ),
        migrations.AddField(
            "registration",
            "name_salt",
            models.CharField(
                blank=True,
                default=events.models.identifiers.new_reg,
                editable=False,
                max_length=32,
            ),
        ),
        migrations.RunPython(chain_what_there_is, migrations.RunPython.noop),
        migrations.RunPython(put_triggers_back, lift_triggers),
    ]
