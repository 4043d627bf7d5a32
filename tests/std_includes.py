"""Every header of the library includes what it takes from the standard library: std_includes.py ROOT

A header counts as included if one of the library's headers that the file includes has it. What a header of the standard
library happens to include does not count, as the next library may not include it. alone.py relies on this."""
import functools
import pathlib
import re
import sys

# The names of namespace std that the headers use. A name may be in several headers: one of them is enough.
NAMES = {
    "algorithm": "all_of any_of clamp copy copy_n equal fill fill_n find find_if lower_bound max max_element min min_element "
                 "none_of remove_if reverse sort stable_sort upper_bound",
    "array": "array to_array",
    "atomic": "atomic atomic_flag atomic_ref atomic_signal_fence atomic_thread_fence memory_order memory_order_acq_rel "
              "memory_order_acquire memory_order_relaxed memory_order_release memory_order_seq_cst",
    "bit": "bit_cast bit_ceil bit_floor bit_width countl_zero countr_zero endian has_single_bit popcount",
    "charconv": "from_chars to_chars",
    "chrono": "chrono",
    "compare": "partial_ordering strong_ordering",
    "concepts": "constructible_from convertible_to copyable derived_from integral invocable movable same_as unsigned_integral",
    "condition_variable": "condition_variable",
    "coroutine": "coroutine_handle noop_coroutine suspend_always suspend_never",
    "cstddef": "byte max_align_t nullptr_t ptrdiff_t size_t to_integer",
    "cstdint": "int16_t int32_t int64_t int8_t uint16_t uint32_t uint64_t uint8_t uintptr_t",
    "cstdio": "FILE fclose fopen fprintf fputs fwrite printf puts snprintf",
    "cstdlib": "abort exit free getenv malloc strtol strtoull",
    "cstring": "memchr memcmp memcpy memmove memset strchr strcmp strerror strlen strncmp strrchr strstr size_t",
    "cctype": "tolower toupper",
    "deque": "deque",
    "expected": "expected unexpected",
    "exception": "current_exception exception exception_ptr rethrow_exception terminate",
    "functional": "function hash invoke less plus reference_wrapper",
    "initializer_list": "initializer_list",
    "iostream": "cerr cout",
    "iosfwd": "basic_ostream",
    "istream": "istream",
    "iterator": "back_inserter begin data default_sentinel default_sentinel_t distance end forward_iterator_tag input_iterator_tag "
                "next prev size",
    "limits": "numeric_limits",
    "list": "list",
    "map": "map multimap",
    "memory": "addressof allocator construct_at destroy_at enable_shared_from_this make_shared make_unique shared_ptr static_pointer_cast unique_ptr "
              "weak_ptr",
    "mutex": "call_once lock_guard mutex once_flag recursive_mutex scoped_lock unique_lock",
    "new": "bad_alloc hardware_destructive_interference_size launder nothrow",
    "numeric": "gcd lcm accumulate",
    "optional": "make_optional nullopt nullopt_t optional",
    "ostream": "ostream streamsize",
    "random": "minstd_rand mt19937 mt19937_64 random_device uniform_int_distribution",
    "ranges": "ranges views ranges::contiguous_range ranges::sized_range ranges::range_value_t ranges::range_reference_t",
    "set": "multiset set",
    "span": "as_bytes as_writable_bytes dynamic_extent span",
    "sstream": "istringstream ostringstream stringstream",
    "stdexcept": "invalid_argument logic_error out_of_range runtime_error",
    "string": "basic_string getline stoul string streamsize to_string",
    "string_view": "string_view",
    "system_error": "errc error_category error_code error_condition generic_category make_error_code make_error_condition "
                    "system_category system_error is_error_code_enum",
    "thread": "jthread this_thread thread",
    "tuple": "apply forward_as_tuple get ignore make_tuple tie tuple tuple_element tuple_element_t tuple_size tuple_size_v",
    "type_traits": "bool_constant common_type_t conditional_t decay_t enable_if_t extent_v false_type integral_constant "
                   "invoke_result_t is_arithmetic_v is_base_of_v is_const_v is_convertible_v is_default_constructible_v is_empty_v "
                   "is_enum_v is_integral_v is_invocable_r_v is_invocable_v is_lvalue_reference_v is_nothrow_copy_constructible_v "
                   "is_nothrow_invocable_v is_nothrow_move_assignable_v is_nothrow_move_constructible_v is_same_v is_standard_layout_v "
                   "is_trivially_copyable_v is_trivially_destructible_v is_unsigned_v is_void_v remove_const_t remove_cvref_t "
                   "remove_pointer_t remove_reference_t true_type type_identity type_identity_t underlying_type_t void_t",
    "unordered_map": "unordered_map unordered_multimap",
    "unordered_set": "unordered_set",
    "utility": "as_const declval exchange forward in_place in_place_index in_place_index_t in_place_t index_sequence "
               "index_sequence_for make_index_sequence make_pair move pair swap unreachable get tuple_element tuple_size",
    "variant": "get get_if holds_alternative monostate variant variant_alternative_t variant_size_v visit",
    "vector": "erase erase_if vector",
}
# These are in every container's header too.
OF_CONTAINERS = {"begin", "end", "size", "data", "erase", "erase_if", "get", "swap", "tuple_size", "tuple_element", "hash",
                 "is_error_code_enum", "ranges::data", "ranges::size", "ranges::begin", "ranges::end", "ranges::enable_borrowed_range"}
CONTAINERS = {"array", "deque", "list", "map", "set", "span", "string", "string_view", "unordered_map", "unordered_set", "vector",
              "optional", "variant", "memory", "tuple", "utility", "iterator", "functional", "thread", "system_error", "ranges"}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]', re.M)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.S)
STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"')
USE = re.compile(r"\bstd::((?:ranges::)?\w+)")
LAYERS = ("wire", "mmio", "queue", "verbs", "connect", "stream")


def headers_of(name):
    """The headers that have the name."""
    found = {header for header, names in NAMES.items() if name in names.split()}
    if "::" in name and name.split("::")[1] in NAMES["algorithm"].split():
        found.add("algorithm")
    return found | CONTAINERS if name in OF_CONTAINERS else found


@functools.cache
def included(root, file):
    """The headers of the standard library that the file includes, itself or by those of this library."""
    found = set()
    for quote, name in INCLUDE.findall(file.read_text(encoding="utf-8")):
        if quote == "<":
            found.add(name)
            continue
        for place in (root / "runtime/include" / name, file.parent / name):
            if place.is_file():
                found |= included(root, place.resolve())
                break
    return frozenset(found)


def complaints(root, file):
    code = STRING.sub('""', COMMENT.sub("", file.read_text(encoding="utf-8")))
    has = included(root, file)
    for name in sorted(set(USE.findall(code))):
        headers = headers_of(name)
        if not headers:
            yield f"std::{name} is not in the list of {pathlib.Path(__file__).name}: add it to the header that has it"
        elif not headers & has:
            yield f"std::{name} needs {' or '.join(f'<{header}>' for header in sorted(headers))}"


def main(root):
    root = pathlib.Path(root).resolve()
    files = [file for layer in LAYERS for file in sorted((root / "runtime" / layer).rglob("*.hpp"))]
    files += sorted((root / "generated").rglob("*.hpp")) + sorted((root / "runtime/include/verbatim").glob("*.hpp"))
    wrong = [f"{file.relative_to(root)}: {text}" for file in files for text in complaints(root, file)]
    print("\n".join(wrong) or f"{len(files)} headers")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
