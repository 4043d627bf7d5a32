// One thing decoded: a CQE, a WQE, or a report in words.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/decode/item.hpp"
#include "verbatim/wire/layout.hpp"

namespace verbatim::tools::decode {

enum class entry_kind { cqe, wqe, receive_wqe, report, unreadable };

struct entry {
  entry_kind kind = entry_kind::unreadable;
  std::string_view origin = {};
  std::size_t line = 0;                     ///< 0: not from a text
  std::optional<std::size_t> index = {};    ///< in its ring
  std::vector<std::byte> bytes = {};        ///< of a CQE: 64
  std::size_t from = 0;                     ///< of a CQE: the first byte that is known
  const wire::layout* layout = nullptr;     ///< of a CQE
  std::string transport = {};               ///< of a WQE; at first, what is usual for its program
  bool guessed = false;                     ///< the transport is the likeliest
  std::optional<report> error = {};         ///< what a CQE with error, or a program, says
  std::vector<std::string> malformed = {};  ///< what contradicts the specs
  std::vector<std::string> remarks = {};
  std::vector<std::size_t> joined = {};  ///< the WQE of an error, or the errors of a WQE
};

}  // namespace verbatim::tools::decode
