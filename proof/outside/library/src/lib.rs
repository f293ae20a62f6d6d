//! Nothing of its own: the tests use our crates as somebody else would.
