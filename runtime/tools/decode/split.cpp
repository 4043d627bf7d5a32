#include "tools/decode/split.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <span>
#include <string>
#include <vector>

#include "tools/decode/looks_like.hpp"
#include "tools/decode/mailbox.hpp"
#include "tools/reading.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/enh_block.hpp"
#include "verbatim/generated/cqes/mini_req.hpp"
#include "verbatim/generated/layouts.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::tools::decode {
namespace {

constexpr std::size_t most_listed = 256;  // completions listed of one title; devices join fewer
constexpr std::size_t longest_wqe = 16 * wqebb;
constexpr std::size_t minis_in_array = 8;  // of the basic layout
constexpr std::size_t minis_in_block = 7;  // of the enhanced layout

class splitter {
 public:
  splitter(const item& source, const options& said) : source_(source), said_(said) {}

  std::vector<entry> run() {
    const std::span<const std::byte> bytes(source_.bytes);
    switch (kind()) {
      case content::cqe:
        one_cqe(bytes);
        break;
      case content::wqe:
        if (!bytes.empty()) wqe(bytes);
        break;
      case content::cq_ring:
        cq(bytes);
        break;
      case content::sq_ring:
        sq(bytes);
        break;
      case content::rq_ring:
        rq(bytes);
        break;
      case content::mailbox:
        add(entry_kind::mailbox, bytes).dumped = source_.dumped;
        break;
      case content::command:
        add(entry_kind::mailbox, bytes).dumped = said_.answer_to.value_or(command_in(bytes));
        break;
      case content::mad:
        add(entry_kind::mad, bytes);
        break;
      case content::unknown:
        guess(bytes);
        break;
    }
    return std::move(entries_);
  }

 private:
  content kind() const { return source_.kind != content::unknown ? source_.kind : said_.kind; }

  entry& add(entry_kind kind, std::span<const std::byte> bytes) {
    entries_.push_back({.kind = kind,
                        .origin = source_.origin,
                        .line = source_.line,
                        .bytes = {bytes.begin(), bytes.end()},
                        .transport = std::string(source_.transport)});
    return entries_.back();
  }

  void wqe(std::span<const std::byte> bytes) {
    add(entry_kind::wqe, bytes.size() < ctrl_seg::size ? bytes : bytes.first(wqe_length(bytes)));
  }

  void unreadable(std::span<const std::byte> bytes, std::string why) {
    add(entry_kind::unreadable, bytes).malformed.push_back(std::move(why));
  }

  void cqe(std::span<const std::byte> bytes) { add(entry_kind::cqe, bytes.last(cqe64::size)); }

  /// Adds the end of a CQE whose beginning was not given.
  void end_of_cqe(std::span<const std::byte> bytes) {
    auto& one = add(entry_kind::cqe, {});
    one.from = cqe64::size - bytes.size();
    one.bytes.assign(cqe64::size, std::byte{});
    std::ranges::copy(bytes, one.bytes.begin() + static_cast<std::ptrdiff_t>(one.from));
    one.remarks.push_back(fmt::format("only the last {} of its 64 bytes are given", bytes.size()));
  }

  void one_cqe(std::span<const std::byte> bytes) {
    if (bytes.size() < octoword) {
      return unreadable(
          bytes,
          fmt::format("{} bytes are too few: give at least the last 16 of a CQE", bytes.size()));
    }
    if (bytes.size() < cqe64::size) {
      const auto end = source_.begins_at % cqe64::size + bytes.size();
      if (source_.begins_at != 0 && end != cqe64::size) {
        return unreadable(bytes, "the end of the CQE is missing, which says what it is");
      }
      return end_of_cqe(bytes.last(bytes.size() / octoword * octoword));
    }
    if (bytes.size() == cqe64::size || bytes.size() == 2 * cqe64::size) return cqe(bytes);
    cq(bytes);
  }

  /// The part of an entry that continues at the beginning of a ring. It is known after the end of
  /// the ring was read.
  struct overhang {
    std::size_t slots = 0;               ///< number of its slots at the beginning
    cqe_opcode title = cqe_opcode::req;  ///< for a block at the beginning: opcode of the CQE before
                                         ///< it
    bool operator==(const overhang&) const = default;
  };

  /// Calls read(overhang), which returns the overhang at the end of the ring, until the result
  /// equals the argument. The first call may begin in the middle of an entry, and so give a wrong
  /// result.
  template <class Read>
  void read_ring(std::span<const std::byte> bytes, Read read) {
    overhang begun_with;
    auto found = read(begun_with);
    if (!whole_ring(bytes)) return;
    for (int more = 4; more != 0 && found != begun_with; --more) {
      entries_.clear();
      begun_with = found;
      found = read(begun_with);
    }
  }

  /// Returns true if the last entry may continue at the beginning of the bytes. Rings have a power
  /// of two of slots.
  bool whole_ring(std::span<const std::byte> bytes) const {
    return kind() != content::cqe && std::has_single_bit(bytes.size()) && bytes.size() >= wqebb;
  }

  void cq(std::span<const std::byte> bytes) {
    read_ring(bytes, [&](overhang first) { return cqes(bytes, first); });
    if (const auto left = bytes.size() % said_.cqe_size) rest(bytes.last(left), said_.cqe_size);
  }

  overhang cqes(std::span<const std::byte> ring, overhang first) {
    const auto size = ring.size() / said_.cqe_size;
    auto title = first.title;
    auto index = first.slots;
    for (; index < size; ++index) {
      const auto slot = ring.subspan(index * said_.cqe_size, said_.cqe_size);
      const cqe64 view(slot.last(cqe64::size).data());
      const bool is_compressed =
          view.format() == cqe_format::compressed && !is_error(slot.last(cqe64::size));
      const bool is_block = is_compressed && said_.enhanced;
      if (!is_block && (view.opcode() == cqe_opcode::invalid || all_zero(slot))) continue;
      cqe(slot);
      auto& one = entries_.back();
      one.index = index;
      if (!is_block) title = view.opcode();
      if (!is_compressed) continue;
      index += is_block ? block(one, title, ring) : session(one, title, ring);
      if (index >= size) goes_on(one);
    }
    return {index - size, title};
  }

  /// Reads a block. Returns the number of further slots that belong to it.
  std::size_t block(entry& one, cqe_opcode title, std::span<const std::byte> ring) const {
    const enh_block view(one.bytes.data());
    const auto count = standing_for(one, 1u + view.count_minus_1(), "count_minus_1",
                                    std::min(room(one, ring), minis_in_block));
    if (count == 0) return 0;
    add_minis(one, title, 0, count, view.bytes());
    return count - 1;
  }

  /// Reads a title of the basic layout and the arrays of its session, eight completions each. The
  /// first array is in the slot after the title; the next ones are 8, 16 and so on slots after the
  /// title. Returns the number of slots after the title that belong to it.
  std::size_t session(entry& one, cqe_opcode title, std::span<const std::byte> ring) const {
    const auto count =
        standing_for(one, cqe64(one.bytes.data()).byte_cnt(), "byte_cnt", room(one, ring));
    if (count <= 1) return 0;
    for (std::size_t done = 0; done < std::min(count, most_listed); done += minis_in_array) {
      const auto slot = (one.index.value() + std::max<std::size_t>(done, 1)) * said_.cqe_size;
      const auto array = ring.subspan(slot % ring.size(), said_.cqe_size).last(cqe64::size);
      add_minis(one, title, done, std::min(minis_in_array, count - done), array.data());
    }
    if (count > most_listed) {
      one.remarks.push_back(fmt::format("and {} more completions", count - most_listed));
    }
    return count - 1;
  }

  /// Returns the number of slots from a CQE to the end.
  std::size_t room(const entry& one, std::span<const std::byte> ring) const {
    const auto slots = ring.size() / said_.cqe_size;
    return whole_ring(ring) ? slots : slots - one.index.value();
  }

  static void goes_on(entry& one) {
    one.remarks.push_back("it begins at the end of its ring, and goes on at the beginning");
  }

  /// Returns the number of slots that a title, or a block, takes; 0 if the count is impossible.
  static std::size_t standing_for(entry& one, std::size_t count, std::string_view field,
                                  std::size_t slots) {
    if (count == 0 || count > slots) {
      one.malformed.push_back(fmt::format(
          "compressed, but {} says {} completions, and there is room for {}", field, count, slots));
      return 0;
    }
    one.remarks.push_back(
        fmt::format("compressed: it stands for {} completions in the slots from here on", count));
    return count;
  }

  /// Adds a remark for each completion of an array. For receives, the CQ's mini CQE format gives
  /// the meaning of the first bytes.
  void add_minis(entry& one, cqe_opcode title, std::size_t first, std::size_t count,
                 const std::byte* array) const {
    for (std::size_t i = 0; i < count; ++i) {
      const std::byte* const at = array + i * mini_req::size;
      const mini_req mini(at);
      if (title == cqe_opcode::req) {
        const auto known = name(mini.s_wqe_opcode());
        one.remarks.push_back(fmt::format(
            "completion {}: {}, wqe_counter {:#x}, {} bytes", first + i + 1,
            known.empty()
                ? fmt::format("opcode {:#04x}", static_cast<unsigned>(mini.s_wqe_opcode()))
                : std::string(known),
            mini.wqe_counter(), mini.byte_cnt()));
      } else if (!said_.minis.empty()) {
        std::string fields;
        wire::write_fields([&fields](std::string_view part) { fields += part; },
                           layout_named(said_.minis).fields, at);
        one.remarks.push_back(fmt::format("completion {}: {}", first + i + 1, fields));
      } else {
        one.remarks.push_back(fmt::format("completion {}: {} bytes, mini CQE {:08x} {:08x}",
                                          first + i + 1, mini.byte_cnt(), wire::load32(at),
                                          wire::load32(at + 4)));
      }
    }
  }

  void sq(std::span<const std::byte> bytes) {
    read_ring(bytes, [&](overhang first) { return wqes(bytes, first); });
    if (const auto left = bytes.size() % octoword) rest(bytes.last(left), octoword);
  }

  overhang wqes(std::span<const std::byte> ring, overhang first) {
    std::vector<std::byte> unrolled(ring.begin(), ring.end() - ring.size() % octoword);
    const auto size = (unrolled.size() + wqebb - 1) / wqebb;
    if (whole_ring(ring)) {
      const auto again = ring.first(std::min(ring.size(), longest_wqe));
      unrolled.insert(unrolled.end(), again.begin(), again.end());
    }
    auto index = first.slots;
    while (index < size) {
      const auto there = std::span<const std::byte>(unrolled).subspan(index * wqebb);
      const auto here = there.first(std::min(there.size(), wqebb));
      std::size_t slots = 1;
      if (looks_like_wqe(there) && (fits(there, size - index) || continues(there, index, size))) {
        wqe(there);
        slots = (wqe_length(there) + wqebb - 1) / wqebb;
        if (index + slots > size) goes_on(entries_.back());
        entries_.back().index = index;
      } else if (!all_zero(here)) {
        unreadable(here, "no WQE begins here; it may be the rest of an older one");
        entries_.back().index = index;
      }
      index += slots;
    }
    return {.slots = index - size};
  }

  static bool fits(std::span<const std::byte> wqe, std::size_t wqebbs) {
    return wqe_length(wqe) <= wqebbs * wqebb;
  }

  /// Returns true if the WQE's index agrees with its place in the ring. In a part of a ring it does
  /// not, so nothing is put together there.
  static bool continues(std::span<const std::byte> wqe, std::size_t index, std::size_t ring) {
    return ctrl_seg::read(wqe.data()).wqe_index % ring == index && fits(wqe, ring);
  }

  void rq(std::span<const std::byte> bytes) {
    for (std::size_t index = 0; bytes.size() >= said_.stride; ++index) {
      if (!all_zero(bytes.first(said_.stride))) {
        add(entry_kind::receive_wqe, bytes.first(said_.stride)).index = index;
      }
      bytes = bytes.subspan(said_.stride);
    }
    if (!bytes.empty()) rest(bytes, said_.stride);
  }

  void rest(std::span<const std::byte> bytes, std::size_t unit) {
    unreadable(bytes,
               fmt::format("{} bytes are left, which is no multiple of {}", bytes.size(), unit));
  }

  /// Decodes bytes of unknown kind.
  void guess(std::span<const std::byte> bytes) {
    if (bytes.size() < octoword) {
      return unreadable(bytes,
                        fmt::format("{} bytes are too few: give at least the last 16 of a CQE, "
                                    "or a WQE",
                                    bytes.size()));
    }
    while (!bytes.empty()) {
      bytes = bytes.subspan(guess_first(bytes));
      skip_zeros(bytes);
    }
  }

  /// Skips blocks of zeros, which are frequent in rings. The last block is kept.
  static void skip_zeros(std::span<const std::byte>& bytes) {
    while (bytes.size() > cqe64::size && all_zero(bytes.first(cqe64::size))) {
      bytes = bytes.subspan(cqe64::size);
    }
  }

  /// Decodes the first entry and returns its length.
  std::size_t guess_first(std::span<const std::byte> bytes) {
    const auto block = bytes.first(std::min(bytes.size(), cqe64::size));
    if (bytes.size() < octoword) {
      rest(bytes, octoword);
      return bytes.size();
    }
    if (bytes.size() >= cqe64::size && looks_failed(block)) {
      cqe(block);
      return block.size();
    }
    const bool all_of_128 =
        bytes.size() == 2 * cqe64::size && looks_failed(bytes.last(cqe64::size));
    if (all_of_128 && !looks_like_wqe(bytes)) {
      cqe(bytes);
      entries_.back().remarks.push_back("taken as a CQE of 128 bytes");
      return bytes.size();
    }
    if (bytes.size() < cqe64::size && bytes.size() % octoword == 0) {
      std::vector<std::byte> filled(cqe64::size);
      std::ranges::copy(bytes, filled.end() - static_cast<std::ptrdiff_t>(bytes.size()));
      if (looks_failed(filled) || (resembles_failed(filled) && !looks_like_wqe(bytes))) {
        end_of_cqe(bytes);
        return bytes.size();
      }
    }
    const bool cqe_too = bytes.size() >= cqe64::size && looks_like_cqe(block);
    if (looks_like_wqe(bytes) || (!cqe_too && resembles_wqe(bytes))) {
      const auto length = wqe_length(bytes);
      wqe(bytes);
      return std::min(bytes.size(), (length + wqebb - 1) / wqebb * wqebb);
    }
    if (bytes.size() >= cqe64::size) {
      cqe(block);
      return block.size();
    }
    unreadable(bytes, "neither the end of a CQE with error nor a WQE; say with --as what it is");
    return bytes.size();
  }

  const item& source_;
  const options& said_;
  std::vector<entry> entries_;
};

}  // namespace

std::vector<entry> split(item source, const options& said) {
  std::vector<entry> entries;
  if (source.said) {
    entries.push_back({.kind = entry_kind::report,
                       .origin = source.origin,
                       .line = source.line,
                       .error = std::move(source.said)});
  }
  if (source.refused) {
    entries.push_back({.kind = entry_kind::command,
                       .origin = source.origin,
                       .line = source.line,
                       .refused = std::move(source.refused)});
  }
  if (!source.bytes.empty()) {
    auto more = splitter(source, said).run();
    if (!source.remark.empty() && more.empty()) {
      more.push_back({.origin = source.origin, .line = source.line});
    }
    if (!source.remark.empty()) more.back().remarks.push_back(source.remark);
    std::ranges::move(more, std::back_inserter(entries));
  }
  return entries;
}

}  // namespace verbatim::tools::decode
