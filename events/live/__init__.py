"""The live path: what changed is pushed to every page that shows it (design.md 7)."""
