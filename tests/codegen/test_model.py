"""The meaning of good specs: one per feature, checked on the model and not on text."""
import unittest

import support
from codegen.wqe_model import Limits


class Layouts(support.WithScratch):
    def setUp(self):
        super().setUp()
        self.specs = self.model()
        self.pair = self.specs.layouts["pair_seg"]

    def test_a_field_knows_its_word_and_its_place_on_the_wire(self):
        second = self.pair.field("second")
        self.assertEqual((second.at, second.msb, second.lsb, second.width, second.word_bits), (8, 31, 0, 32, 32))
        self.assertEqual((second.first_bit, second.last_bit), (64, 95))
        self.assertEqual(second.cpp_type, "std::uint32_t")

    def test_fields_are_in_wire_order(self):
        self.assertEqual([f.name for f in self.pair.fields], ["first", "second", "colour", "marker", "reserved_0c"])

    def test_an_enum_field_has_the_type_of_its_enum(self):
        colour = self.pair.field("colour")
        self.assertEqual((colour.enum, colour.cpp_type, colour.cpp_number), ("colour", "verbatim::colour", "std::uint8_t"))
        self.assertEqual(self.pair.enums, ("colour",))

    def test_always_is_not_settable_and_needs_no_doc(self):
        marker = self.pair.field("marker")
        self.assertEqual((marker.always, marker.settable, marker.doc), (2, False, ""))

    def test_reserved_bits_are_not_settable(self):
        self.assertEqual([f.name for f in self.pair.settable], ["first", "second", "colour"])

    def test_bits_above_31_make_a_word_of_64_bits(self):
        route = self.specs.layouts["route_seg"]
        hops, kind = route.field("hops"), route.field("kind")
        self.assertEqual((hops.word_bits, hops.first_bit, hops.last_bit), (64, 0, 55))
        self.assertEqual((kind.word_bits, kind.first_bit, kind.last_bit, kind.narrow_at), (64, 56, 63, 4))
        self.assertEqual([(w.at, w.bits, len(w.fields)) for w in route.words][:2], [(0, 64, 2), (8, 64, 1)])

    def test_two_words_of_32_bits_are_stored_at_once(self):
        self.assertEqual([(s.at, s.bits, len(s.words)) for s in self.pair.stores], [(0, 64, 1), (8, 64, 2)])

    def test_the_vendors_struct_has_a_member_for_each_field_that_is_not_reserved(self):
        self.assertEqual(self.pair.struct, "made_up_pair_seg")
        self.assertEqual({f.name: f.member for f in self.pair.fields},
                         {"first": "first", "second": "packed", "colour": "colour", "marker": "marker", "reserved_0c": ""})
        self.assertEqual([f.member for f in self.specs.layouts["data_seg"].fields], ["", "", ""])

    def test_a_cqe_need_not_be_described_completely(self):
        done = self.specs.layouts["done_cqe"]
        self.assertEqual((done.kind, done.size, [f.name for f in done.fields]), ("cqe", 64, ["owner"]))

    def test_drop_if_zero_names_a_field(self):
        self.assertEqual(self.specs.layouts["data_seg"].drop_if_zero, "byte_count")

    def test_a_value_may_be_too_large(self):
        self.assertEqual([(f.name, f.max) for f in self.specs.layouts["data_seg"].limited], [("byte_count", 0x7fffffff)])
        self.assertEqual(self.pair.limited, ())

    def test_a_doorbell_is_a_layout(self):
        self.assertEqual(self.specs.layouts["made_up_dbrec"].kind, "doorbell")

    def test_bytes_are_a_field_without_a_word(self):
        label = self.specs.layouts["tally_seg"].field("label")
        self.assertEqual((label.bytes, label.width, label.first_bit, label.last_bit, label.where),
                         (6, 48, 16 * 8, 22 * 8 - 1, "6 bytes"))
        self.assertEqual((label.cpp_type, label.cpp_default), ("std::array<std::byte, 6>", "{}"))

    def test_bytes_may_begin_anywhere_and_share_a_word_with_bits(self):
        frame = self.specs.layouts["frame_seg"]
        self.assertEqual([f.name for f in frame.strings], ["header_start"])
        self.assertEqual([(w.at, [f.name for f in w.fields]) for w in frame.words][-1], (12, ["reserved_0c", "header_size"]))

    def test_reserved_bytes_are_not_settable(self):
        self.assertEqual([f.name for f in self.specs.layouts["tally_seg"].settable],
                         ["entries", "length", "keep", "drop", "more", "label"])

    def test_what_is_uncertain_is_said(self):
        tally = self.specs.layouts["tally_seg"]
        self.assertEqual([tally.field(name).uncertain for name in ("keep", "drop")], ["Some keep the rest.", ""])

    def test_fields_of_cqes_in_which_devices_may_differ_are_uncertain(self):
        cqe64 = support.specs_of(support.ROOT).layouts["cqe64"]
        self.assertEqual([name for name in ("byte_cnt", "slid", "rqpn", "se") if not cqe64.field(name).uncertain], [])

    def test_a_layout_may_be_the_beginning_of_a_struct_and_a_member_be_inside_another(self):
        tally = self.specs.layouts["tally_seg"]
        self.assertEqual((tally.struct, tally.prefix, self.pair.prefix), ("made_up_tally", True, False))
        self.assertEqual([tally.field(name).member for name in ("keep", "label", "reserved_16")], ["masks.keep", "label", ""])

    def test_what_is_generated_from_a_spec_mirrors_its_place(self):
        self.assertEqual([self.specs.layouts[name].folder for name in ("pair_seg", "done_cqe", "made_up_dbrec")],
                         ["segments", "cqes", "doorbells"])


class Enums(support.WithScratch):
    def test_enumerators_keep_the_order_of_the_spec_and_the_vendors_constant(self):
        colour = self.model().enums["colour"]
        self.assertEqual([(v.name, v.value, v.vendor, v.doc) for v in colour.values],
                         [("red", 0, "", "Red."), ("green", 1, "MADE_UP >> 4", "Green.")])
        self.assertEqual((colour.width, colour.cpp_base), (2, "std::uint8_t"))

    def test_numbers_are_decimal_or_hexadecimal(self):
        opcode = self.model().enums["opcode"]
        self.assertEqual([v.value for v in opcode.values], [0, 8, 16])

    def test_words_that_yaml_guesses_about_are_words(self):
        specs = self.model(enums__values="""
            enums:
              opcode: {doc: What a WQE asks for., source: made up, width: 8, values: {
                nop: {value: 0, doc: On.}, put: {value: 1, doc: Off.}, get: {value: 2, doc: Yes.},
                no: {value: 3, doc: No.}, on: {value: 4, doc: 12:30:45.}}}
              colour: {doc: A colour., source: null, width: 2, values: {red: {value: 0, doc: ~.}, green: {value: 1, doc: 1e3.}}}
              cqe_syndrome: {doc: What went wrong., source: made up, width: 8, values: {faded: {value: 1, doc: Off.}}}
              shade: {doc: How much is left., source: made up, width: 2, values: {dark: {value: 0, doc: Much.}}}
            """)
        self.assertEqual([(v.name, v.doc) for v in specs.enums["opcode"].values][3:], [("no", "No."), ("on", "12:30:45.")])
        self.assertEqual(specs.enums["colour"].source, "null")


class Wqes(support.WithScratch):
    def setUp(self):
        super().setUp()
        self.specs = self.model()

    def steps(self, name):
        return self.specs.wqes[name].steps

    def test_ctrl_seg_is_not_a_step(self):
        self.assertEqual(self.steps("nop"), ())

    def test_args_are_fields_by_their_own_or_another_name(self):
        ((pair,), _) = self.steps("put")
        self.assertEqual([(a.name, a.field.name) for a in pair.args], [("second", "second"), ("most", "first")])

    def test_errors_have_causes_and_checks(self):
        ok, faded = self.model().enums["cqe_syndrome"].values
        self.assertEqual((ok.causes, ok.checks), ((), ()))
        self.assertEqual(faded.causes, ("There is too much light.",))
        self.assertEqual(faded.checks, ("Look at the lamp.", "Close the shutters."))

    def test_vendor_syndromes_are_sorted_and_cover_their_lowest_bits(self):
        vendor = self.model().vendor_syndromes
        self.assertEqual([v.name for v in vendor.values], ["none", "rain", "sun"])
        self.assertEqual(list(vendor.values[2].codes), [0x24, 0x25, 0x26, 0x27])
        self.assertEqual(list(vendor.values[1].codes), [0x10])
        self.assertEqual([(r.syndrome.value, r.vendor, r.hardware) for r in vendor.reports], [(1, 0x27, 3), (1, 0x27, None)])

    def test_a_state_change_leads_from_each_of_its_states(self):
        (owl,) = self.model().qp_transitions.types
        self.assertEqual([(t.origin.name, t.to.name, [a.name for a in t.required], [a.name for a in t.optional])
                          for t in owl.transitions],
                         [("asleep", "awake", ["alarm"], ["snooze"]), ("asleep", "asleep", [], []), ("awake", "asleep", [], [])])

    def test_with_gives_a_number_or_an_enumerator(self):
        ((pair,), _) = self.steps("put_imm")
        self.assertEqual([(f.field.name, f.value, f.enumerator) for f in pair.fixed],
                         [("first", 2**64 - 1, ""), ("colour", 0, "red")])

    def test_one_of_offers_a_list_a_payload_and_nothing(self):
        sge, inline_data, no_data = self.steps("put")[1]
        self.assertEqual((sge.call, sge.segment.name, sge.repeat, sge.payload), ("sge", "data_seg", True, None))
        self.assertEqual((inline_data.call, inline_data.segment, inline_data.payload.name), ("inline_data", None, "inline_seg"))
        self.assertEqual((no_data.call, no_data.segment, no_data.payload), ("no_data", None, None))
        self.assertEqual(self.specs.listed, {"data_seg"})

    def test_a_segment_comes_once_unless_it_repeats(self):
        ((sge,),) = self.steps("get")
        self.assertFalse(sge.repeat)

    def test_begin_is_a_verb_or_a_verb_with_a_qualifier(self):
        put, put_imm = self.specs.wqes["put"], self.specs.wqes["put_imm"]
        self.assertEqual((put.begin, put.verb, put.qualifier, put.imm), ("put", "put", "", ""))
        self.assertEqual((put_imm.begin, put_imm.verb, put_imm.qualifier, put_imm.imm), ("put.imm", "put", "imm", "value"))

    def test_wqes_may_share_an_opcode(self):
        self.assertEqual({self.specs.wqes[name].opcode for name in ("put", "put_imm")}, {"put"})

    def test_opmod_belongs_to_the_wqe(self):
        self.assertEqual([self.specs.wqes[name].opmod for name in ("put", "wrap", "tally")], [0, 1, 3])

    def test_flags_of_a_wqe(self):
        flags = {w.name: (w.bare, w.fences_next) for w in self.specs.wqes.values()}
        self.assertEqual([flags[name] for name in ("put", "wrap", "tally")], [(False, False), (True, False), (True, True)])

    def test_ctrl_seg_with_a_call_is_a_step_and_needs_no_qualifier(self):
        ((key,), *_) = self.steps("tally")
        self.assertEqual((key.call, key.imm, key.segment, self.specs.wqes["tally"].imm), ("key", "value", None, ""))

    def test_a_segment_without_a_call_is_written_with_the_one_before(self):
        ((key,), *_) = self.steps("tally")
        self.assertEqual([(c.segment.name, c.octowords) for c in key.also], [("route_seg", 2)])
        self.assertEqual((key.octowords, len(self.steps("tally"))), (2, 4))

    def test_an_argument_may_fill_several_fields_one_with_its_complement(self):
        (masks,) = self.steps("tally")[1]
        self.assertEqual([(a.name, [(t.field.name, t.complement) for t in a.targets]) for a in masks.args],
                         [("mask", [("keep", False), ("drop", True)]), ("label", [("label", False)])])

    def test_a_whole_segment_has_no_arguments(self):
        (pair,) = self.steps("tally")[2]
        self.assertEqual((pair.whole, pair.in_list, pair.args, pair.fixed), (True, True, (), ()))

    def test_a_list_is_padded_and_counted(self):
        tally = self.specs.wqes["tally"]
        piece = tally.closing
        self.assertEqual((piece.call, piece.pad, tally.max_octowords), ("piece", 64, 60))
        self.assertEqual([(c.segment, c.field.name) for c in (piece.entries_in, piece.length_in)],
                         [("tally_seg", "entries"), ("tally_seg", "length")])
        # ctrl_seg, route_seg and tally_seg; pair_seg belongs to the list already
        self.assertEqual((tally.list_begin, tally.octowords_before_data, tally.octoword_of("tally_seg")), (5, 6, 3))
        self.assertIsNone(self.specs.wqes["put"].closing)

    def test_what_may_follow_is_counted_and_its_segments_have_names(self):
        tally = self.specs.wqes["tally"]
        self.assertEqual([(c.call, [(p.segment.name, p.whole, p.argument) for p in c.parts], c.octowords) for c in tally.behind], [
            ("route", [("route_seg", True, "segment"), ("route_seg", True, "back")], 4),
            ("detour", [("route_seg", False, "segment"), ("route_seg", False, "segment")], 4),
        ])
        self.assertEqual((tally.behind_in.segment, tally.behind_in.field.name), ("tally_seg", "more"))
        self.assertEqual((self.specs.wqes["put"].behind, self.specs.wqes["put"].behind_in), ((), None))

    def test_a_header_is_the_field_with_its_length_and_the_one_with_its_beginning(self):
        (start,) = self.steps("wrap")[0]
        self.assertEqual([f.name for f in start.header], ["header_size", "header_start"])
        self.assertEqual(start.octowords, 1)

    def test_a_payload_may_repeat(self):
        repeats = {name: [c.repeat for c in self.steps(name)[-1] if c.payload] for name in ("put", "push", "push_imm")}
        self.assertEqual(repeats, {"put": [False], "push": [True], "push_imm": [False]})


class Transports(support.WithScratch):
    def setUp(self):
        super().setUp()
        self.specs = self.model()
        self.plain, self.routed = self.specs.transports["plain"], self.specs.transports["routed"]

    def test_a_transport_carries_the_wqes_that_name_it(self):
        self.assertEqual([w.name for w in self.specs.carried_by(self.plain)], ["nop", "put", "put_imm"])
        self.assertEqual([w.name for w in self.specs.carried_by(self.routed)], ["get", "put", "put_imm"])

    def test_prefix_segments_are_steps(self):
        ((route,),) = self.routed.steps
        self.assertEqual((route.call, route.segment.name, route.octowords), ("route", "route_seg", 2))
        self.assertEqual((self.plain.octowords, self.routed.octowords), (0, 2))

    def test_limits_of_each_pair(self):
        limits = {(t.name, w.name): t.limits(w) for t in (self.plain, self.routed) for w in self.specs.carried_by(t)}
        self.assertEqual(limits, {
            ("plain", "nop"): Limits(octowords_before_data=1, max_inline=0, max_sges=0, max_wqebbs=1),
            # 63 octowords: ctrl_seg and pair_seg take two, and the payload's header takes 4 bytes
            ("plain", "put"): Limits(octowords_before_data=2, max_inline=61 * 16 - 4, max_sges=61, max_wqebbs=16),
            ("plain", "put_imm"): Limits(octowords_before_data=2, max_inline=0, max_sges=61, max_wqebbs=16),
            # 16 octowords; route_seg takes two more of them
            ("routed", "put"): Limits(octowords_before_data=4, max_inline=12 * 16 - 4, max_sges=12, max_wqebbs=4),
            ("routed", "put_imm"): Limits(octowords_before_data=4, max_inline=0, max_sges=12, max_wqebbs=4),
            # its one SGE has a fixed place: there is no list behind it
            ("routed", "get"): Limits(octowords_before_data=4, max_inline=0, max_sges=1, max_wqebbs=1),
        })

    def test_ways_to_take_a_step_are_overloads_or_another_segment(self):
        frame = self.specs.transports["framed"].steps[1]
        self.assertEqual([(c.call, c.segment.name, len(c.args), bool(c.header), c.whole) for c in frame],
                         [("frame", "frame_seg", 1, False, False), ("frame", "frame_seg", 1, True, False),
                          ("frame", "frame_seg", 0, False, True), ("buffer", "data_seg", 3, False, False)])

    def test_in_front_of_a_bare_wqe_a_transport_puts_nothing(self):
        framed = self.specs.transports["framed"]
        before = {w.name: framed.octowords_before(w) for w in self.specs.carried_by(framed)}
        self.assertEqual(before, {"push": 4, "push_imm": 4, "push_nothing": 0, "tally": 0, "wrap": 0})

    def test_limits_behind_headers_and_of_counted_lists(self):
        framed = self.specs.transports["framed"]
        limits = {w.name: framed.limits(w) for w in self.specs.carried_by(framed)}
        self.assertEqual(limits, {
            "push": Limits(octowords_before_data=5, max_inline=58 * 16 - 4, max_sges=58, max_wqebbs=16),
            # nothing but a payload; but in front of it a header may be as long as a WQE
            "push_imm": Limits(octowords_before_data=5, max_inline=58 * 16 - 4, max_sges=0, max_wqebbs=16),
            "push_nothing": Limits(octowords_before_data=1, max_inline=0, max_sges=0, max_wqebbs=1),
            # whole WQEBBs: 60 octowords; six of them come before the list
            "tally": Limits(octowords_before_data=6, max_inline=0, max_sges=54, max_wqebbs=15),
            "wrap": Limits(octowords_before_data=2, max_inline=0, max_sges=61, max_wqebbs=16),
        })

    def test_max_octowords_is_the_smaller_of_transport_and_wqe(self):
        put, get = self.specs.wqes["put"], self.specs.wqes["get"]
        self.assertEqual([self.plain.most_octowords(put), self.routed.most_octowords(put), self.routed.most_octowords(get)],
                         [63, 16, 8])

    def test_a_choice_takes_as_much_as_its_largest_entry(self):
        specs = self.model(wqes__get="""
            wqe: get
            doc: Gets into one place or into none.
            source: made up
            opcode: get
            begin: get
            transports: [routed]
            segments:
              - {segment: ctrl_seg}
              - one_of:
                  - {call: nowhere}
                  - {segment: data_seg, call: sge, args: [addr, byte_count, lkey]}
            """)
        self.assertEqual(specs.transports["routed"].limits(specs.wqes["get"]).octowords_before_data, 4)


if __name__ == "__main__":
    unittest.main()
