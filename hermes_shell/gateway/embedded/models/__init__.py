"""What answers prompts: a model server, or the demo model."""
