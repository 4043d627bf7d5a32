"""Settings of Sphinx for the documentation site. build.py runs it."""
import pathlib
import re

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

project = "Verbatim"
version = release = re.search(r"version: '([\d.]+)'", (ROOT / "meson.build").read_text(encoding="utf-8"))[1]
extensions = ["myst_parser"]
root_doc = "index"
myst_heading_anchors = 4
# Code on pages has dots where something is left out, and output has no language.
highlight_language = "none"
suppress_warnings = ["misc.highlighting_failure"]

html_theme = "furo"
html_title = f"Verbatim {version}"
html_static_path = ["static"]
html_css_files = ["site.css"]
html_theme_options = {"navigation_with_keys": True}
pygments_style = "tango"
pygments_dark_style = "monokai"
# Nothing here is indexed by Sphinx itself, and the sources are in the repository.
html_use_index = False
html_copy_source = False
html_show_sourcelink = False
html_show_copyright = False
html_show_sphinx = False
smartquotes = False
