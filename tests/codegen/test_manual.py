"""specs/qp_transitions.yaml requires what the manual page of ibv_modify_qp requires."""
import gzip
import pathlib
import re
import unittest

import support

PAGES = sorted(pathlib.Path("/usr/share/man/man3").glob("ibv_modify_qp.3*"))
TYPES = {"IBV_QPT_RC": "rc", "IBV_QPT_UC": "uc", "IBV_QPT_UD": "ud", "IBV_QPT_RAW_PACKET": "raw_packet"}
WAY = {"Init": ("reset", "init"), "RTR": ("init", "rtr"), "RTS": ("rtr", "rts")}


def tables(text):
    """Type, next state and required constants of every row of the page's tables."""
    text = re.sub(r"\\f[BRIP]", "", text.replace("\\-", "-"))
    for kind, table in re.findall(r"^For QP Transport Service Type\s+(\w+)\s*:$(.*?)^\.fi$", text, re.MULTILINE | re.DOTALL):
        rows = re.split(r"^(Init|RTR|RTS)\b", table, flags=re.MULTILINE)
        for state, row in zip(rows[1::2], rows[2::2]):
            yield kind, state, set(re.findall(r"IBV_QP_\w+", row))


@unittest.skipUnless(PAGES, "the manual page ibv_modify_qp(3) is not installed (Debian: libibverbs-dev)")
class Manual(unittest.TestCase):
    def test_requires_the_same(self):
        specs = support.specs_of(support.ROOT)
        constants = {v.name: v.vendor for v in specs.enums["qp_attribute"].values}
        ours = {(kind.name, t.origin.name, t.to.name): {constants[a.name] for a in t.required}
                for kind in specs.qp_transitions.types for t in kind.transitions}
        page = PAGES[0].read_bytes()
        compared = set()
        for kind, state, required in tables((gzip.decompress(page) if page[:2] == b"\x1f\x8b" else page).decode()):
            self.assertEqual(ours[(TYPES[kind], *WAY[state])], required - {"IBV_QP_STATE"}, f"{kind} to {state}")
            compared.add((kind, state))
        self.assertEqual(compared, {(kind, state) for kind in TYPES for state in WAY})


if __name__ == "__main__":
    unittest.main()
