// Recognises the lines that programs write around a dump, or instead of one. Each program has a
// file beside this one.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "tools/decode/item.hpp"

namespace verbatim::tools::decode {

/// A line that tells the kind of the bytes below. A program may give the facts in it too.
struct heading {
  content kind;
  std::optional<report> said = {};
  std::string_view transport = {};  ///< likely transport of the WQEs below
};

/// A program whose lines are recognised. Each function may be null.
struct recogniser {
  std::string_view origin;
  std::optional<heading> (*heading_in)(std::string_view line) = nullptr;
  /// Reads a CQE with error in words. Bytes of its WQE may stand behind it.
  std::optional<item> (*report_in)(std::string_view line) = nullptr;
  /// True if the line says more about the report of the line before.
  bool (*goes_on)(report& said, std::string_view line) = nullptr;
};

extern const recogniser kernel;
extern const recogniser libmlx5;
extern const recogniser ucx;
extern const recogniser dpdk;
extern const recogniser xlio;
extern const recogniser doca;
extern const recogniser verbs_programs;

inline constexpr std::array<const recogniser*, 7> recognisers{
    &kernel, &libmlx5, &ucx, &dpdk, &xlio, &doca, &verbs_programs};

}  // namespace verbatim::tools::decode
