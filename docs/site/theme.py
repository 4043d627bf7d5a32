"""Makes the files of Debian's Furo work from a disk.

Debian builds Furo without its bundler. The script is in two files, and pages load only the one that imports the other. The
style imports a file of the web server. The rule for dark colours is there for readers who choose them, and not for browsers
that ask for them. Other builds of Furo have none of this, and are left as they are."""
import pathlib
import re

SHARED = pathlib.Path("/usr/share/javascript")
DARK = re.compile(r'body\[data-theme="dark"\] (\{\s*--[^{}]*\})')


def mend(out):
    """Mends the style and the script of a site that was built."""
    style = out / "_static/styles/furo.css"
    style.write_text(mended_style(style.read_text(encoding="utf-8")), encoding="utf-8")
    script = out / "_static/scripts/furo.js"
    text = script.read_text(encoding="utf-8")
    if text.startswith("import "):
        imported = script.with_name(re.search(r'"\./([\w-]+\.js)"', text)[1])
        script.write_text(imported.read_text(encoding="utf-8") + text.partition("\n")[2], encoding="utf-8")
        imported.unlink()


def mended_style(text):
    text = re.sub(r"@import url\(/javascript/([\w./-]+)\);", lambda found: (SHARED / found[1]).read_text(encoding="utf-8"), text)
    if "prefers-color-scheme" not in text and (found := DARK.search(text)):
        rule = f'body:not([data-theme="light"]) {found[1]}'
        text += f"\n@media screen and (prefers-color-scheme: dark) {{ {rule} }}\n"
    return text
