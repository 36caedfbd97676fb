"""For all tests: Hoyle's own plugin for pytest finds `.cards` files, and hundreds here are bad."""

collect_ignore_glob = ["*.cards"]
