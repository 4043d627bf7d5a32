"""The same specs give the same bytes, wherever, whenever and in whatever language the generator runs."""
import os
import random
import re
import subprocess
import sys
import unittest
from unittest import mock

import support
from codegen import build, load, render


class Deterministic(support.WithScratch):
    def test_two_runs_agree(self):
        self.assertEqual(render.render(self.model()), render.render(self.model()))

    def test_the_order_of_the_files_does_not_matter(self):
        specs = self.model()
        paths = list((self.scratch / "specs").rglob("*.yaml"))
        for seed in range(5):
            random.Random(seed).shuffle(paths)
            documents = [load.load(path, path.relative_to(self.scratch).as_posix()) for path in paths]
            self.assertEqual(render.render(build.build(documents)), render.render(specs), f"seed {seed}")

    @mock.patch.dict(os.environ, {"PATH": ""})  # no clang-format, which would break lines with longer paths elsewhere
    def test_the_folder_below_that_of_the_kind_does_not_matter(self):
        before = render.render(self.model())
        for kind in ("enums", "segments", "cqes", "doorbells", "transports", "wqes", "commands", "records", "headers", "management"):
            folder = self.scratch / "specs" / kind
            for path in list(folder.glob("*.yaml")):
                (folder / "by_subject" / path.stem[0]).mkdir(parents=True, exist_ok=True)
                path.rename(folder / "by_subject" / path.stem[0] / path.name)
        after = {path: re.sub(r"/by_subject/\w", "", text) for path, text in render.render(support.specs_of(self.scratch)).items()}
        self.assertEqual(after, before)

    def test_locale_directory_and_hash_seed_do_not_matter(self):
        surroundings = (
            (support.ROOT, {}),
            (self.scratch, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONHASHSEED": "1"}),
            (support.ROOT / "tests", {"LC_ALL": "POSIX", "LANG": "tr_TR.ISO-8859-9", "PYTHONHASHSEED": "2", "TZ": "Asia/Tokyo"}),
        )
        outputs = []
        for i, (directory, environment) in enumerate(surroundings):
            root = self.scratch / f"{i}" / "a place with spaces"
            support.copy_specs(support.HERE / "small", root)
            subprocess.run([sys.executable, support.ROOT / "codegen" / "run.py", "--root", root], cwd=directory, check=True,
                           env=os.environ | environment)
            outputs.append({path.relative_to(root): path.read_bytes() for path in root.rglob("*") if path.is_file()})
        self.assertEqual(outputs[0], outputs[1])
        self.assertEqual(outputs[0], outputs[2])

    def test_no_path_of_this_machine_is_in_the_output(self):
        for path, text in render.render(self.model()).items():
            self.assertNotIn(str(self.scratch), text, path)
            self.assertNotIn(str(support.ROOT), text, path)


if __name__ == "__main__":
    unittest.main()
