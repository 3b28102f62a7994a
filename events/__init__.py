"""The evening: who comes, what is drawn and played, and what everybody sees of it."""
