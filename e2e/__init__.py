"""End-to-end tests: the real server, real plugins and real engines, seen through the page."""
