"""What happened stays: the database itself refuses to change or delete ledger and log rows.

On SQLite a later migration that alters one of these tables rebuilds it and must make its triggers
anew. TRUNCATE on PostgreSQL is not caught: the application has no way to ask for it.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

TABLES = ("events_ledgerentry", "events_logentry")
ACTIONS = ("UPDATE", "DELETE")

POSTGRESQL_FUNCTION = """
CREATE OR REPLACE FUNCTION rows_are_only_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'rows of % are only added', TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END
$$
"""


def add_triggers(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "postgresql":
        editor.execute(POSTGRESQL_FUNCTION, params=None)  # its % is PL/pgSQL's, not a parameter's
    for table in TABLES:
        for action in ACTIONS:
            name = f"{table}_no_{action.lower()}"
            if editor.connection.vendor == "postgresql":
                editor.execute(
                    f"CREATE TRIGGER {name} BEFORE {action} ON {table} "
                    "FOR EACH ROW EXECUTE FUNCTION rows_are_only_added()"
                )
            else:
                editor.execute(
                    f"CREATE TRIGGER {name} BEFORE {action} ON {table} "
                    f"BEGIN SELECT RAISE(ABORT, 'rows of {table} are only added'); END"
                )


def drop_triggers(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    on_table = editor.connection.vendor == "postgresql"
    for table in TABLES:
        for action in ACTIONS:
            name = f"{table}_no_{action.lower()}"
            editor.execute(f"DROP TRIGGER {name}" + (f" ON {table}" if on_table else ""))
    if on_table:
        editor.execute("DROP FUNCTION rows_are_only_added()")


class Migration(migrations.Migration):
    dependencies = [("events", "0001_initial")]
    operations = [migrations.RunPython(add_triggers, drop_triggers)]
