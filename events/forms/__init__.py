"""What people type in: one module a form, each checked at the field before the domain is asked."""
