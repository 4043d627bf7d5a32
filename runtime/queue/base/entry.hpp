// The types of values that a queue can carry for the user from a WQE to its completion.
#pragma once

#include <type_traits>

#include "verbatim/wire/cpp20.hpp"

namespace verbatim::detail {

/// True for types that the tables of the queues can hold. Moving them must not throw, because
/// nothing on the data path throws.
template <class Entry>
inline constexpr bool is_entry = std::is_default_constructible_v<Entry>&&
    std::is_nothrow_move_constructible_v<Entry>&& std::is_nothrow_move_assignable_v<Entry>;

}  // namespace verbatim::detail
