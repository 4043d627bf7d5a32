// The user's options, which describe the input.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "tools/decode/hex_line.hpp"
#include "tools/decode/item.hpp"

namespace verbatim::tools::decode {

struct options {
  std::string transport = {};            ///< empty: the transport that fits each WQE best
  content kind = content::unknown;       ///< kind of the bytes if nothing else shows it
  std::size_t cqe_size = 64;             ///< of a CQ's ring, in bytes: 64 or 128
  std::size_t stride = 16;               ///< of a receive queue's ring, in bytes
  word_order order = word_order::usual;  ///< order of the words in hex
  bool enhanced = false;                 ///< of a CQ: compressed CQEs have the enhanced layout
  std::string minis = {};    ///< of a CQ: the layout of receives' mini CQEs; empty if unknown
  bool errors_only = false;  ///< of a ring: leave out entries that have not failed
  std::optional<dumped_command> answer_to = {};  ///< content::command is the answer to this command
};

}  // namespace verbatim::tools::decode
