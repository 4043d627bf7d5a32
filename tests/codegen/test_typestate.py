"""The states that the builder of each shape of WQE moves through."""
import re
import unittest

import support
from codegen import __main__ as main
from codegen import typestate

SGE = "{segment: data_seg, call: sge, args: [addr, byte_count, lkey]"
PAIR = "{segment: pair_seg, call: pair, args: [first, second, colour]}"


class States(support.WithScratch):
    def states(self, *segments):
        """{state: (its calls as {call: next state}, whether finish() is offered)}, the first state first."""
        lines = ["wqe: get", "doc: Gets.", "source: made up", "opcode: get", "begin: get", "transports: [routed]",
                 "segments:", "  - {segment: ctrl_seg}", *(f"  - {s}" for s in segments)]
        steps = self.model(wqes__get="\n".join(lines)).wqes["get"].steps
        return {s.name: ({c.choice.call: c.next_state for c in s.calls}, s.ready) for s in typestate.derive(steps)}

    def test_nothing_but_ctrl_seg(self):
        self.assertEqual(self.states(), {"ready": ({}, True)})

    def test_one_segment(self):
        self.assertEqual(self.states(PAIR), {"needs_pair": ({"pair": "ready"}, False), "ready": ({}, True)})

    def test_segments_in_a_row(self):
        self.assertEqual(self.states(PAIR, SGE + "}"), {
            "needs_pair": ({"pair": "needs_sge"}, False),
            "needs_sge": ({"sge": "ready"}, False),
            "ready": ({}, True),
        })

    def test_a_list_needs_one_and_takes_more(self):
        self.assertEqual(self.states(SGE + ", repeat: true}"), {
            "needs_sge": ({"sge": "takes_sge_or_signal_or_finish"}, False),
            "takes_sge_or_signal_or_finish": ({"sge": "takes_sge_or_signal_or_finish"}, True),
        })

    def test_a_list_behind_a_segment(self):
        self.assertEqual(self.states(PAIR, SGE + ", repeat: true}"), {
            "needs_pair": ({"pair": "needs_sge"}, False),
            "needs_sge": ({"sge": "takes_sge_or_signal_or_finish"}, False),
            "takes_sge_or_signal_or_finish": ({"sge": "takes_sge_or_signal_or_finish"}, True),
        })

    def test_a_payload(self):
        self.assertEqual(self.states("{payload: inline_seg, call: inline_data}"), {
            "needs_inline_data": ({"inline_data": "ready"}, False),
            "ready": ({}, True),
        })

    def test_a_list_or_a_payload_or_nothing(self):
        choice = "{one_of: [%s, repeat: true}, {payload: inline_seg, call: inline_data}, {call: no_data}]}" % SGE
        self.assertEqual(self.states(choice), {
            "needs_sge_or_inline_data_or_no_data": ({"sge": "takes_sge_or_signal_or_finish", "inline_data": "ready", "no_data": "ready"}, False),
            "takes_sge_or_signal_or_finish": ({"sge": "takes_sge_or_signal_or_finish"}, True),
            "ready": ({}, True),
        })

    def test_one_segment_or_nothing_behind_another(self):
        self.assertEqual(self.states(PAIR, "{one_of: [%s}, {call: no_data}]}" % SGE), {
            "needs_pair": ({"pair": "needs_sge_or_no_data"}, False),
            "needs_sge_or_no_data": ({"sge": "ready", "no_data": "ready"}, False),
            "ready": ({}, True),
        })

    def test_lists_and_payloads_that_repeat_alternate(self):
        more = "takes_sge_or_inline_data_or_signal_or_finish"
        self.assertEqual(self.states("{one_of: [%s, repeat: true}, {payload: inline_seg, call: inline_data, repeat: true}]}" % SGE), {
            "needs_sge_or_inline_data": ({"sge": more, "inline_data": more}, False),
            more: ({"sge": more, "inline_data": more}, True),
        })

    def test_a_list_that_repeats_beside_a_payload_that_does_not(self):
        more = "takes_inline_data_or_signal_or_finish"
        self.assertEqual(self.states("{one_of: [%s}, {payload: inline_seg, call: inline_data, repeat: true}]}" % SGE), {
            "needs_sge_or_inline_data": ({"sge": "ready", "inline_data": more}, False),
            more: ({"inline_data": more}, True),
            "ready": ({}, True),
        })

    def test_a_step_of_ctrl_seg_comes_first_and_followers_are_none(self):
        tally = self.model().wqes["tally"]
        states = {s.name: ({c.choice.call: c.next_state for c in s.calls}, s.ready) for s in typestate.derive(tally.steps, tally.behind)}
        more = "takes_piece_or_route_or_detour_or_signal_or_finish"
        self.assertEqual(states, {
            "needs_key": ({"key": "needs_masks"}, False),
            "needs_masks": ({"masks": "needs_pair"}, False),
            "needs_pair": ({"pair": "needs_piece"}, False),
            "needs_piece": ({"piece": more}, False),
            more: ({"piece": more, "route": "takes_detour_or_signal_or_finish", "detour": "ready"}, True),
            "takes_detour_or_signal_or_finish": ({"detour": "ready"}, True),
            "ready": ({}, True),
        })

    def test_what_may_follow_ends_a_list(self):
        tally = self.model().wqes["tally"]
        states = typestate.derive(tally.steps, tally.behind)
        self.assertEqual([s.name for s in states if s.open], ["takes_piece_or_route_or_detour_or_signal_or_finish"])
        self.assertEqual({c.choice.call for s in states for c in s.calls if c.behind}, {"route", "detour"})

    def test_what_may_follow_a_last_segment(self):
        behind = self.model().wqes["tally"].behind
        after_route = "takes_detour_or_signal_or_finish"
        self.assertEqual([(s.name, [c.next_state for c in s.calls]) for s in typestate.derive((), behind)],
                         [("takes_route_or_detour_or_signal_or_finish", [after_route, "ready"]), (after_route, ["ready"]), ("ready", [])])

    def test_every_state_that_is_named_exists(self):
        for wqe in self.model().wqes.values():
            states = typestate.derive(wqe.steps, wqe.behind)
            named = {call.next_state for state in states for call in state.calls}
            self.assertLessEqual(named, {state.name for state in states})
            self.assertEqual(len({state.name for state in states}), len(states))


class Transports(support.WithScratch):
    def test_its_segments_come_before_the_verb(self):
        transports = self.model().transports
        self.assertEqual(typestate.before_verb(transports["plain"].steps), ())
        (state,) = typestate.before_verb(transports["routed"].steps)
        self.assertEqual((state.name, state.ready, [(c.choice.call, c.next_state) for c in state.calls]),
                         ("needs_route", False, [("route", "needs_verb")]))

    def test_several_ways_to_take_a_step_lead_to_the_same_state(self):
        states = typestate.before_verb(self.model().transports["framed"].steps)
        self.assertEqual([(s.name, [(c.choice.call, c.next_state) for c in s.calls]) for s in states], [
            ("needs_route", [("route", "needs_frame_or_buffer")]),
            ("needs_frame_or_buffer", [("frame", "needs_verb"), ("frame", "needs_verb"), ("frame", "needs_verb"), ("buffer", "needs_verb")]),
        ])

    def test_a_verb_begins_a_wqe_or_one_of_its_variants(self):
        specs = self.model()
        nop, put = typestate.starts(specs.carried_by(specs.transports["plain"]))
        self.assertEqual((nop.wqe.name, nop.cpp_type, nop.variants), ("nop", "typename wqe::nop<Slot>::ready", ()))
        self.assertEqual((put.wqe.name, put.cpp_type, put.cpp_base), ("put", "put_needs_imm_or_pair", "wqe::put<Slot>::needs_pair"))
        self.assertEqual([v.cpp_type for v in put.variants], ["typename wqe::put_imm<Slot>::needs_pair"])

    def test_transports_that_carry_the_same_wqes_share_their_verbs(self):
        specs = main.specs_of(support.ROOT)
        shared = {v.name: [t.name for t in v.transports] for v in typestate.verbs(specs) if v.shared}
        self.assertEqual(shared, {"dci_verbs": ["dci", "dci_compact", "dci_roce"], "ud_verbs": ["ud", "ud_compact", "ud_roce"]})
        every = [t.name for v in typestate.verbs(specs) for t in v.transports]
        self.assertEqual(sorted(every), list(specs.transports))


class Comments(unittest.TestCase):
    """The comments in the headers and the names of the states say what these allow: they are compared with the functions that the
    headers declare."""

    CLASS = re.compile(r"^((?: *///[^\n]*\n)*) *class \[\[nodiscard\]\] (\w+)\s*: public wire::(\w+)<.*?^  \};\n", re.M | re.S)
    STEP = re.compile(r"^((?: *///[^\n]*\n)+) *\[\[gnu::always_inline\]\] (\w+) (\w+)\(", re.M)
    READY = {"signal", "finish"}

    @staticmethod
    def words(comment, begin):
        """The names of functions in a comment behind a word."""
        text = " ".join(line.strip().removeprefix("///") for line in comment.splitlines())
        return set(re.findall(r"(\w+)\(\)", text.rpartition(begin)[2]))

    def test_every_state_and_step_of_every_wqe(self):
        headers, steps = sorted((support.ROOT / "generated/wqes").glob("*.hpp")), 0
        for header in headers:
            text = header.read_text(encoding="utf-8")
            allowed, told = {"ready": self.READY}, []
            for found in self.CLASS.finditer(text):
                comment, name, base = found[1], found[2], found[3]
                functions = [(step[1], step[2], step[3]) for step in self.STEP.finditer(found[0])]
                allowed[name] = {function for _, _, function in functions} | (self.READY if base != "builder_state" else set())
                self.assertEqual(self.words(comment, "Allows"), allowed[name], f"{header.name}: {name}")
                self.assertEqual(set(name.partition("_")[2].split("_or_")), allowed[name], header.name)
                self.assertEqual(found[0].count("always_inline"), len(functions), f"{header.name}: {name} has a step without a comment")
                told += functions
            [first] = set(re.findall(r"class First = (\w+)>", text)) or {None}  # the verb's state; a qualifier names its own
            behind = self.CLASS.search(text)
            begin = self.STEP.findall(text[:behind.start()] if behind else text)
            told += [(comment, first if state == "First" else state, function) for comment, state, function in begin]
            self.assertEqual(len(begin), 1, header.name)
            for comment, next_state, function in told:
                self.assertEqual(self.words(comment, "Next:"), allowed[next_state], f"{header.name}: {function}()")
            steps += len(told)
        self.assertGreater(len(headers), 40)
        self.assertGreater(steps, 150)


if __name__ == "__main__":
    unittest.main()
