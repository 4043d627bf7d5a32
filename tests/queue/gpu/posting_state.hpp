// The threads of the model in posting_model.hpp, its memory and its states.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "verbatim/queue/gpu/memory.hpp"
#include "verbatim/queue/gpu/posting_order.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::testing {

inline constexpr std::uint32_t model_wqebbs = 4;
inline constexpr std::size_t most_threads = 4;

/// The threads of a model.
struct posting_rules {
  std::vector<std::vector<unsigned>> posts;  ///< for each thread, the WQEBBs of its WQEs
  std::vector<unsigned> takes;               ///< for each other thread, the CQEs that it takes
  std::uint32_t begin = 0u - 3;              ///< the index of the first WQEBB
};

/// The memory of the queue in the model. The threads only name its addresses.
struct model_arena {
  alignas(64) std::array<std::byte, model_wqebbs * wqebb> ring{};
  std::array<std::uint64_t, model_wqebbs> marks{};
  gpu::shared_words words{};
  std::uint32_t dbrec = 0;
  std::uint64_t doorbell = 0;
};

/// The parties that have seen a store into the ring.
enum class reach : std::uint8_t { nobody, threads, nic };

struct model_octoword {
  gpu::octoword_value value;
  reach seen_by = reach::nic;
  std::uint8_t thread = 0;
  std::array<std::uint8_t, 14> rest{};  // no byte of a state is without a value
};

/// A state of the whole.
struct posting_state {
  std::array<model_octoword, model_wqebbs * 4> ring{};
  std::array<std::uint64_t, model_wqebbs> marks{};
  std::array<std::uint32_t, 4> words{};            ///< as in gpu::shared_words
  std::array<std::uint32_t, most_threads> node{};  ///< what each thread has done
  std::uint32_t dbrec = 0;                         ///< the index that was stored last, whole
  std::uint32_t rung = 0;                          ///< the index after the WQE of the last doorbell
  std::uint32_t done = 0;                          ///< the NIC has executed what is before
  std::uint8_t dbrec_late = 0;                     ///< 1 + the thread whose record may be late
  std::uint8_t doorbell_late = 0;                  ///< 1 + the thread whose doorbell may be late
  std::uint8_t cqes = 0;
  std::uint8_t zero = 0;
  std::array<std::uint16_t, 8> cqe{};
};

/// The result of a search.
struct posting_outcome {
  std::string wrong;  ///< empty if nothing is
  std::size_t states = 0;
};

}  // namespace verbatim::testing
