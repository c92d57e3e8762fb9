# Written by `npm run generate -- python-client` from _async/__init__.py.
"""The client for programs without an event loop."""
