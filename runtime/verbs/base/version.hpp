// The version of the library, which may be another than that of the headers.
#pragma once

#include "verbatim/wire/version.hpp"

namespace verbatim {

/// Returns VERBATIM_VERSION of the library that the loader found for this program. It is that of
/// the headers or a later one with the same soname.
unsigned library_version() noexcept;

}  // namespace verbatim
