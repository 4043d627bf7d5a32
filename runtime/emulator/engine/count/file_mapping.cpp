// Reads /proc/self/maps.
#include "engine/count/file_mapping.hpp"

#include <cinttypes>
#include <cstdio>

namespace verbatim::emulator {

const std::byte* find_mapping(std::uint64_t inode, std::uint64_t offset,
                              const std::byte* known) noexcept {
  std::FILE* const maps = std::fopen("/proc/self/maps", "re");
  if (!maps) return nullptr;
  const std::byte* found = nullptr;
  char line[512];
  while (!found && std::fgets(line, sizeof line, maps)) {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
    std::uint64_t first = 0;
    std::uint64_t file = 0;
    char rights[5] = "";
    if (std::sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %*x:%*x %" SCNu64, &begin, &end,
                    rights, &first, &file) != 5) {
      continue;
    }
    if (file != inode || rights[1] != 'w' || offset < first || offset - first >= end - begin) {
      continue;
    }
    const auto* const at = reinterpret_cast<const std::byte*>(begin + (offset - first));
    if (at != known) found = at;
  }
  std::fclose(maps);
  return found;
}

}  // namespace verbatim::emulator
