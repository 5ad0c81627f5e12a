"""Tools for developers: nothing here is installed with hermes-shell."""
