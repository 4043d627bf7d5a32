"""The languages besides C++: a module, or a package, and a folder of templates each.

It has PLACE, the folder below the root that it fills, and files(specs, templates), which returns the text of each
file by its path. It raises load.SpecError for a spec that the language cannot express."""
import importlib
import pkgutil


def languages():
    """The modules of all languages by name."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return {name: importlib.import_module(f"{__name__}.{name}") for name in names}
