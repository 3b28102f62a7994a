"""What is read: nothing here writes."""
