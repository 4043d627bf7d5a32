#include "tools/decode/decode.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "tools/decode/inspect.hpp"
#include "tools/decode/read_text.hpp"
#include "tools/decode/split.hpp"

namespace verbatim::tools::decode {
namespace {

std::vector<entry> decode_items(std::vector<item> items, const options& said) {
  std::vector<entry> entries;
  for (auto& one : items) {
    auto more = split(std::move(one), said);
    std::ranges::move(more, std::back_inserter(entries));
  }
  guess_transports(entries, said);
  for (auto& one : entries) inspect(one, said);
  // The other entries are left out only after this, because the WQE of an error need not be
  // malformed itself.
  join(entries);
  if (!said.errors_only) return entries;
  std::vector<std::size_t> place(entries.size());
  std::vector<entry> kept;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    place[i] = kept.size();
    auto& one = entries[i];
    if (one.error || one.refused || !one.malformed.empty() || !one.joined.empty())
      kept.push_back(std::move(one));
  }
  for (auto& one : kept) {
    for (auto& other : one.joined) other = place[other];
  }
  return kept;
}

}  // namespace

std::vector<entry> decode_text(std::string_view text, const options& said) {
  return decode_items(read_text(text, said.order), said);
}

std::vector<entry> decode_bytes(std::span<const std::byte> bytes, const options& said) {
  std::vector<item> items;
  items.push_back({.origin = "binary", .kind = said.kind, .bytes = {bytes.begin(), bytes.end()}});
  return decode_items(std::move(items), said);
}

}  // namespace verbatim::tools::decode
