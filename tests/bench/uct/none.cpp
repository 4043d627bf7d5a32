// Without UCX there are no rows of uct.
#include "native/native_line.hpp"

namespace verbatim::bench {

void add_uct_lines(std::vector<native_line>&) {}

}  // namespace verbatim::bench
