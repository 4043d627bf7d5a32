#include "verbatim/verbs/base/version.hpp"

namespace verbatim {

unsigned library_version() noexcept { return VERBATIM_VERSION; }

}  // namespace verbatim
