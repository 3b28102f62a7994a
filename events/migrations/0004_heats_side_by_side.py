"""Heats that are played side by side are a kind of round."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("events", "0003_formats_prizes_results")]

    operations = [
        migrations.AlterField(
            model_name="round",
            name="kind",
            field=models.CharField(
                choices=[
                    ("round", "Round"),
                    ("heat", "Heat"),
                    ("heats", "Heats side by side"),
                    ("final", "Final"),
                    ("knockout", "KnockOut"),
                ],
                default="round",
                max_length=8,
            ),
        ),
    ]
