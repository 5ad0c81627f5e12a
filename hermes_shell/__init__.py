"""A lightweight desktop shell for Hermes Agent that runs third-party plugins."""

__version__ = "0.1.0"
