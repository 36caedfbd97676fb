"""The exit codes of `hoyle`, as the README tells them."""

FINE = 0
FOUND = 1  # something is wrong with a text, or a property failed
MISUSED = 2  # the command was misused, or a file could not be read
ENDED_EARLY = 3  # a budget set by the user ended the run too early
STOPPED = 130  # interrupted by the user
