"""One plain answer per resource: JSON values only, the same for every way in which it is asked."""
