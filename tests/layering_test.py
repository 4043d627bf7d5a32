"""layering.py finds what it is there to find: each violation, planted into a small house."""
import pathlib
import tempfile
import unittest

import layering


class LayeringTest(unittest.TestCase):
    def said_of(self, **files):
        """The complaints about a house with these files; `__` in a name is a slash, `_X` a suffix."""
        with tempfile.TemporaryDirectory() as directory:
            root = pathlib.Path(directory)
            (root / "runtime").mkdir()
            for name, text in files.items():
                *folders, stem, suffix = name.split("__")
                file = root.joinpath(*folders, f"{stem}.{suffix}")
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            return layering.check(root)

    def assert_wrong(self, where, why, **files):
        said = self.said_of(**files)
        self.assertEqual(len(said), 1, said)
        self.assertTrue(said[0].startswith(where), said)
        self.assertIn(why, said[0])

    def test_a_good_house(self):
        self.assertEqual(self.said_of(
            runtime__wire__words__hpp='#include <bit>\n#include "verbatim/wire/layout.hpp"\n',
            generated__ctrl_seg__hpp='#include "verbatim/wire/words.hpp"\n#include "verbatim/generated/enums.hpp"\n',
            runtime__queue__send__send_queue__hpp='#include "verbatim/mmio/barriers.hpp"\n',
            runtime__verbs__direct__qp__hpp='#include <infiniband/mlx5dv.h>\n#include "verbatim/queue/send/send_queue.hpp"\n',
            runtime__emulator__abi__command__cpp='#include <rdma/mlx5-abi.h>\n#include "objects/qp.hpp"\n',
            runtime__emulator__objects__qp__hpp='#include "verbatim/generated/ctrl_seg.hpp"\n',
            tests__emulator__a_test__cpp='#include "objects/qp.hpp"\n',
        ), [])

    def test_arrows_point_one_way(self):
        self.assert_wrong("runtime/wire/words.hpp:2:", "nothing of ours, not generated",
                          runtime__wire__words__hpp='#pragma once\n#include "verbatim/generated/enums.hpp"\n')
        self.assert_wrong("generated/segments/ctrl_seg.hpp:1:", "wire, not queue",
                          generated__segments__ctrl_seg__hpp='#include "verbatim/queue/send/send_queue.hpp"\n')
        self.assert_wrong("runtime/mmio/barriers.hpp:1:", "not queue",
                          runtime__mmio__barriers__hpp='  #  include "verbatim/queue/send/send_queue.hpp"\n')
        self.assert_wrong("runtime/queue/send/send_queue.hpp:1:", "not verbs",
                          runtime__queue__send__send_queue__hpp='#include "verbatim/verbs/direct/qp.hpp"\n')

    def test_rooms_do_not_include_one_another(self):
        self.assert_wrong("runtime/verbs/a/one.hpp:1:", "a -> b -> c -> a",
                          runtime__verbs__a__one__hpp='#include "verbatim/verbs/b/two.hpp"\n',
                          runtime__verbs__b__two__cpp='#include "verbatim/verbs/c/three.hpp"\n',
                          runtime__verbs__c__four__hpp='#include "verbatim/verbs/a/one.hpp"\n')

    def test_rooms_of_the_emulator_do_not_include_one_another(self):
        self.assert_wrong("runtime/emulator/engine/turn/one.hpp:1:", "engine -> objects -> engine",
                          runtime__emulator__engine__turn__one__hpp='#include "objects/two.hpp"\n',
                          runtime__emulator__objects__two__hpp="",
                          runtime__emulator__objects__three__cpp='#include "engine/turn/one.hpp"\n')
        self.assert_wrong("runtime/emulator/engine/check/one.cpp:2:", "check -> send -> check",
                          runtime__emulator__engine__check__one__cpp='\n#include "engine/send/two.hpp"\n',
                          runtime__emulator__engine__check__three__hpp="",
                          runtime__emulator__engine__send__two__hpp='#include "engine/check/three.hpp"\n')

    def test_a_header_and_its_source_are_one(self):
        for folder, prefix in (("runtime__emulator__engine__send", "engine/send"),
                               ("runtime__queue__send", "verbatim/queue/send")):
            self.assert_wrong(f"{folder.replace('__', '/')}/a.hpp:1:", "/a -> ", **{
                f"{folder}__a__hpp": f'#include "{prefix}/b.hpp"\n', f"{folder}__b__hpp": "",
                f"{folder}__b__cpp": f'#include "{prefix}/b.hpp"\n#include "{prefix}/a.hpp"\n'})

    def test_files_are_not_too_long(self):
        lines = "//\n" * layering.LINES_FOR
        for name in ("runtime__emulator__engine__send__a__cpp", "tests__conformance__a__hpp", "tests__vectors__a__c",
                     "tests__codegen__a__py", "tests__guest__a__sh", "codegen__a__py", "codegen__templates__a__j2",
                     "specs__wqes__a__yaml", "specs__enums__b__yaml", "specs__a__json"):
            *folders, stem, suffix = name.split("__")
            self.assertEqual(self.said_of(**{name: lines}), [])
            self.assert_wrong("/".join([*folders, f"{stem}.{suffix}:"]), "401 lines", **{name: lines + "//\n"})

    def test_examples_are_short(self):
        lines = "//\n" * layering.LINES_OF_EXAMPLE
        self.assertEqual(self.said_of(examples__one__rs=lines, examples__every_operation__cpp=lines + "//\n"), [])
        self.assert_wrong("examples/one.rs:", "an example has at most 100", examples__one__rs=lines + "//\n")

    def test_what_is_generated_may_be_long(self):
        self.assertEqual(self.said_of(generated__enums__hpp="//\n" * (layering.LINES_FOR + 1)), [])

    def test_rooms_are_not_too_full(self):
        files = {f"runtime__connect__path__f{i}__hpp": "" for i in range(layering.ROOM_FOR)}
        self.assertEqual(self.said_of(**files), [])
        self.assert_wrong("runtime/connect/path:", "31 files", **files, runtime__connect__path__one_more__hpp="")

    def test_folders_of_tests_and_examples_are_not_too_full(self):
        for folder, suffix in (("tests__emulator", "py"), ("examples", "cpp"), ("examples", "sh"), ("codegen__templates", "j2")):
            files = {f"{folder}__f{i}__{suffix}": "" for i in range(layering.ROOM_FOR)}
            self.assertEqual(self.said_of(**files, tests__one_elsewhere__py="", **{f"{folder}__samples__txt": ""}), [])
            self.assert_wrong(f"{folder.replace('__', '/')}:", "31 files", **files, **{f"{folder}__one_more__cpp": ""})

    def test_folders_of_specs_are_not_too_full(self):
        for folder in ("specs", "specs__wqes", "specs__wqes__atomics"):
            files = {f"{folder}__f{i}__yaml": "" for i in range(layering.ROOM_FOR)}
            self.assertEqual(self.said_of(**files, specs__cqes__one_elsewhere__yaml=""), [])
            for suffix in ("yaml", "json"):
                self.assert_wrong(f"{folder.replace('__', '/')}:", "31 files", **files, **{f"{folder}__one_more__{suffix}": ""})

    def test_functions_of_libc_have_their_header(self):
        self.assert_wrong("runtime/queue/send/a.cpp:2: std::memcpy", "needs <cstring>",
                          runtime__queue__send__a__cpp="#include <array>\nvoid f() { std::memcpy(a, b, 1); }\n")
        self.assertEqual(self.said_of(
            runtime__queue__send__a__hpp="#include <cstring>\n",
            runtime__queue__send__a__cpp="void f() { std::memcpy(a, b, 1); }\n"), [])

    def test_every_file_is_in_a_room(self):
        self.assert_wrong("runtime/verbs/qp.hpp:", "one of the rooms", runtime__verbs__qp__hpp="")

    def test_the_emulator_is_the_other_side_of_the_bus(self):
        for layer in ("queue", "mmio", "verbs"):
            self.assert_wrong("runtime/emulator/engine/turn/engine.cpp:1:", f"not {layer}",
                              runtime__emulator__engine__turn__engine__cpp=f'#include "verbatim/{layer}/x.hpp"\n')

    def test_nobody_looks_into_the_emulator(self):
        for user in ("runtime__verbs__direct__qp__cpp", "examples__one__cpp", "tests__queue__a_test__cpp"):
            self.assert_wrong("", "nobody looks into the emulator",
                              **{user: '#include "objects/qp.hpp"\n', "runtime__emulator__objects__qp__hpp": ""})
        self.assert_wrong("tests/queue/a_test.cpp:1:", "not emulator",
                          tests__queue__a_test__cpp='#include "verbatim/emulator/options.hpp"\n')

    def test_rdma_core_stays_where_it_is(self):
        for user in ("generated__x__hpp", "runtime__queue__send__x__hpp", "runtime__emulator__objects__x__hpp",
                     "runtime__tools__x__cpp"):
            for header in ("infiniband/verbs.h", "rdma/mlx5-abi.h"):
                self.assert_wrong("", "may include rdma-core", **{user: f"#include <{header}>\n"})

    def test_names_of_headers(self):
        self.assert_wrong("runtime/queue/send/a.hpp:1:", 'write "verbatim/queue/send/b.hpp"',
                          runtime__queue__send__a__hpp='#include "b.hpp"\n', runtime__queue__send__b__hpp="")
        self.assert_wrong("tests/queue/a.cpp:1:", "from its include root", tests__queue__a__cpp='#include "../b.hpp"\n')
        self.assert_wrong("examples/a.cpp:1:", "in quotes", examples__a__cpp="#include <verbatim/verbs/direct/qp.hpp>\n")

    def test_folders_of_the_house(self):
        self.assert_wrong("helpers:", "no such folder", helpers__x__hpp="")
        self.assert_wrong("runtime/common:", "no such folder", runtime__common__x__hpp="")


if __name__ == "__main__":
    unittest.main()
