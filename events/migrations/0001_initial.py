import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import events.models.identifiers


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="User",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "is_staff",
                    models.BooleanField(
                        default=False,
                        help_text="Designates whether the user can log into this admin site.",
                        verbose_name="staff status",
                    ),
                ),
                (
                    "is_active",
                    models.BooleanField(
                        default=True,
                        help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.",
                        verbose_name="active",
                    ),
                ),
                (
                    "date_joined",
                    models.DateTimeField(
                        default=django.utils.timezone.now, verbose_name="date joined"
                    ),
                ),
                (
                    "email",
                    models.EmailField(max_length=254, unique=True, verbose_name="e-mail address"),
                ),
                (
                    "name",
                    models.CharField(
                        blank=True, max_length=24, verbose_name="name people know you by"
                    ),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "verbose_name": "user",
                "verbose_name_plural": "users",
                "abstract": False,
            },
        ),
        migrations.CreateModel(
            name="CommandRecord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("scope", models.CharField(max_length=64)),
                ("actor", models.CharField(max_length=64)),
                ("command_id", models.CharField(max_length=64)),
                ("payload_hash", models.CharField(max_length=64)),
                ("seq", models.PositiveIntegerField()),
                ("at", models.DateTimeField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("scope", "actor", "command_id"), name="a_command_is_taken_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(
                        default=events.models.identifiers.new_public_id,
                        editable=False,
                        max_length=26,
                        unique=True,
                    ),
                ),
                (
                    "pin",
                    models.CharField(
                        default=events.models.identifiers.new_pin,
                        editable=False,
                        max_length=6,
                        unique=True,
                    ),
                ),
                ("title", models.CharField(max_length=80, verbose_name="title")),
                (
                    "welcome",
                    models.CharField(blank=True, max_length=240, verbose_name="welcome line"),
                ),
                ("zone", models.CharField(max_length=64, verbose_name="time zone")),
                ("starts_wall", models.CharField(max_length=19)),
                ("starts_at", models.DateTimeField()),
                ("opens_at", models.DateTimeField(db_index=True)),
                ("closes_at", models.DateTimeField(db_index=True)),
                ("capacity", models.PositiveIntegerField(default=30, verbose_name="places")),
                (
                    "entry_mode",
                    models.CharField(
                        choices=[
                            ("open", "Open: a name is enough"),
                            ("code", "With a code the host gives out"),
                            ("email", "With a verified e-mail address"),
                        ],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("entry_code", models.CharField(blank=True, max_length=24)),
                (
                    "format",
                    models.CharField(
                        choices=[("prize-every-round", "A prize every round")],
                        default="prize-every-round",
                        max_length=24,
                    ),
                ),
                ("rounds", models.PositiveSmallIntegerField(default=1, verbose_name="rounds")),
                ("game", models.CharField(default="live-bait", max_length=24)),
                ("options", models.JSONField(blank=True, default=dict)),
                ("answer_s", models.PositiveSmallIntegerField(default=60)),
                ("rehearsal", models.BooleanField(default=False, verbose_name="rehearsal")),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "Draft"),
                            ("published", "Published"),
                            ("closed", "Registration closed"),
                            ("running", "Running"),
                            ("finished", "Finished"),
                            ("settled", "Settled"),
                            ("cancelled", "Cancelled"),
                        ],
                        db_index=True,
                        default="draft",
                        max_length=10,
                    ),
                ),
                ("seq", models.PositiveIntegerField(default=0)),
                ("announcement", models.CharField(blank=True, max_length=240)),
                ("list_root", models.CharField(blank=True, max_length=64)),
                ("opened_at", models.DateTimeField(blank=True, null=True)),
                ("frozen_at", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "host",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="hosted",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Draw",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("places", models.PositiveSmallIntegerField()),
                ("eligible", models.JSONField()),
                ("excluded", models.JSONField()),
                ("root", models.CharField(max_length=64)),
                ("entropy", models.CharField(default="none", max_length=200)),
                ("order", models.JSONField()),
                ("at", models.DateTimeField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="draws",
                        to="events.event",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Match",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(
                        default=events.models.identifiers.new_public_id,
                        editable=False,
                        max_length=26,
                        unique=True,
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("game", models.CharField(max_length=24)),
                ("options", models.JSONField(default=dict)),
                ("lineup", models.CharField(max_length=64)),
                ("seq", models.PositiveIntegerField(default=0)),
                ("next_deadline", models.DateTimeField(blank=True, null=True)),
                ("touched_at", models.DateTimeField()),
                ("outcome", models.JSONField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="matches",
                        to="events.event",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Closing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("done_at", models.DateTimeField(blank=True, db_index=True, null=True)),
                (
                    "match",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="closing",
                        to="events.match",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Outbox",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=24)),
                ("payload", models.JSONField(default=dict)),
                ("created_at", models.DateTimeField()),
                ("done_at", models.DateTimeField(blank=True, null=True)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("problem", models.CharField(blank=True, max_length=200)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("done_at", None)),
                        fields=["created_at"],
                        name="outbox_waiting",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Person",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "public_id",
                    models.CharField(
                        default=events.models.identifiers.new_public_id,
                        editable=False,
                        max_length=26,
                        unique=True,
                    ),
                ),
                ("name", models.CharField(blank=True, max_length=64)),
                (
                    "device_hash",
                    models.CharField(blank=True, max_length=64, null=True, unique=True),
                ),
                ("practice", models.BooleanField(default=False)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                (
                    "user",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="person",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Prize",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("round", models.PositiveSmallIntegerField()),
                (
                    "place",
                    models.CharField(
                        choices=[("main", "Main prize"), ("door", "Door prize")], max_length=8
                    ),
                ),
                ("title", models.CharField(max_length=80, verbose_name="prize")),
                ("from_whom", models.CharField(blank=True, max_length=48, verbose_name="from")),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="prizes",
                        to="events.event",
                    ),
                ),
            ],
            options={
                "ordering": ["round", "-place"],
            },
        ),
        migrations.CreateModel(
            name="Registration",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=64)),
                ("skeleton", models.CharField(max_length=128)),
                ("number", models.PositiveIntegerField()),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("registered", "Registered"),
                            ("waiting", "On the waiting list"),
                            ("withdrawn", "Withdrawn"),
                            ("removed", "Removed"),
                        ],
                        default="registered",
                        max_length=10,
                    ),
                ),
                (
                    "reg",
                    models.CharField(
                        default=events.models.identifiers.new_reg,
                        editable=False,
                        max_length=32,
                        unique=True,
                    ),
                ),
                ("client_seed", models.CharField(max_length=32)),
                ("seeded_by_server", models.BooleanField(default=False)),
                ("receipt", models.CharField(max_length=64)),
                ("created_at", models.DateTimeField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="registrations",
                        to="events.event",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="registrations",
                        to="events.person",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Call",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("rank", models.PositiveSmallIntegerField()),
                (
                    "state",
                    models.CharField(
                        choices=[("called", "Called"), ("here", "Here"), ("passed", "Passed over")],
                        default="called",
                        max_length=6,
                    ),
                ),
                ("called_at", models.DateTimeField()),
                ("deadline", models.DateTimeField(db_index=True)),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                ("reason", models.CharField(blank=True, max_length=120)),
                (
                    "draw",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="calls",
                        to="events.draw",
                    ),
                ),
                (
                    "registration",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="calls",
                        to="events.registration",
                    ),
                ),
            ],
            options={
                "ordering": ["rank"],
            },
        ),
        migrations.CreateModel(
            name="Award",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("place", models.CharField(max_length=8)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("awarded", "Awarded"),
                            ("claimed", "Claimed"),
                            ("delivered", "Delivered"),
                            ("void", "Void"),
                        ],
                        default="awarded",
                        max_length=9,
                    ),
                ),
                ("awarded_at", models.DateTimeField()),
                ("claimed_at", models.DateTimeField(blank=True, null=True)),
                ("delivered_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="awards",
                        to="events.event",
                    ),
                ),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="awards",
                        to="events.match",
                    ),
                ),
                (
                    "prize",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="awards",
                        to="events.prize",
                    ),
                ),
                (
                    "registration",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="awards",
                        to="events.registration",
                    ),
                ),
            ],
            options={
                "ordering": ["match_id", "-place"],
            },
        ),
        migrations.CreateModel(
            name="ResumeLink",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("token_hash", models.CharField(max_length=64, unique=True)),
                ("expires_at", models.DateTimeField()),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="resume_links",
                        to="events.person",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("attempt", models.PositiveSmallIntegerField(default=1)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="played_rounds",
                        to="events.event",
                    ),
                ),
            ],
            options={
                "ordering": ["number", "attempt"],
            },
        ),
        migrations.AddField(
            model_name="match",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="matches",
                to="events.round",
            ),
        ),
        migrations.AddField(
            model_name="draw",
            name="round",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="draws", to="events.round"
            ),
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("place", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="events.match",
                    ),
                ),
                (
                    "registration",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="events.registration",
                    ),
                ),
            ],
            options={
                "ordering": ["number"],
            },
        ),
        migrations.CreateModel(
            name="Seed",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "purpose",
                    models.CharField(choices=[("draw", "Draw"), ("game", "Match")], max_length=4),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("commitment", models.CharField(max_length=64)),
                ("sealed", models.BinaryField()),
                ("opened", models.CharField(blank=True, max_length=64)),
                ("opened_at", models.DateTimeField(blank=True, null=True)),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seeds",
                        to="events.event",
                    ),
                ),
            ],
            options={
                "ordering": ["purpose", "number"],
            },
        ),
        migrations.AddField(
            model_name="match",
            name="seed",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="match", to="events.seed"
            ),
        ),
        migrations.AddField(
            model_name="draw",
            name="seed",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT, related_name="draw", to="events.seed"
            ),
        ),
        migrations.CreateModel(
            name="EventStaff",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[("co-host", "Co-host"), ("standby", "Standby")],
                        default="co-host",
                        max_length=8,
                    ),
                ),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="staff",
                        to="events.event",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="staffed",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("event", "user"), name="one_role_per_event")
                ],
            },
        ),
        migrations.CreateModel(
            name="LedgerEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=24)),
                ("data", models.JSONField(default=dict)),
                ("by", models.CharField(max_length=80)),
                ("at", models.DateTimeField()),
                (
                    "event",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ledger",
                        to="events.event",
                    ),
                ),
            ],
            options={
                "ordering": ["seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("event", "seq"), name="ledger_is_numbered_once")
                ],
            },
        ),
        migrations.CreateModel(
            name="LogEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seq", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=32)),
                ("data", models.JSONField()),
                ("by", models.CharField(max_length=64)),
                ("chance", models.JSONField(default=list)),
                ("at", models.DateTimeField()),
                (
                    "match",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="log",
                        to="events.match",
                    ),
                ),
            ],
            options={
                "ordering": ["seq"],
                "constraints": [
                    models.UniqueConstraint(fields=("match", "seq"), name="log_is_numbered_once")
                ],
            },
        ),
        migrations.AddConstraint(
            model_name="prize",
            constraint=models.UniqueConstraint(
                fields=("event", "round", "place"), name="one_prize_a_round_and_place"
            ),
        ),
        migrations.AddConstraint(
            model_name="registration",
            constraint=models.UniqueConstraint(
                fields=("event", "number"), name="arrivals_are_numbered_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="registration",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status__in", ["registered", "waiting"])),
                fields=("event", "person"),
                name="one_active_entry_a_person",
            ),
        ),
        migrations.AddConstraint(
            model_name="registration",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status__in", ["registered", "waiting"])),
                fields=("event", "skeleton"),
                name="one_active_entry_a_name",
            ),
        ),
        migrations.AddIndex(
            model_name="call",
            index=models.Index(
                condition=models.Q(("state", "called")), fields=["deadline"], name="calls_due"
            ),
        ),
        migrations.AddConstraint(
            model_name="call",
            constraint=models.UniqueConstraint(
                fields=("draw", "registration"), name="called_once_a_draw"
            ),
        ),
        migrations.AddConstraint(
            model_name="call",
            constraint=models.UniqueConstraint(fields=("draw", "rank"), name="one_call_a_rank"),
        ),
        migrations.AddConstraint(
            model_name="award",
            constraint=models.UniqueConstraint(
                fields=("match", "place", "registration"), name="awarded_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="round",
            constraint=models.UniqueConstraint(
                fields=("event", "number", "attempt"), name="rounds_are_numbered_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("match", "number"), name="one_person_a_seat"
            ),
        ),
        migrations.AddConstraint(
            model_name="seat",
            constraint=models.UniqueConstraint(
                fields=("match", "registration"), name="one_seat_a_person"
            ),
        ),
        migrations.AddConstraint(
            model_name="seed",
            constraint=models.UniqueConstraint(
                fields=("event", "purpose", "number"), name="seeds_are_numbered_once"
            ),
        ),
        migrations.AddIndex(
            model_name="match",
            index=models.Index(
                condition=models.Q(("ended_at", None)), fields=["next_deadline"], name="matches_due"
            ),
        ),
        migrations.AddConstraint(
            model_name="match",
            constraint=models.UniqueConstraint(
                fields=("event", "number"), name="matches_are_numbered_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="draw",
            constraint=models.UniqueConstraint(
                fields=("event", "number"), name="draws_are_numbered_once"
            ),
        ),
    ]
