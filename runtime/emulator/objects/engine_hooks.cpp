// A device without an engine.
#include "objects/engine_hooks.hpp"

#include "objects/queues/completion_queue.hpp"

namespace verbatim::emulator {

int engine_hooks::completion_queue_resized(completion_queue& cq, std::byte* buffer,
                                           std::uint32_t cqe_count, std::uint32_t cqe_size) {
  // The program that acts as the device writes the CQE that ends the old ring.
  cq.buffer = buffer;
  cq.cqe_count = cqe_count;
  cq.cqe_size = cqe_size;
  return 0;
}

}  // namespace verbatim::emulator
