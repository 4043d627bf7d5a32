// A device without an engine.
#include "objects/engine_hooks.hpp"

#include <cerrno>

namespace verbatim::emulator {

int engine_hooks::completion_queue_resized(completion_queue&, std::byte*, std::uint32_t,
                                           std::uint32_t) {
  // The CQE that ends the old ring is the engine's to write.
  return EOPNOTSUPP;
}

}  // namespace verbatim::emulator
