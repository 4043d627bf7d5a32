"""The languages other than C++: a module and a folder of templates each. Nothing else in the generator knows them.

A module has PLACE, the folder of its files below the root, and files(specs, templates), which returns the text of each of
them by its path. Where a spec cannot be said in a language, files() refuses it with a SpecError."""
from codegen.languages import python

LANGUAGES = {"python": python}


def files(specs, templates, names=tuple(LANGUAGES)):
    """The text of every file in these languages, by its path below the root."""
    return {path: text for name in names for path, text in LANGUAGES[name].files(specs, templates).items()}


def places(names=tuple(LANGUAGES)):
    return tuple(LANGUAGES[name].PLACE for name in names)
