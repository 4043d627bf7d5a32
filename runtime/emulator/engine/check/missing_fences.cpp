// Looks for small fences after UMRs.
#include "engine/check/missing_fences.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "engine/check/operation.hpp"

namespace verbatim::emulator {
namespace {

/// Returns true if a fence mode waits for earlier UMRs.
bool waits_for_umrs(fence_mode fm) noexcept {
  return fm == fence_mode::key_changes || fm == fence_mode::everything ||
         fm == fence_mode::reads_atomics_and_key_changes;
}

}  // namespace

std::string missing_fences::look_at(const operation& wqe) {
  if (waits_for_umrs(wqe.fm)) changed_.clear();
  const auto changed = [this](std::uint32_t key) {
    return std::find(changed_.begin(), changed_.end(), key >> 8) != changed_.end();
  };
  std::string words;
  const auto look = [&](std::uint32_t key) {
    if (words.empty() && changed(key)) {
      words = fmt::format(
          "it uses key {:#x}, which a UMR before it changes, without a fence: set "
          "fm to 1 (small fence), or 4 with a fence, in the first WQE after a UMR",
          key);
    }
  };
  for (const data_piece& piece : wqe.pieces) {
    if (!piece.is_inline) look(piece.lkey);
  }
  if (const auto* const change = std::get_if<key_change>(&wqe.request)) {
    look(change->key);
    for (const translation_entry& entry : change->translation.entries) look(entry.key);
    changed_.push_back(change->key >> 8);
  }
  return words;
}

}  // namespace verbatim::emulator
