"""An editor's view by specs/spec.schema.json and the files that it refers to: every spec is right, and every structural
mistake is wrong."""
import json
import re
import unittest

import yaml

import support
from mistakes import MISTAKES

try:
    import jsonschema
except ImportError:
    jsonschema = None


class AsInAnEditor(yaml.SafeLoader):
    """YAML 1.2, whose core schema guesses less than PyYAML's 1.1: no sexagesimals, no `on`, no `no`."""

    yaml_implicit_resolvers = {}


for tag, pattern, firsts in (
        ("int", r"[-+]?[0-9]+|0x[0-9a-fA-F]+", "-+0123456789"),
        ("bool", r"true|false", "tf"),
        ("null", r"null|~|", ["n", "~", ""])):
    AsInAnEditor.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), list(firsts))


@unittest.skipUnless(jsonschema, "Python's jsonschema is not installed (Debian: python3-jsonschema)")
class Schema(unittest.TestCase):
    def setUp(self):
        path = support.ROOT / "specs" / "spec.schema.json"
        schema = json.loads(path.read_text(encoding="utf-8"))
        self.validator = jsonschema.Draft7Validator(schema, resolver=jsonschema.RefResolver(path.as_uri(), schema))

    def errors(self, text):
        return [f"{error.json_path}: {error.message}" for error in self.validator.iter_errors(yaml.load(text, AsInAnEditor))]

    def test_every_file_is_a_schema(self):
        for path in (support.ROOT / "specs").rglob("*.json"):
            with self.subTest(path.relative_to(support.ROOT).as_posix()):
                jsonschema.Draft7Validator.check_schema(json.loads(path.read_text(encoding="utf-8")))

    def test_every_definition_is_somewhere(self):
        """A $ref that leads nowhere is noticed only by a spec that comes past it."""
        for path in (support.ROOT / "specs").rglob("*.json"):
            for there, name in re.findall(r'"\$ref": "([^"#]*)#/definitions/(\w+)"', path.read_text(encoding="utf-8")):
                target = path.parent / there if there else path
                with self.subTest(path.name, ref=f"{there}#/definitions/{name}"):
                    self.assertIn(name, json.loads(target.read_text(encoding="utf-8"))["definitions"])

    def test_every_spec_is_right(self):
        roots = support.ROOT, support.HERE / "small", support.HERE / "extension"
        for path in (path for root in roots for path in (root / "specs").rglob("*.yaml")):
            with self.subTest(path.relative_to(support.ROOT).as_posix()):
                self.assertEqual(self.errors(path.read_bytes()), [])

    def test_every_structural_mistake_is_wrong(self):
        for mistake in (m for m in MISTAKES if m.structural):
            with self.subTest(file=mistake.file, old=mistake.old, new=mistake.new):
                path = support.HERE / "small" / mistake.path
                self.assertNotEqual(self.errors(mistake.edit(path.read_bytes() if path.exists() else b"")), [])


if __name__ == "__main__":
    unittest.main()
