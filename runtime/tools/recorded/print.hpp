// Prints recordings, for people and for programs.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <span>
#include <string>

#include "tools/recorded/story.hpp"

namespace verbatim::tools::recorded {

enum class output_form { lines, pages, json };

/// The result of reading a recording.
struct result {
  std::size_t printed = 0;
  std::string problem = {};  ///< the reason why the file was not read to its end; empty if it was
  bool has_records = false;
};

/// Prints the selected records of a recording in the order of time. `lines` has a line for each, and
/// `pages` also the fields of WQEs and CQEs.
result print(std::span<const std::byte> bytes, const selection& by, output_form form,
             std::ostream& to);

/// Returns one line about the event, without its time.
std::string sentence(const event& one);

/// Returns an object of JSON with the event.
std::string as_json(const event& one);

}  // namespace verbatim::tools::recorded
