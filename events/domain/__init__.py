"""What changes things: one keyword-only function a verb, each under the lock of its event or match."""
