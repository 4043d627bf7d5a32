// Prints entries as JSON, for programs.
#include "tools/decode/json.hpp"

#include <fmt/format.h>

#include "tools/decode/datagram.hpp"
#include "tools/decode/decode.hpp"
#include "tools/decode/explain.hpp"
#include "tools/decode/mailbox.hpp"
#include "tools/reading.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/inline_seg.hpp"

namespace verbatim::tools::decode {
namespace {

using nlohmann::ordered_json;

std::string_view kind_name(entry_kind kind) {
  switch (kind) {
    case entry_kind::cqe:
      return "cqe";
    case entry_kind::wqe:
      return "wqe";
    case entry_kind::receive_wqe:
      return "receive_wqe";
    case entry_kind::report:
      return "report";
    case entry_kind::command:
      return "command";
    case entry_kind::mailbox:
      return "mailbox";
    case entry_kind::mad:
      return "mad";
    case entry_kind::unreadable:
      break;
  }
  return "unreadable";
}

std::string hex(std::span<const std::byte> bytes) {
  std::string text;
  wire::printing::bytes([&text](std::string_view part) { text += part; }, bytes, 4, " ");
  return text;
}

ordered_json fields(const wire::layout& layout, const std::byte* bytes, std::size_t from = 0) {
  auto all = ordered_json::object();
  for (const auto& field : layout.fields) {
    const bool wrong = is_fault(field, bytes);
    if (field.at < from || (field.reserved() && !wrong)) continue;
    if (field.bytes != 0) {
      all[std::string(field.name)] = hex({bytes + field.at, field.bytes});
      continue;
    }
    const auto value = field.read(bytes);
    auto& one = all[std::string(field.name)];
    if (field.enumerator == nullptr) {
      one = value;
    } else {
      one = {{"value", value}, {"name", std::string(field.enumerator(value))}};
    }
  }
  return all;
}

void add_number(ordered_json& to, const char* key, const auto& value) {
  if (value) to[key] = *value;
}

ordered_json error(const report& facts) {
  const auto said = explain(facts);
  auto one = ordered_json::object();
  one["what"] = said.what;
  add_number(one, "syndrome", facts.syndrome);
  if (facts.syndrome)
    one["syndrome_name"] = std::string(name(static_cast<cqe_syndrome>(*facts.syndrome)));
  one["syndrome_text"] = said.syndrome;
  add_number(one, "vendor_err_synd", facts.vendor);
  if (facts.vendor) one["vendor_text"] = said.vendor;
  add_number(one, "hw_err_synd", facts.hardware);
  add_number(one, "hw_synd_type", facts.hardware_type);
  add_number(one, "s_wqe_opcode", facts.wqe_opcode);
  if (facts.wqe_opcode)
    one["s_wqe_opcode_name"] = std::string(name(static_cast<opcode>(*facts.wqe_opcode)));
  add_number(one, "qpn", facts.qpn);
  add_number(one, "wqe_counter", facts.wqe_counter);
  if (!facts.wqe.empty()) one["wqe"] = facts.wqe;
  one["likely"] = said.causes;
  one["check"] = said.checks;
  one["seen"] = said.reports;
  if (!said.source.empty()) one["source"] = std::string(said.source);
  return one;
}

ordered_json command(const refused_command& facts) {
  const auto said = explain(facts);
  auto one = ordered_json::object();
  one["title"] = facts.title;
  one["opcode"] = facts.opcode;
  one["op_mod"] = facts.op_mod;
  one["command_text"] = said.command;
  one["status"] = facts.status;
  one["status_name"] = std::string(name(static_cast<cmd_status>(facts.status)));
  one["status_text"] = said.status;
  one["syndrome"] = facts.syndrome;
  add_number(one, "errno", facts.error);
  one["likely"] = said.causes;
  one["check"] = said.checks;
  return one;
}

ordered_json mailbox(const dumped_command& facts, std::span<const std::byte> bytes) {
  const auto read = read_mailbox(facts, bytes);
  auto one = ordered_json::object();
  one["title"] = facts.title;
  one["opcode"] = facts.opcode;
  one["is_answer"] = facts.is_answer;
  one["is_described"] = read.is_described;
  auto& all = one["fields"] = ordered_json::object();
  for (const auto& value : read.values) all[value.name] = value.text;
  one["other_bits"] = read.others;
  if (facts.is_answer) {
    one["status"] = read.status;
    one["status_name"] = std::string(name(static_cast<cmd_status>(read.status)));
    one["syndrome"] = read.syndrome;
  }
  return one;
}

ordered_json datagram(std::span<const std::byte> bytes) {
  const auto read = read_datagram(bytes);
  auto one = ordered_json::object();
  one["datagram"] = std::string(name_of(read.frame));
  one["class"] = read.mgmt_class;
  one["method_text"] = read.method;
  one["status_text"] = read.status;
  one["attribute"] = read.attribute_number;
  one["attribute_name"] = std::string(name_of(read.attribute));
  one["attribute_text"] = std::string(meaning_of(read.attribute));
  auto& all = one["fields"] = ordered_json::object();
  for (const auto& value : read.values) all[value.name] = value.text;
  one["other_bits"] = read.others;
  one["more_bytes"] = read.more;
  return one;
}

ordered_json segments(const entry& it) {
  auto all = ordered_json::array();
  const auto read = read_wqe(it.bytes, it.transport);
  for (const auto& piece : read.pieces) {
    auto& one = all.emplace_back(ordered_json::object());
    one["at"] = piece.offset;
    if (piece.layout != nullptr) {
      one["segment"] = std::string(piece.layout->name);
      one["fields"] = fields(*piece.layout, read.bytes.data() + piece.offset);
    } else {
      one["segment"] = piece.label;
      one["remark"] = piece.remark;
      if (piece.label == "inline_seg") {
        one["fields"] = fields(layout_named(piece.label), read.bytes.data() + piece.offset);
        one["payload"] = hex(read.bytes.subspan(piece.offset + inline_seg::size, piece.payload));
      }
      one["bytes"] = hex(read.bytes.subspan(piece.offset, piece.size));
    }
  }
  return all;
}

}  // namespace

ordered_json object_of(const entry& it) {
  auto one = ordered_json::object();
  one["kind"] = std::string(kind_name(it.kind));
  one["origin"] = std::string(it.origin);
  if (it.line != 0) one["line"] = it.line;
  if (it.index) one["index"] = *it.index;
  if (it.error) one["error"] = error(*it.error);
  if (it.refused) one["command"] = command(*it.refused);
  if (it.dumped) one["mailbox"] = mailbox(*it.dumped, it.bytes);
  if (it.kind == entry_kind::mad) one["mad"] = datagram(it.bytes);
  if (!it.joined.empty()) one["belongs_to"] = it.joined;
  one["malformed"] = it.malformed;
  if (!it.remarks.empty()) one["remarks"] = it.remarks;
  if (it.kind == entry_kind::cqe) {
    one["layout"] = std::string(it.layout->name);
    one["fields"] = fields(*it.layout, it.bytes.data(), it.from);
  } else if (it.kind == entry_kind::wqe) {
    one["title"] = read_wqe(it.bytes, it.transport).title;
    one["transport"] = it.transport;
    if (!it.candidates.empty()) {
      one["transport_certain"] = it.candidates.size() == 1;
      one["transport_candidates"] = it.candidates;
    }
    one["segments"] = segments(it);
  } else if (it.kind == entry_kind::receive_wqe) {
    const auto& layout = layout_named("data_seg");
    auto& all = one["segments"] = ordered_json::array();
    for (std::size_t at = 0; at + layout.size <= it.bytes.size(); at += layout.size) {
      all.push_back(
          {{"at", at}, {"segment", "data_seg"}, {"fields", fields(layout, it.bytes.data() + at)}});
    }
  }
  if (!it.bytes.empty()) one["bytes"] = hex(std::span(it.bytes).subspan(it.from));
  return one;
}

std::string as_json(const std::vector<entry>& entries) {
  auto all = ordered_json::array();
  for (const auto& one : entries) all.push_back(object_of(one));
  // A log may hold bytes that are not UTF-8.
  return all.dump(2, ' ', false, ordered_json::error_handler_t::replace) + '\n';
}

}  // namespace verbatim::tools::decode
