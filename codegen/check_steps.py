"""Checks between the steps of a transport or a WQE, which need all of them."""
from codegen.model import OCTOWORD, WQEBB


def check_transport(steps):
    for step in steps:
        for choice in step:
            if choice.segment is None or choice.repeat or choice.pad or choice.in_list:
                choice.node.fail("a transport puts plain segments after ctrl_seg, each once; "
                                 "lists and payloads belong to the WQEs")
            if choice.call == "verb":
                choice.node["call"].fail("'verb' is what every WQE begins with; choose another name")
            if choice.octowords != step[0].octowords:
                choice.node.fail(f"takes {choice.octowords} octowords, but '{step[0].call}' above {step[0].octowords}; "
                                 "on one transport the data begins at one place, so describe two transports")
        if len({choice.segment.name for choice in step}) > 2:
            step[0].node.fail("one_of offers at most two segments, each in one way or several; describe two transports")
    _check_behind_header(steps)
    check_calls(steps)


def check_wqe(steps):
    check_calls(steps)
    for step in steps:
        kinds = [(c.segment is not None, c.payload is not None) for c in step]
        for i, kind in enumerate(kinds):
            if kind in kinds[:i]:
                step[i].node.fail("one_of offers at most one segment, one payload and one step without data; "
                                  "describe two WQEs instead")
    for step in steps[:-1]:
        for choice in step:
            if choice.repeat or choice.pad or choice.segment is None and not choice.imm or len(step) > 1:
                choice.node.fail("only the last step may repeat, be padded, offer a choice, or carry a payload; "
                                 "move it to the end")
    _check_behind_header(steps)
    _check_in_list(steps)


def check_calls(steps):
    """Each step has its own name; on a transport, several ways to take one step may share it as overloads."""
    called = {}
    for i, step in enumerate(steps):
        for choice in step:
            _check_arguments(choice)
            if choice.call not in called:
                called[choice.call] = i, [_overload(choice)]
                continue
            at, overloads = called[choice.call]
            if at != i or choice.segment is None:
                choice.node["call"].fail(f"'{choice.call}' is called already; give each step its own name")
            if _overload(choice) in overloads:
                choice.node["call"].fail(f"'{choice.call}' with as many arguments is called already; "
                                         "let it take more or fewer, or give it its own name")
            overloads.append(_overload(choice))


def _check_arguments(choice):
    """Segments that are given together have names of their own."""
    names = [a.name for a in choice.args]
    for follower in choice.also:
        if follower.whole and follower.argument in names:
            follower.node["whole"].fail(f"argument '{follower.argument}' is given twice; give it another name")
        names += [follower.argument] if follower.whole else []


def _overload(choice):
    """The key that tells ways to take one step apart, also where numbers convert to each other."""
    return "whole" if choice.whole else len(choice.args) + (1 if choice.header else 0)


def _check_behind_header(steps):
    """A packet header is as long as it is: only lists and payloads look how much room is left."""
    for i, step in enumerate(steps):
        for choice in step:
            behind = [c for later in steps[i + 1:] for c in later if c.segment and not c.repeat]
            if choice.header and (choice.also or behind):
                (*choice.also, *behind)[0].node.fail(
                    "behind a packet header only a list or a payload has its place; move this in front of it")


def _check_in_list(steps):
    """A segment that counts as part of a list stands directly in front of it."""
    part = bool(steps) and any(choice.length_in for choice in steps[-1])
    for step in reversed(steps[:-1]):
        part = part and any(choice.in_list for choice in step)
        for choice in step:
            if choice.in_list and not part:
                _fail_in_list(choice)
    for choice in steps[-1] if steps else ():
        if choice.in_list:
            _fail_in_list(choice)


def _fail_in_list(choice):
    choice.node.key("in_list").fail("counts what stands directly in front of a list with length_in; "
                                    "move it there, or remove 'in_list'")


def check_counts(wqe):
    """A number that is filled in at the end lies at a place that does not depend on the transport, and is 0 before."""
    *earlier, last = wqe.steps or ((),)
    for choice in last:
        if choice.pad and not wqe.bare:
            choice.node["pad"].fail("only a WQE in front of which no transport puts anything is padded; "
                                    "write `bare: true`")
        counts = [count for count in (choice.entries_in, choice.length_in) if count]
        for count in counts:
            _check_count(count, earlier, last)
        if len(counts) == 2 and counts[0].field == counts[1].field and counts[0].segment == counts[1].segment:
            counts[1].node.fail(f"'{counts[1].field.name}' takes the number of entries already; name another field")


def single(step):
    """The only choice of a step that may be left out: plain segments that fill WQEBBs."""
    choice = step[0]
    if len(step) > 1 or choice.segment is None or choice.repeat or choice.pad or choice.in_list or choice.header or (
            choice.octowords % (WQEBB // OCTOWORD)):
        choice.node.fail(f"what may be left out is plain segments of {WQEBB} bytes, or a multiple of that; describe another WQE")
    return choice


def check_behind(wqe):
    """Segments that may follow begin at a WQEBB, whatever is in front of them, and their length is 0 before."""
    if not wqe.behind:
        return
    if not wqe.bare or not wqe.closing and (wqe.data_step or wqe.octowords_before_data % (WQEBB // OCTOWORD)):
        wqe.node.fail(f"what is behind begins at a multiple of {WQEBB} bytes; write `bare: true`, and pad the list")
    check_calls((*wqe.steps, *((choice,) for choice in wqe.behind)))
    _check_count(wqe.behind_in, wqe.steps, ())


def _check_count(count, earlier, last):
    parts = [part for step in earlier for part in (step[0], *step[0].also)]
    into = [part for part in parts if part.segment and part.segment.name == count.segment]
    if len(into) != 1:
        count.node.fail(f"'{count.segment}' is {'not one' if into else 'no'} earlier segment of this WQE; "
                        "count into one that is")
    if any(part.header for part in parts):
        count.node.fail("where the list begins depends on the packet header, so it cannot be counted; remove one of the two")
    if any(choice.payload for choice in last):
        count.node.fail("a payload has no entries to count; describe two WQEs")
    fixed = {f.field: f.value for f in into[0].fixed}
    given = [t.field for a in into[0].args for t in a.targets]
    if into[0].whole or count.field in given or fixed.get(count.field, 0) != 0:
        count.node.fail(f"'{count.field.name}' is written with the list, so it begins as 0; let nobody else give it a value")
