// Recognises the lines that programs print around a dump, or instead of it. Each program has a file
// in this folder.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "tools/decode/item.hpp"

namespace verbatim::tools::decode {

/// A line that gives the kind of the bytes after it. It may contain the facts of the error too.
struct heading {
  content kind;
  std::optional<report> said = {};
  std::string_view transport = {};            ///< likely transport of the WQEs after it
  std::optional<dumped_command> dumped = {};  ///< of a mailbox
};

/// A program whose lines are recognised. Each function may be null.
struct recogniser {
  std::string_view origin;
  std::optional<heading> (*heading_in)(std::string_view line) = nullptr;
  /// Reads a CQE with error in words, whose WQE's bytes may follow in the line, or a refused command.
  std::optional<item> (*report_in)(std::string_view line) = nullptr;
  /// Returns true if the line continues the report of the previous line.
  bool (*goes_on)(report& said, std::string_view line) = nullptr;
};

extern const recogniser kernel;
extern const recogniser libmlx5;
extern const recogniser mlx5_core;
extern const recogniser ucx;
extern const recogniser dpdk;
extern const recogniser xlio;
extern const recogniser doca;
extern const recogniser verbs_programs;

inline constexpr std::array<const recogniser*, 8> recognisers{
    &kernel, &mlx5_core, &libmlx5, &ucx, &dpdk, &xlio, &doca, &verbs_programs};

}  // namespace verbatim::tools::decode
