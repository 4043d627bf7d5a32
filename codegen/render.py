"""The model as text: headers, field tables and checks; pages.py adds the documentation. The only file that knows Jinja and clang-format."""
import difflib
import pathlib
import re
import shutil
import subprocess
import tempfile
import textwrap

import jinja2

from codegen import bit_files, pages, typestate
from codegen.languages import languages
from codegen.model import KEY_TYPES

HERE = pathlib.Path(__file__).resolve().parent
CLANG_FORMAT_MAJOR = "14"
COLUMNS = 110  # of a comment
CODE_COLUMNS = 100  # of code, as .clang-format says
STALE = "generated/ is stale: run `meson compile -C build generate`"
CODE = (".hpp", ".inc", ".h")  # clang-format decides their layout
LANGUAGES = languages()

TEMPLATES = jinja2.Environment(loader=jinja2.FileSystemLoader(HERE / "templates"), undefined=jinja2.StrictUndefined,
                               keep_trailing_newline=True, trim_blocks=True, lstrip_blocks=True)


def _template_filter(function):
    TEMPLATES.filters[function.__name__] = function
    return function


for _function in (typestate.allowed, typestate.by_name, typestate.first_state):
    _template_filter(_function)


@_template_filter
def base(state, wqe):
    """The class from which a state of a WQE inherits what is the same in every builder."""
    return f"{base_name(state)}<{f'wqe::{wqe.name}, ' if state.ready else ''}Slot>"


@_template_filter
def base_name(state):
    if not state.ready:
        return "builder_state"
    return "ready_to_close" if state.open else "takes_signal_or_finish"


@_template_filter
def hex2(number):
    return f"0x{number:02x}"


@_template_filter
def hex3(number):
    return f"0x{number:03x}"


@_template_filter
def packed(store):
    """The value of a store, as C++, from the fields of a struct."""
    return ", ".join(_packed_word(word) for word in store.words)


def _packed_word(word):
    parts = []
    for field in word.fields:
        if field.always:
            parts.append(f"wire::put<{field.msb}, {field.lsb}>(std::uint{word.bits}_t{{{number(field.always)}}})")
        elif field.settable:
            value = f"static_cast<{field.cpp_number}>({field.name})" if field.enum else field.name
            if not field.fills_word:
                put = "put_in_place" if field.in_place else "put"
                value = f"wire::{put}<{field.msb}, {field.lsb}>(std::uint{word.bits}_t{{{value}}})"
            parts.append(value)
    return " | ".join(parts) or "0"


@_template_filter
def unpacked(field, word):
    """A field's value, as C++, from the word it is in."""
    get = "get_in_place" if field.in_place else "get"
    value = word if field.fills_word else f"wire::{get}<{field.msb}, {field.lsb}>({word})"
    return f"static_cast<{field.cpp_type}>({value})" if field.enum else value


@_template_filter
def getter(field):
    """A field's value, as C++, from the bytes behind at_. A field that fills bytes of its word is read without the rest."""
    if field.bytes:
        return f"wire::load_bytes<{field.bytes}>(at_ + 0x{field.at:02x})"
    if field.fills_bytes:
        value = f"wire::load{field.width}(at_ + 0x{field.first_bit // 8:02x})"
        return f"static_cast<{field.cpp_type}>({value})" if field.enum else value
    return unpacked(field, f"wire::load{field.word_bits}(at_ + 0x{field.at:02x})")


@_template_filter
def parameters(choice):
    if choice.payload:
        return "std::span<const std::byte> bytes"
    if choice.imm:
        return imm_parameter(choice)
    given = [_parameter(a) for a in choice.args]
    given += ["std::span<const std::byte> header"] if choice.header else []
    given += [f"const verbatim::{part.segment.name}& {part.argument}" for part in choice.parts if part.whole]
    return ", ".join(given)


def _parameter(argument):
    return f"{argument.cpp_type}{' const&' if argument.field.bytes else ''} {argument.name}"


@_template_filter
def imm_parameter(choice):
    """The parameter that fills ctrl_seg.imm, of a choice or of a WQE with a qualifier."""
    return f"{KEY_TYPES[choice.imm_key]} {choice.imm}"


@_template_filter
def imm_value(choice):
    return f"{choice.imm}.value()" if choice.imm_key else choice.imm


@_template_filter
def memory_parameters(choice):
    """The parameters with one piece of memory in place of its address, its length and its key."""
    side = choice.memory[-1].key
    given = [f"const wire::{side}_memory& {side}" if a == choice.memory[0] else _parameter(a) for a in choice.args
             if a == choice.memory[0] or a not in choice.memory]
    return ", ".join(given)


@_template_filter
def from_memory(choice):
    """The arguments of the other overload, which takes address, length and key."""
    address, *_, key = choice.memory
    getters = {address: f"{key.key}.addr()", key: f"{key.key}.{key.key[0]}key()"}
    return ", ".join(getters.get(a) or (f"{key.key}.length()" if a in choice.memory else a.name) for a in choice.args)


@_template_filter
def least_length(choice):
    """The length that a piece of memory has at least, or 0: a WQE may fix how many bytes it takes."""
    _, *length, _ = choice.segment.memory
    return next((f.value for f in choice.fixed if f.field.name in length), 0)


@_template_filter
def segment_value(choice):
    """The segment, as C++, with designated initialisers in the order in which it declares its fields; 0 goes without."""
    if choice.whole:
        return choice.argument
    values = {t.field.name: _argument(a, t) for a in choice.args for t in a.targets}
    values |= {f.field.name: _fixed_value(f) for f in choice.fixed if f.value}
    if choice.header:
        length, _ = choice.header
        values[length.name] = f"static_cast<{length.cpp_type}>(header.size())"
    inner = ", ".join(f".{f.name} = {values[f.name]}" for f in choice.segment.settable if f.name in values)
    return f"{choice.segment.name}{{{inner}}}"


def _argument(argument, target):
    number = f"{argument.name}.value()" if argument.key else argument.name
    return f"static_cast<{target.field.cpp_type}>(~{number})" if target.complement else number


@_template_filter
def header_offset(choice):
    """Offset in the segment at which the bytes of a packet header begin."""
    return choice.header[1].first_bit // 8


def _fixed_value(fixed):
    return f"verbatim::{fixed.field.enum}::{fixed.enumerator}" if fixed.enumerator else number(fixed.value)


@_template_filter
def number(value):
    """The number as C++ writes it: one that does not fit a signed type has to say that it is unsigned."""
    return str(value) if value < 1 << 63 else f"{value}u"


@_template_filter
def quoted(text):
    """The text as a C++ string."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


@_template_filter
def origin(path):
    """The beginning of a generated file."""
    return f"// Generated from {path} by codegen.\n// Do not edit: `meson compile -C build generate`."


@_template_filter
def enumerator(value, doc):
    """An enumerator with its comment: behind it if the line is short enough for clang-format, above it if not."""
    line = f"  {value.name} = {hex2(value.value)},"
    beside = f"{line}  ///< {doc}"
    return beside if len(beside) <= CODE_COLUMNS else f"  /// {doc}\n{line}"


@_template_filter
def cell(text):
    """The text as a cell of a Markdown table."""
    return text.replace("|", "\\|")


@_template_filter
def table_rows(steps):
    """Steps as wire::step has them: segment, what may stand in its place, header of a payload, field that counts the
    bytes behind, whether it repeats."""
    rows = []
    for step in steps:
        segments = list(dict.fromkeys(c.segment.name for c in step if c.segment))
        payload = next((c.payload.name for c in step if c.payload), "")
        header = next((c.header[0].name for c in step if c.header), "")
        repeats = "true" if any(c.repeat for c in step) else "false"
        if segments or payload:
            names = (segments + ["", ""])[:2]
            rows.append(f'"{names[0]}", "{names[1]}", "{payload}", "{header}", {repeats}')
        rows += [f'"{c.segment.name}", "", "", "", false' for c in step[0].also]
    return rows


@_template_filter
def behind_rows(wqe):
    """The segments that may follow, as wire::step has them: the first of each step says that it may be missing."""
    return [f'"{part.segment.name}", "", "", "", false, {"true" if part is choice else "false"}'
            for choice in wqe.behind for part in choice.parts]


@_template_filter
def given_rows(wqe):
    """Values that a WQE always has in the segments whose place is fixed, as wire::given has them: step, field, value, or the
    field that has the same value or its complement. Fields that are counted when the list ends are left out."""
    counted = {(c.segment, c.field) for step in wqe.steps for choice in step
               for c in (choice.entries_in, choice.length_in, wqe.behind_in) if c}
    rows, at = [], 0
    for step in wqe.steps:
        choices = [c for c in (step[0], *step[0].also) if c.segment] if len(step) == 1 else []
        for choice in choices:
            at += 1
            if not choice.repeat and not choice.whole:
                rows += [f'{at}, "{field.name}", {rest}' for field, rest in _given(choice)
                         if (choice.segment.name, field) not in counted]
    return rows


def _given(choice):
    for first, *others in (a.targets for a in choice.args):
        for other in others:
            complement = "true" if other.complement != first.complement else "false"
            yield other.field, f'0, "{first.field.name}", {complement}'
    values = {f.field: f.value for f in choice.fixed}
    taken = {t.field for a in choice.args for t in a.targets} | set(choice.header)
    for field in choice.segment.settable:
        if field not in taken:
            yield field, number(values.get(field, 0))


@_template_filter
def chain(wqe):
    """The calls of a builder, as its documentation shows them."""
    parts = [f"{wqe.verb}(flags)"] + ([f"{wqe.qualifier}()"] if wqe.qualifier else [])
    parts += [" or ".join(f"{c.call}(){'…' if c.repeat else ''}" for c in step) for step in wqe.steps]
    return " → ".join([*parts, *(f"[{c.call}()]" for c in wqe.behind), "[signal()]", "finish()"])


def render(specs, only=None):
    """The text of every generated file, or of those for one language, by its path below the root."""
    files = {} if only else _of_cpp(specs)
    for name, language in LANGUAGES.items():
        if only in (None, name):
            files |= _wrapped(language.files(specs, TEMPLATES))
    command, code = clang_format(), {path: text for path, text in files.items() if path.endswith(CODE)}
    if command and code:
        files |= _formatted(code, command)
    return files if only else files | pages.pages(specs, TEMPLATES)


def _of_cpp(specs):
    files = {}
    for layout in specs.layouts.values():
        template = "cqe.hpp.j2" if layout.kind == "cqe" else "segment.hpp.j2"
        files[f"generated/{layout.folder}/{layout.name}.hpp"] = _render(
            template, layout=layout, listed=layout.name in specs.listed)
    files |= bit_files.files(specs, _render)
    for wqe in specs.wqes.values():
        segments = _segments_of((*wqe.steps, wqe.behind))
        files[f"generated/wqes/{wqe.name}.hpp"] = _render(
            "wqe.hpp.j2", wqe=wqe, states=typestate.derive(wqe.steps, wqe.behind), segments=segments)
    for transport in specs.transports.values():
        files[f"generated/transport_tags/{transport.name}.hpp"] = _render(
            "transport_tag.hpp.j2", transport=transport, carried=specs.carried_by(transport))
    for verbs in typestate.verbs(specs):
        if verbs.shared:
            files[f"generated/transports/{verbs.name}.hpp"] = _render(
                "transport_verbs.hpp.j2", verbs=verbs, carried=verbs.carried)
        for transport in verbs.transports:
            before = typestate.before_verb(transport.steps)
            files[f"generated/transports/{transport.name}.hpp"] = _render(
                "transport.hpp.j2", transport=transport, carried=verbs.carried, before=before, verbs=verbs,
                first=before[0].name if before else typestate.VERB, segments=_segments_of(transport.steps))
    files["generated/enums.hpp"] = _render("enums.hpp.j2", enums=specs.enums.values())
    files["generated/syndromes.hpp"] = _render("syndromes.hpp.j2", specs=specs)
    if specs.qp_transitions:
        files["generated/qp_transitions.hpp"] = _render("qp_transitions.hpp.j2", changes=specs.qp_transitions)
    files["generated/layouts.hpp"] = _render("layouts.hpp.j2", specs=specs)
    files["generated/mlx5dv_asserts.inc"] = _render("mlx5dv_asserts.inc.j2", specs=specs)
    return files


def _segments_of(steps):
    return sorted({part.segment.name for step in steps for c in step for part in c.parts if part.segment})


def write(files, root, only=None):
    """Brings generated/ and docs/layouts/, or the folder of one language, up to date; a file whose text did not change is
    not touched."""
    for stale in _on_disk(root, only) - files.keys():
        (root / stale).unlink()
    for path, text in files.items():
        target = root / path
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")


def difference(files, root, only=None):
    """Returns the differences between `files` and those below root, as a diff; empty if there are none."""
    final = clang_format() is not None
    lines = []
    for path in sorted(_on_disk(root, only) | files.keys()):
        there = (root / path).read_text(encoding="utf-8") if (root / path).exists() else ""
        wanted = files.get(path, "")
        as_it_is = final or not path.endswith(CODE)  # nobody formats pages and other languages
        if there != wanted and (as_it_is or _tokens(there) != _tokens(wanted)):
            lines += difflib.unified_diff(there.splitlines(), wanted.splitlines(), f"{path} (committed)",
                                          f"{path} (from the specs)", lineterm="")
    return "\n".join(lines)


def _on_disk(root, only):
    """Everything in the places where nothing is written by hand. Python keeps what it compiled beside a module."""
    places = (LANGUAGES[only].PLACE,) if only else ("generated", pages.PLACE)
    return {p.relative_to(root).as_posix() for place in places for p in (root / place).rglob("*")
            if p.is_file() and "__pycache__" not in p.parts}


def _render(template, **values):
    return _wrapped_text(TEMPLATES.get_template(template).render(**values))


def _wrapped(files):
    return {path: _wrapped_text(text) for path, text in files.items()}


def _wrapped_text(text):
    return "\n".join(part for line in text.split("\n") for part in wrapped(line))


def wrapped(line):
    """The line, or the lines that a comment takes that is too long for one; what is indented in it stays so."""
    comment = re.match(r"( *//[/!]? *)(?! )(.*)", line)
    if not comment or len(line) <= COLUMNS:
        return [line]
    begin, text = comment.groups()
    return textwrap.wrap(text, COLUMNS, initial_indent=begin, subsequent_indent=begin, break_long_words=False,
                         break_on_hyphens=False)


def clang_format():
    """The command that decides the committed layout, or None if only another version or none is installed."""
    for command in (f"clang-format-{CLANG_FORMAT_MAJOR}", "clang-format"):
        if shutil.which(command):
            version = subprocess.run([command, "--version"], capture_output=True, text=True, check=True).stdout
            if re.search(rf"version {CLANG_FORMAT_MAJOR}\.", version):
                return command
    return None


def _formatted(files, command):
    """All at once: starting the command takes longer than its work."""
    style = (HERE.parent / ".clang-format").as_posix()
    with tempfile.TemporaryDirectory() as directory:
        places = {path: pathlib.Path(directory, f"{i}{'.h' if path.endswith('.h') else '.hpp'}") for i, path in enumerate(files)}
        for path, text in files.items():
            places[path].write_text(text, encoding="utf-8")
        subprocess.run([command, f"--style=file:{style}", "-i", *places.values()], check=True)
        return {path: place.read_text(encoding="utf-8") for path, place in places.items()}


def _tokens(text):
    """C++ without its layout, which decides where lines and long strings are broken."""
    return re.findall(r"\w+|[^\w\s]", re.sub(r'"\s+"', "", text))
