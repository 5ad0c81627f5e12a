"""The core surfaces: each a Python plugin that registers through the same door as plugins do."""
