#include "tools/decode/inspect.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "tools/decode/datagram.hpp"
#include "tools/reading.hpp"
#include "verbatim/generated/commands/mbox_in.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/layouts.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/data_seg.hpp"

namespace verbatim::tools::decode {
namespace {

// If a ring was dumped twice, each WQE is there twice. This limit keeps a file with many copies
// from taking hours.
constexpr std::size_t most_joined = 8;

/// Finds every field that holds a forbidden value: "ctrl_seg: reserved_04=! 0x1".
void find_faults(entry& one, const wire::layout& layout, const std::byte* bytes,
                 std::size_t from = 0) {
  for (const auto& field : layout.fields) {
    if (field.at < from || !is_fault(field, bytes)) continue;
    std::string text = fmt::format("{}: {}=", layout.name, field.name);
    wire::write_value([&text](std::string_view part) { text += part; }, field, bytes);
    one.malformed.push_back(std::move(text));
  }
}

bool carries(std::string_view transport, opcode wanted) {
  const auto* found = std::ranges::find(transport_layouts, transport, &wire::transport::name);
  return found != transport_layouts.end() && std::ranges::any_of(found->wqes, [&](auto name) {
           return std::ranges::find(wqe_layouts, name, &wire::wqe::name)->opcode ==
                  static_cast<std::uint8_t>(wanted);
         });
}

void take_facts(entry& one, const err_cqe& cqe) {
  const bool requester = cqe.opcode() == cqe_opcode::req_err;
  one.error = report{
      .side = requester ? side::requester : side::responder,
      .syndrome = static_cast<std::uint8_t>(cqe.syndrome()),
      .vendor = cqe.vendor_err_synd(),
      .hardware = cqe.hw_err_synd(),
      .hardware_type = cqe.hw_synd_type(),
      .wqe_opcode =
          requester ? std::optional(static_cast<std::uint8_t>(cqe.s_wqe_opcode())) : std::nullopt,
      .qpn = cqe.qpn(),
      .wqe_counter = cqe.wqe_counter(),
  };
}

void check_opcode(entry& one, const options& said) {
  if (said.transport.empty() || one.error->side != side::requester || !one.error->wqe_opcode)
    return;
  const auto failed = static_cast<opcode>(*one.error->wqe_opcode);
  if (name(failed).empty() || carries(said.transport, failed)) return;
  one.malformed.push_back(
      fmt::format("{} carries no WQE of opcode {}", said.transport, name(failed)));
}

void inspect_cqe(entry& one, const options& said) {
  one.layout = &cqe_layout(one.bytes, {said.transport == "raw_packet", said.enhanced});
  find_faults(one, *one.layout, one.bytes.data(), one.from);
  const err_cqe cqe(one.bytes.data());
  if (cqe.opcode() == cqe_opcode::req_err || cqe.opcode() == cqe_opcode::resp_err) {
    take_facts(one, cqe);
    if (cqe.syndrome() == cqe_syndrome::ok) {
      one.malformed.push_back("a CQE with error whose syndrome is 0");
    }
    if (cqe.format() != cqe_format::plain) {
      one.malformed.push_back(
          fmt::format("a CQE with error whose format is {}", name(cqe.format())));
    }
    check_opcode(one, said);
  } else if (cqe.opcode() == cqe_opcode::invalid) {
    one.malformed.push_back("the device never wrote this CQE: its opcode is the initial value");
  }
}

void inspect_wqe(entry& one, const options& said) {
  if (!said.transport.empty()) one.transport = said.transport;
  const auto read = read_wqe(one.bytes, one.transport);
  one.malformed.insert(one.malformed.end(), read.complaints.begin(), read.complaints.end());
  for (const auto& piece : read.pieces) {
    if (piece.layout != nullptr) {
      find_faults(one, *piece.layout, read.bytes.data() + piece.offset);
    } else if (piece.label == "!") {
      one.malformed.push_back(piece.remark);
    }
  }
}

void inspect_receive_wqe(entry& one) {
  for (std::size_t at = 0; at + data_seg::size <= one.bytes.size(); at += data_seg::size) {
    find_faults(one, layout_named("data_seg"), one.bytes.data() + at);
  }
  if (one.bytes.size() % data_seg::size != 0) {
    one.malformed.push_back("a receive WQE consists of data_segs of 16 bytes");
  }
}

/// Returns the ctrl_seg of an entry that is a whole WQE.
std::optional<ctrl_seg> ctrl_of(const entry& one) {
  if (one.kind != entry_kind::wqe || one.bytes.size() < ctrl_seg::size) return {};
  return ctrl_seg::read(one.bytes.data());
}

/// Returns the reason why an error and a WQE do not belong together; empty if they do.
std::string difference(const report& error, const ctrl_seg& ctrl) {
  if (error.qpn && *error.qpn != ctrl.qpn) {
    return fmt::format("its QPN is {:#x}, that of the CQE {:#x}", ctrl.qpn, *error.qpn);
  }
  if (error.wqe_counter && *error.wqe_counter != ctrl.wqe_index) {
    return fmt::format("its wqe_index is {:#x}, the wqe_counter of the CQE {:#x}", ctrl.wqe_index,
                       *error.wqe_counter);
  }
  if (error.wqe_opcode && *error.wqe_opcode != static_cast<std::uint8_t>(ctrl.opcode)) {
    return fmt::format(
        "its opcode is {:#04x}, that of the CQE {:#04x}: the ring was written again "
        "before it was dumped",
        static_cast<std::uint8_t>(ctrl.opcode), *error.wqe_opcode);
  }
  return {};
}

bool can_be_joined(const entry& one) {
  return one.error && one.error->side != side::responder && one.error->wqe_counter;
}

/// Returns the names of `some` that are in `others` too.
std::vector<std::string_view> common(const std::vector<std::string_view>& some,
                                     const std::vector<std::string_view>& others) {
  std::vector<std::string_view> both;
  std::ranges::copy_if(some, std::back_inserter(both), [&](std::string_view name) {
    return std::ranges::find(others, name) != others.end();
  });
  return both;
}

}  // namespace

void guess_transports(std::vector<entry>& entries, const options& said) {
  if (!said.transport.empty()) return;
  std::map<std::uint32_t, std::vector<std::string_view>> of_queue_pair;
  for (auto& one : entries) {
    const auto ctrl = ctrl_of(one);
    if (!ctrl) continue;
    one.candidates = likely_transports(one.bytes);
    const auto [known, is_first] = of_queue_pair.try_emplace(ctrl->qpn, one.candidates);
    if (is_first) continue;
    auto both = common(known->second, one.candidates);
    // Another queue pair may have the number now.
    if (!both.empty()) known->second = std::move(both);
  }
  for (auto& one : entries) {
    const auto ctrl = ctrl_of(one);
    if (!ctrl) continue;
    auto both = common(of_queue_pair[ctrl->qpn], one.candidates);
    if (!both.empty()) one.candidates = std::move(both);
    const bool usual = std::ranges::find(one.candidates, one.transport) != one.candidates.end();
    if (!usual) one.transport = one.candidates.front();
  }
}

namespace {

void inspect_datagram(entry& one) {
  if (one.bytes.size() >= least_datagram) return;
  one.malformed.push_back(
      fmt::format("{} bytes are too few: a management datagram begins with a header of {}",
                  one.bytes.size(), least_datagram));
}

void inspect_mailbox(entry& one) {
  if (one.bytes.size() >= firmware::mbox_in::size) return;
  one.malformed.push_back(
      fmt::format("{} bytes are too few: a command or an answer has at least {}", one.bytes.size(),
                  firmware::mbox_in::size));
}

}  // namespace

void inspect(entry& one, const options& said) {
  switch (one.kind) {
    case entry_kind::cqe:
      return inspect_cqe(one, said);
    case entry_kind::wqe:
      return inspect_wqe(one, said);
    case entry_kind::receive_wqe:
      return inspect_receive_wqe(one);
    case entry_kind::report:
      return check_opcode(one, said);
    case entry_kind::command:
    case entry_kind::unreadable:
      return;
    case entry_kind::mailbox:
      return inspect_mailbox(one);
    case entry_kind::mad:
      return inspect_datagram(one);
  }
}

void join(std::vector<entry>& entries) {
  std::vector<std::size_t> errors;
  std::vector<std::pair<std::uint64_t, std::size_t>> wqes;  // QPN and index; number of the entry
  const auto key = [](std::uint32_t qpn, std::uint16_t index) {
    return std::uint64_t{qpn} << 16 | index;
  };
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (can_be_joined(entries[i])) errors.push_back(i);
    if (const auto ctrl = ctrl_of(entries[i]))
      wqes.emplace_back(key(ctrl->qpn, ctrl->wqe_index), i);
  }
  std::ranges::sort(wqes);
  for (const auto i : errors) {
    const auto& error = *entries[i].error;
    const auto wanted = key(error.qpn.value_or(0), *error.wqe_counter);
    auto found = std::ranges::lower_bound(wqes, std::pair{wanted, std::size_t{0}});
    for (std::size_t tried = 0;
         tried < most_joined && error.qpn && found != wqes.end() && found->first == wanted;
         ++tried, ++found) {
      auto& wqe = entries[found->second];
      if (wqe.joined.size() + wqe.malformed.size() >= most_joined) continue;
      if (auto words = difference(error, *ctrl_of(wqe)); !words.empty()) {
        wqe.malformed.push_back("WQE and CQE do not belong together: " + words);
        continue;
      }
      entries[i].joined.push_back(found->second);
      wqe.joined.push_back(i);
    }
  }
  // If there is one error and one WQE, the user expects that they belong together.
  if (errors.size() == 1 && wqes.size() == 1) {
    auto& wqe = entries[wqes.front().second];
    if (!wqe.joined.empty() || !wqe.malformed.empty()) return;
    const auto words = difference(*entries[errors.front()].error, *ctrl_of(wqe));
    if (!words.empty()) wqe.remarks.push_back("this is not the WQE of the CQE: " + words);
  }
}

}  // namespace verbatim::tools::decode
