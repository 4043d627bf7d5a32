"""A WQE as a picture: its octowords from left to right, once for each way in which transports begin it."""
from dataclasses import dataclass

from codegen import svg
from codegen.model import OCTOWORD, WQEBB

LEFT, TOP, OCTO, LANE = 20, 40, 80, 58
NAME, CALLS = 27, 30  # room for a segment's name, and at most that for the calls below it
GAP, UNNAMED_GAP = 34, 8  # above a lane
PER_WQEBB = WQEBB // OCTOWORD


@dataclass(frozen=True)
class _Part:
    """A piece of a WQE: what stands in it in one case, and which call of the builder writes it."""

    kind: str
    words: tuple
    call: tuple  # like words; () if it is written together with the piece before
    octowords: int
    open: bool = False  # its length varies, or it may be missing
    optional: bool = False  # it has one length, but may be missing


def draw(wqe, specs):
    """The picture of a WQE, as SVG."""
    lanes = [(", ".join(names), _before(wqe, steps) + _own(wqe)) for steps, names in _beginnings(wqe, specs)]
    return _lanes(f"{wqe.name}, octoword by octoword", wqe.path, lanes)


def draw_transport(transport):
    """The picture of what a transport puts into a WQE, as SVG."""
    rest = _Part("data", ("the ", "WQE's ", "own ", "segments"), (), 2, open=True)
    before = [[_Part("ctrl", ("ctrl_", "seg"), (), 1)], *_prefix(transport.steps)]
    return _lanes(f"{transport.name}, octoword by octoword", transport.path, [("", [*before, [rest]])])


def _beginnings(wqe, specs):
    """The prefixes of the transports that carry the WQE, each with the names of those that have it."""
    prefixes = {}
    for name in wqe.transports:
        steps = () if wqe.bare else specs.transports[name].steps
        shape = tuple(part.words for column in _prefix(steps) for part in column)
        prefixes.setdefault(shape, (steps, []))[1].append(name)
    return prefixes.values()


def _before(wqe, steps):
    calls = [wqe.verb, *([wqe.qualifier] if wqe.qualifier else []), *(s[0].call for s in wqe.steps if s[0].imm)]
    return [[_Part("ctrl", ("ctrl_", "seg"), tuple(word for call in calls for word in _call(call)), 1)], *_prefix(steps)]


def _call(name):
    return tuple(svg.words_of(f".{name}()"))


def _prefix(steps):
    """A transport's own segments: columns, each of them the pieces of which one stands there."""
    return [column for step in steps for column in _columns(step, "prefix")]


def _own(wqe):
    columns = [column for step in wqe.steps for column in _columns(step, "data" if step is wqe.data_step else "field")]
    if wqe.closing:
        columns.append([_Part("reserved", ("zeros up ", "to a ", "multiple ", f"of {wqe.closing.pad}"), (), 2, open=True)])
    return columns + [[_behind(choice, part)] for choice in wqe.behind for part in choice.parts]


def _behind(choice, part):
    call = _call(choice.call) if part is choice else ()
    return _Part("field", tuple(svg.words_of(part.segment.name)), call, part.segment.size // OCTOWORD, optional=True)


def _columns(step, kind):
    """Pieces side by side; a step of several choices has them one above the other."""
    choices = list({_part(c, kind).words: _part(c, kind) for c in step if not c.imm}.values())
    columns = [choices] if choices else []
    if any(c.header for c in step):
        columns.append([_Part(kind, ("the ", "rest of ", "the ", "header"), (), 1, open=True)])
    return columns + [[_Part(kind, tuple(svg.words_of(c.segment.name)), (), c.octowords)] for c in step[0].also]


def _part(choice, kind):
    call = _call(choice.call)
    if choice.payload:
        words = (*svg.words_of(choice.payload.name), " and ", "payload", "…")
        return _Part("data", words, call, 2, open=True)
    if choice.segment is None:
        return _Part("gap", ("nothing",), call, 2, open=True)
    words = tuple(svg.words_of(choice.segment.name)) + ((" …",) if choice.repeat else ())
    octowords = choice.segment.size // OCTOWORD
    return _Part(kind, words, call, octowords + 1 if choice.repeat else octowords, open=choice.repeat)


def _lanes(title, path, lanes):
    """Lanes of columns below one scale."""
    picture = svg.Picture(title, path)
    width = max(sum(_width(column) for column in columns) for _, columns in lanes)
    heights = [LANE * max(max(len(column) for column in columns), 1) for _, columns in lanes]
    gaps = [GAP if name else UNNAMED_GAP for name, _ in lanes]
    bottom = TOP + sum(gaps) + sum(heights)
    _scale(picture, width, bottom)
    y = TOP
    for (name, columns), height, gap in zip(lanes, heights, gaps, strict=True):
        y += gap
        if name:
            picture.write(LEFT, y - 13, name, 11, "begin")
        _draw_lane(picture, columns, y, height)
        y += height
    names = max(len(name) for name, _ in lanes) * 11 * svg.GLYPH
    return picture.text(2 * LEFT + max(width * OCTO, names), bottom + 18)


def _width(column):
    return max(part.octowords for part in column)


def _scale(picture, octowords, bottom):
    """Offsets in bytes above, and where WQEBBs begin."""
    for i in range(octowords + 1):
        x = LEFT + i * OCTO
        if i < octowords:
            picture.write(x + 4, TOP - 8, f"0x{i * OCTOWORD:02x}", 10, "quiet begin")
        picture.line(x, TOP - (22 if i % PER_WQEBB == 0 else 14), x, bottom if i % PER_WQEBB == 0 else TOP,
                     dashed=i % PER_WQEBB == 0)


def _draw_lane(picture, columns, y, height):
    x = LEFT
    for column in columns:
        each = height / len(column)
        for i, part in enumerate(column):
            width = (_width(column) if part.open else part.octowords) * OCTO
            _draw_part(picture, part, (x, y + i * each, width, each))
        x += _width(column) * OCTO


def _draw_part(picture, part, place):
    x, y, width, height = place
    name = "".join(part.words)
    length = "length varies" if part.open else f"{part.octowords * OCTOWORD} bytes" + (" or none" if part.optional else "")
    picture.box(part.kind, x, y + 1, width, height - 2, title=f"{name}: {length}", dashed=part.open or part.optional)
    if not part.call:
        picture.label((x, y, width, height), part.words)
        return
    call = part.call if svg.fit(part.call, width - 4, CALLS, most=9.5) else ("…",)
    size, lines = svg.fit(call, width - 4, CALLS, most=9.5)
    top = y + (height - NAME - len(lines) * size * svg.SPACING) / 2
    picture.label((x, top, width, NAME), part.words) or picture.label((x, top, width, NAME), ("…",))
    picture.label((x, top + NAME - 4, width, len(lines) * size * svg.SPACING + 4), call, "quiet", most=9.5)
