"""Rules of both engines broken one at a time, each of which must make a test fail: `make mutate`.

What is broken is listed in `titan/*.toml` and `skirmish/*.toml`, by the qualified names of functions, so that the list
survives edits of what stands around. The tools that there are serve less: mutmut numbers what it breaks within a
function, which an edit renumbers, and leaves decorated functions alone, cached ones among them; cosmic-ray names lines,
and has one command of tests for everything.
"""
