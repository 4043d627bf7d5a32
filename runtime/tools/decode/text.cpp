// Prints entries for people: first sentences, then the bytes with their fields.
#include <fmt/format.h>

#include <iterator>

#include "tools/decode/datagram.hpp"
#include "tools/decode/decode.hpp"
#include "tools/decode/explain.hpp"
#include "tools/decode/mailbox.hpp"
#include "tools/describe.hpp"
#include "tools/reading.hpp"
#include "verbatim/generated/segments/data_seg.hpp"

namespace verbatim::tools::decode {
namespace {

constexpr std::string_view bold = "\x1b[1m";
constexpr std::string_view red = "\x1b[31m";
constexpr std::string_view dim = "\x1b[2m";
constexpr std::string_view plain = "\x1b[0m";
constexpr std::size_t label_width = 10;

std::string_view what(const entry& one) {
  switch (one.kind) {
    case entry_kind::cqe:
      return one.error ? "CQE with error" : "CQE";
    case entry_kind::wqe:
      return "WQE";
    case entry_kind::receive_wqe:
      return "receive WQE";
    case entry_kind::report:
      return "CQE with error, in words";
    case entry_kind::command:
      return "command that the firmware refused";
    case entry_kind::mailbox:
      return one.dumped->is_answer ? "answer of the firmware" : "command to the firmware";
    case entry_kind::mad:
      return "management datagram";
    case entry_kind::unreadable:
      break;
  }
  return "bytes";
}

class writer {
 public:
  explicit writer(bool color) : color_(color) {}

  std::string write(const std::vector<entry>& entries) {
    for (std::size_t i = 0; i < entries.size(); ++i) one(entries, i);
    return std::move(text_);
  }

 private:
  std::string painted(std::string_view how, std::string_view text) const {
    return color_ ? fmt::format("{}{}{}", how, text, plain) : std::string(text);
  }

  void line(std::string_view label, std::string_view words) {
    if (words.empty()) return;
    fmt::format_to(std::back_inserter(text_), "  {:<{}} {}\n", label, label_width, words);
  }

  template <class List>
  void lines(std::string_view label, const List& list) {
    for (const auto& words : list) {
      line(label, words);
      label = "";
    }
  }

  void one(const std::vector<entry>& entries, std::size_t i) {
    const auto& it = entries[i];
    auto title = fmt::format("{}. {}", i + 1, what(it));
    if (it.index) title += fmt::format(" {}", *it.index);
    title += it.line == 0 ? fmt::format(" ({})", it.origin)
                          : fmt::format(" ({}, line {})", it.origin, it.line);
    if (!text_.empty()) text_ += '\n';
    text_ += painted(bold, title);
    text_ += '\n';
    if (it.error) error(*it.error);
    if (it.refused) command(*it.refused);
    if (it.dumped) mailbox(*it.dumped, it.bytes);
    if (it.kind == entry_kind::mad) datagram(it.bytes);
    for (const auto other : it.joined) {
      line("belongs to", fmt::format("{}. {}", other + 1, what(entries[other])));
    }
    lines("remark", it.remarks);
    transport(it);
    for (const auto& words : it.malformed) {
      text_ += painted(red, fmt::format("  {:<{}} {}", "malformed", label_width, words)) + '\n';
    }
    bytes(it);
  }

  /// Prints how certain the transport of a WQE is, if the user has not given it.
  void transport(const entry& it) {
    if (it.candidates.empty()) return;
    if (it.candidates.size() == 1) {
      return line("transport", fmt::format("{}, which fits better than any other", it.transport));
    }
    std::string others;
    for (const auto name : it.candidates) {
      if (name != it.transport) others += fmt::format("{}{}", others.empty() ? "" : ", ", name);
    }
    line("transport", fmt::format("{} is a guess: {} would fit as well; --transport says which",
                                  it.transport, others));
  }

  void error(const report& facts) {
    const auto said = explain(facts);
    line(said.what.substr(0, said.what.find(' ')), said.syndrome);
    line("vendor", said.vendor);
    line("hardware", said.hardware);
    line("WQE", said.wqe);
    lines("likely", said.causes);
    lines("check", said.checks);
    lines("seen", said.reports);
    if (!said.source.empty())
      line("source", fmt::format("of the vendor syndrome: {}", said.source));
  }

  void command(const refused_command& facts) {
    const auto said = explain(facts);
    line("command", said.command);
    line("status", said.status);
    line("syndrome", said.syndrome);
    line("errno", said.error);
    lines("likely", said.causes);
    lines("check", said.checks);
  }

  void mailbox(const dumped_command& facts, std::span<const std::byte> bytes) {
    const auto read = read_mailbox(facts, bytes);
    if (facts.is_answer && read.status != 0) {
      command({.title = facts.title,
               .opcode = facts.opcode,
               .status = read.status,
               .syndrome = read.syndrome});
    } else {
      line("command",
           explain(refused_command{.title = facts.title, .opcode = facts.opcode}).command);
    }
    std::vector<std::string> fields;
    for (const auto& value : read.values) {
      if (value.name == "opcode" || value.name == "status" || value.name == "syndrome") continue;
      fields.push_back(fmt::format("{} = {}: {}", value.name, value.text, value.meaning));
    }
    lines("fields", fields);
    if (!read.is_described) line("remark", "no spec describes the fields of this command");
    if (read.is_described && read.others != 0) {
      line("remark", fmt::format("{} more bits are set, which no spec describes", read.others));
    }
  }

  void datagram(std::span<const std::byte> bytes) {
    const auto read = read_datagram(bytes);
    line("datagram", frame_in_words(read));
    line("method", read.method);
    line("status", read.status);
    line("attribute", attribute_in_words(read));
    std::vector<std::string> fields;
    for (const auto& value : read.values) {
      fields.push_back(fmt::format("{} = {}: {}", value.name, value.text, value.meaning));
    }
    lines("fields", fields);
    if (read.others != 0) {
      line("remark", fmt::format("{} more bits are set, which no spec describes", read.others));
    }
    if (read.more != 0) {
      line("remark", fmt::format("{} more bytes follow the first record", read.more));
    }
  }

  void bytes(const entry& it) {
    if (it.kind == entry_kind::cqe) return page(describe_cqe(it.bytes, *it.layout, it.from));
    if (it.kind == entry_kind::wqe) return page(describe_wqe(it.bytes, it.transport));
    if (it.kind == entry_kind::receive_wqe) return page(receive_wqe(it.bytes));
  }

  static std::string receive_wqe(std::span<const std::byte> wqe) {
    std::string text;
    for (std::size_t at = 0; at + data_seg::size <= wqe.size(); at += data_seg::size) {
      fmt::format_to(std::back_inserter(text), "{:02x}  data_seg ", at);
      wire::write_fields([&text](std::string_view part) { text += part; }, data_seg::fields,
                         wqe.data() + at);
      text += '\n';
    }
    return text;
  }

  /// Prints a page indented, with the fault marks in red.
  void page(std::string_view page) {
    while (!page.empty()) {
      const auto end = page.find('\n');
      const auto row = page.substr(0, end);
      const bool wrong = row.find('!') != std::string_view::npos;
      text_ += "  " + painted(wrong ? red : dim, row) + '\n';
      page.remove_prefix(end == std::string_view::npos ? page.size() : end + 1);
    }
  }

  bool color_;
  std::string text_;
};

}  // namespace

std::string as_text(const std::vector<entry>& entries, bool color) {
  return writer(color).write(entries);
}

}  // namespace verbatim::tools::decode
