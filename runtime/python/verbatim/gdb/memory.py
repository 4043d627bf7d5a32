"""Reads the memory and the members of the debugged program."""
from __future__ import annotations

import re
from typing import Any, Iterator, Optional

import gdb


def read(address: int, size: int) -> bytes:
    """Bytes of the program. Throws gdb.MemoryError if it has none there."""
    return bytes(gdb.selected_inferior().read_memory(address, size))


def kind(value: Any) -> Any:
    """The type of a value without typedefs and const. The value itself is not cast: GDB 13 crashes if it is a base class."""
    return value.type.strip_typedefs().unqualified()


def target(value: Any) -> Any:
    """The object behind references and one pointer."""
    if kind(value).code in (gdb.TYPE_CODE_REF, gdb.TYPE_CODE_RVALUE_REF):
        value = value.referenced_value()
    return value.dereference() if kind(value).code == gdb.TYPE_CODE_PTR else value


def has(value: Any, name: str) -> bool:
    """Returns True if a class, or a base of it, has a data member of this name."""
    return is_member(kind(value), name)


def is_member(of: Any, name: str) -> bool:
    """Returns True if a type is a class, and it or a base of it has a data member of this name."""
    of = of.strip_typedefs()
    return of.code == gdb.TYPE_CODE_STRUCT and any(
        field.name == name or (field.is_base_class and is_member(field.type, name)) for field in of.fields())


def names(of: Any) -> Iterator[str]:
    """The names of a class and of its bases; none if the type is no class."""
    of = of.strip_typedefs().unqualified()
    if of.code == gdb.TYPE_CODE_STRUCT:
        yield of.name or ""
        for field in of.fields():
            if field.is_base_class:
                yield from names(field.type)


def member_of(of: Any, address: int, name: str) -> Any:
    """A member of an object, by the object's class and address. GDB itself would look for the class that an object with virtual
    functions really has, and complain if it does not find that."""
    for field in of.fields():
        if field.is_base_class and is_member(field.type, name):
            return member_of(field.type.strip_typedefs(), address + field.bitpos // 8, name)
        if field.name == name:
            return gdb.Value(address + field.bitpos // 8).cast(field.type.pointer()).dereference()
    raise gdb.error(f"{of} has no member {name}")


def class_of(pointer: Any) -> Optional[Any]:
    """The class of the object behind a pointer to its first base, by its virtual functions. GDB itself does not find templates whose
    arguments are enumerators, because compilers write those in other ways than symbols do."""
    table = pointer.cast(gdb.lookup_type("void").pointer().pointer()).dereference()
    found = re.match(r"vtable for (.*) \+ \d+ in section ", str(gdb.execute(f"info symbol {int(table):#x}", to_string=True)))
    if not found:
        return None
    enumerators = re.sub(r"\(([\w:]+)\)(\d+)", _enumerator, found[1])
    for name in (found[1], enumerators, re.sub(r"\b(\d+)u\b", r"\1U", enumerators), re.sub(r"\b(\d+)u\b", r"\1", found[1])):
        try:
            return gdb.lookup_type(name)
        except gdb.error:
            pass
    return None


def _enumerator(given: re.Match[str]) -> str:
    """The name of an enumerator, for (type)number."""
    try:
        fields = gdb.lookup_type(given[1]).fields()
    except gdb.error:
        return given[0]
    return next((str(field.name) for field in fields if field.enumval == int(given[2])), given[0])


def element(vector: Any, index: int) -> Optional[Any]:
    """An element of a std::vector, of libstdc++ or libc++. None if GDB does not know how the vector keeps its elements."""
    try:
        if has(vector, "_M_impl"):
            return vector["_M_impl"]["_M_start"][index]
        if has(vector, "__begin_"):
            return vector["__begin_"][index]
    except gdb.error:
        pass
    return None


def length(vector: Any) -> int:
    """The number of elements of a std::vector; 0 if GDB does not know how the vector keeps them."""
    if has(vector, "_M_impl"):
        return int(vector["_M_impl"]["_M_finish"] - vector["_M_impl"]["_M_start"])
    return int(vector["__end_"] - vector["__begin_"]) if has(vector, "__begin_") else 0


def in_words(value: Any) -> str:
    """A value of the program as GDB prints it."""
    return str(value.format_string(max_elements=8, max_depth=2))
