// Gives every seed to a fuzzer's function: the corpus, with any compiler. A seed is a line of a file of
// seeds, as seeds.py writes it, or a file below a directory that a fuzzer has filled.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

using bytes = std::vector<std::uint8_t>;

/// The bytes behind the name in a line of a file of seeds.
bytes seed_in(std::string_view line) {
  bytes seed;
  line.remove_prefix(line.find(' ') + 1);
  while (!line.empty()) {
    const bool escaped = line.starts_with("\\x");
    seed.push_back(
        escaped ? static_cast<std::uint8_t>(std::stoul(std::string(line.substr(2, 2)), nullptr, 16))
                : static_cast<std::uint8_t>(line[0]));
    line.remove_prefix(escaped ? 4 : 1);
  }
  return seed;
}

std::vector<bytes> seeds_in(const std::filesystem::path& place) {
  std::vector<bytes> seeds;
  if (std::filesystem::is_directory(place)) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(place)) {
      if (!entry.is_regular_file()) continue;
      std::ifstream file(entry.path(), std::ios::binary);
      seeds.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
  } else {
    std::ifstream file(place);
    for (std::string line; std::getline(file, line);) seeds.push_back(seed_in(line));
  }
  return seeds;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t tried = 0;
  for (int i = 1; i < argc; ++i) {
    for (const auto& seed : seeds_in(argv[i])) {
      LLVMFuzzerTestOneInput(seed.data(), seed.size());
      ++tried;
    }
  }
  std::printf("%zu seeds\n", tried);
  return tried == 0 ? 1 : 0;
}
