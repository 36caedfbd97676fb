"""For all tests: Hoyle's own plugin for pytest finds `.cards` files, and hundreds here are bad."""

import gc

collect_ignore_glob = ["*.cards"]

# What a test makes seldom goes round in circles: a search for such litter after every 700 things
# takes a tenth of all time.
gc.set_threshold(50_000, 20, 50)
