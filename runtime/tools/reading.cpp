// Reads WQEs with the generated tables of steps. It contains no WQE itself.
#include "reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <tuple>

#include "verbatim/generated/layouts.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::tools {
namespace {

std::size_t padded(std::size_t bytes) { return (bytes + octoword - 1) / octoword * octoword; }

bool all_zero(std::span<const std::byte> bytes) {
  return std::ranges::all_of(bytes, [](std::byte b) { return b == std::byte{}; });
}

const wire::field& field_named(const wire::layout& layout, std::string_view name) {
  const auto found = std::ranges::find(layout.fields, name, &wire::field::name);
  assert(found != layout.fields.end());
  return *found;
}

unsigned faults_of(const wire::layout& layout, const std::byte* bytes) {
  return static_cast<unsigned>(
      std::ranges::count_if(layout.fields, [&](auto& f) { return is_fault(f, bytes); }));
}

class wqe_reader {
 public:
  wqe_reader(const wire::wqe& kind, std::span<const std::byte> wqe) : kind_(kind), wqe_(wqe) {
    result_.name = kind.name;
    result_.always = kind.always.size();
  }

  reading read(const wire::transport& transport) {
    segment(layout_named("ctrl_seg"));
    begins_.push_back(0);
    if (!kind_.bare) {
      for (const auto& step : transport.prefix) take(step);
    }
    for (const auto& step : kind_.steps.subspan(1)) {
      begins_.push_back(offset_);
      take(step);
      if (step.segment == kind_.behind_segment) set_behind_aside();
    }
    rest();
    take_behind();
    compare();
    return std::move(result_);
  }

 private:
  std::span<const std::byte> left() const { return wqe_.subspan(offset_, end_ - offset_); }

  /// Sets aside the bytes at the end that an earlier segment counts. They belong to no list.
  void set_behind_aside() {
    const auto& layout = layout_named(kind_.behind_segment);
    if (begins_.back() + layout.size > end_) return;
    const auto* segment = wqe_.data() + begins_.back();
    const auto behind = field_named(layout, kind_.behind_field).read(segment) * octoword;
    if (behind <= left().size()) end_ -= behind;
  }

  void take_behind() {
    end_ = wqe_.size();
    for (auto steps = kind_.behind; !steps.empty();) {
      const auto next = std::ranges::find(steps.subspan(1), true, &wire::step::optional);
      const auto together = steps.first(static_cast<std::size_t>(next - steps.begin()));
      steps = steps.subspan(together.size());
      const auto& first = layout_named(together.front().segment);
      if (first.size > left().size() || faults_of(first, left().data()) != 0) continue;
      for (const auto& step : together) once(step);
    }
    rest();
  }

  void take(const wire::step& step) {
    if (!step.repeats) return once(step);
    while (offset_ < end_ && !is_padding()) once(step);
  }

  /// Returns true if the rest is zeros with which the builder pads a list or a segment.
  bool is_padding() const {
    return kind_.pad > 1 && left().size() < kind_.pad * octoword &&
           wqe_.size() % (kind_.pad * octoword) == 0 && all_zero(left());
  }

  void once(const wire::step& step) {
    const bool inlined = !left().empty() && (left()[0] & std::byte{0x80}) != std::byte{};
    if (!step.payload_header.empty() && inlined) return payload();
    const auto& layout = which(step);
    if (layout.size > left().size()) {
      fault(left().size(), left().empty() ? fmt::format("ds ends before {}", layout.name)
                                          : fmt::format("ds ends inside {}", layout.name));
      return;
    }
    const auto* bytes = left().data();
    segment(layout);
    if (!step.length_behind.empty() && layout.name == step.segment) {
      behind(layout, field_named(layout, step.length_behind).read(bytes));
    }
  }

  /// Returns the layout of the segment, or of its alternative if the bytes fit that better.
  const wire::layout& which(const wire::step& step) const {
    const auto& usual = layout_named(step.segment);
    if (step.instead.empty()) return usual;
    const auto& other = layout_named(step.instead);
    if (left().size() < std::max(usual.size, other.size)) return usual;
    return faults_of(other, left().data()) < faults_of(usual, left().data()) ? other : usual;
  }

  void segment(const wire::layout& layout) {
    result_.unlikely += hardly_posted(layout, left().data()) ? 1 : 0;
    result_.faults += faults_of(layout, left().data());
    result_.always += static_cast<std::size_t>(
        std::ranges::count_if(layout.fields, [](auto& f) { return f.always && !f.reserved(); }));
    result_.pieces.push_back({offset_, layout.size, &layout});
    offset_ += layout.size;
  }

  void bytes(std::size_t size, std::string_view label, std::string remark) {
    result_.pieces.push_back({offset_, size, nullptr, std::string(label), std::move(remark)});
    offset_ += size;
  }

  void fault(std::size_t size, std::string remark) {
    ++result_.faults;
    bytes(size, "!", std::move(remark));
  }

  void payload() {
    if (left().size() < inline_seg::size) return fault(left().size(), "ds ends inside inline_seg");
    const auto length = inline_seg::read(left().data()).byte_count;
    const auto size = padded(inline_seg::size + length);
    if (faults_of(layout_named("inline_seg"), left().data()) != 0 || size > left().size()) {
      return fault(left().size(),
                   fmt::format("inline_seg: {} bytes are longer than ds says", length));
    }
    bytes(size, "inline_seg", fmt::format("byte_count={}, and the payload", length));
    result_.pieces.back().payload = length;
  }

  /// Takes the bytes of a packet header that did not fit the segment's last field.
  void behind(const wire::layout& layout, std::uint64_t length) {
    const auto& last = layout.fields.back();
    const auto there = layout.size - last.at - (31u - last.msb) / 8u;
    if (length <= there) return;
    const auto size = padded(length - there);
    if (size > left().size()) return fault(left().size(), "the header is longer than ds says");
    bytes(size, "", "the rest of the header");
  }

  /// Takes the bytes that no step describes.
  void rest() {
    if (left().empty()) return;
    if (is_padding()) return bytes(left().size(), "", "padding");
    if (kind_.opcode != static_cast<std::uint8_t>(opcode::nop)) {
      return fault(left().size(), "behind the last segment");
    }
    // A NOP that fills a ring's end counts the bytes that it covers; the device ignores them.
    result_.ignored = true;
    bytes(left().size(), "", "ignored");
  }

  /// Counts the fields that do not have the fixed value of this kind.
  void compare() {
    for (const auto& given : kind_.always) {
      const auto& layout = layout_named(kind_.steps[given.step].segment);
      const auto at = begins_[given.step];
      if (at + layout.size > wqe_.size() || !has(layout, wqe_.data() + at, given)) ++result_.unlike;
    }
  }

  static bool has(const wire::layout& layout, const std::byte* bytes, const wire::given& given) {
    const auto& field = field_named(layout, given.field);
    if (field.bytes != 0) return all_zero({bytes + field.at, field.bytes});
    if (given.same_as.empty()) return field.read(bytes) == given.value;
    const auto mask = ~std::uint64_t{0} >> (63 - (field.msb - field.lsb));
    const auto other = field_named(layout, given.same_as).read(bytes);
    return field.read(bytes) == (given.complement ? ~other & mask : other);
  }

  /// Returns true for values that the specs allow, but that suggest another segment.
  bool hardly_posted(const wire::layout& layout, const std::byte* at) const {
    const auto zero = [&](std::string_view field) {
      return field_named(layout, field).read(at) == 0;
    };
    if (layout.name == "data_seg") return zero("byte_count") || zero("lkey");
    if (layout.name == "raddr_seg") return zero("rkey") && !zero("raddr");
    if (layout.name == "xrc_seg") return zero("xrc_srqn");
    if (layout.name == "eth_seg") {
      return wire::load32(at) != 0 || (!zero("mss") && kind_.name != "tso");
    }
    if (!layout.name.starts_with("av_")) return false;
    // A Q_Key is in the place of the upper half of a DC key; zeros follow it.
    const bool is_qkey =
        layout.name.starts_with("av_dc") && wire::load32(at) != 0 && wire::load32(at + 4) == 0;
    return is_qkey || zero("dqp_dct") || !zero("stat_rate");
  }

  const wire::wqe& kind_;
  std::span<const std::byte> wqe_;
  std::size_t offset_ = 0;
  std::size_t end_ = wqe_.size();    // end of the part that is being read
  std::vector<std::size_t> begins_;  // beginnings of the steps of kind_
  reading result_;
};

/// Returns the best explanation of the bytes among the WQEs of the transport.
std::optional<reading> best_reading(const wire::transport& transport, const ctrl_seg& ctrl,
                                    std::span<const std::byte> wqe) {
  std::optional<reading> best;
  for (const auto name : transport.wqes) {
    const auto& kind = *std::ranges::find(wqe_layouts, name, &wire::wqe::name);
    if (kind.opcode != static_cast<std::uint8_t>(ctrl.opcode) || kind.opmod != ctrl.opmod) continue;
    auto candidate = read_as(kind, transport, wqe);
    if (!best || fits_better(candidate, *best)) best = std::move(candidate);
  }
  return best;
}

/// Returns the message about a WQE that the transport does not support.
std::string why_not(std::string_view transport, const ctrl_seg& ctrl) {
  const auto of_opcode = [&](const wire::wqe& kind) {
    return kind.opcode == static_cast<std::uint8_t>(ctrl.opcode);
  };
  if (std::ranges::none_of(wqe_layouts, of_opcode)) return "no spec describes this opcode";
  return fmt::format("{} carries no WQE of opcode {} and opmod {}", transport,
                     enumerator_name<opcode>(static_cast<std::uint64_t>(ctrl.opcode)), ctrl.opmod);
}

/// Describes only ctrl_seg, because the rest is unknown.
void undescribed(wqe_reading& result, std::string complaint) {
  const auto& layout = layout_named("ctrl_seg");
  result.pieces.push_back({0, ctrl_seg::size, &layout});
  result.pieces.push_back(
      {ctrl_seg::size, result.bytes.size() - ctrl_seg::size, nullptr, "!", std::move(complaint)});
  result.faults += 1 + faults_of(layout, result.bytes.data());
}

/// The order in which transports are guessed if a WQE fits several.
constexpr std::array<std::string_view, 12> common_transports{
    "rc",  "ud",         "ud_roce",     "dci",         "dci_roce", "raw_packet",
    "xrc", "ud_compact", "dci_compact", "ud_underlay", "xrq_cmd",  "uc"};

/// Returns 1 if an address vector belongs to another kind of link than the transport, else 0. Only
/// on RoCE does it have the peer's MAC address; on InfiniBand it has a LID.
unsigned of_other_links(const reading& read, std::string_view transport,
                        std::span<const std::byte> wqe) {
  const bool roce = transport.ends_with("_roce");
  for (const auto& piece : read.pieces) {
    if (piece.layout == nullptr || !piece.layout->name.starts_with("av_")) continue;
    const auto* at = wqe.data() + piece.offset;
    const auto mac = std::ranges::find(piece.layout->fields, "rmac", &wire::field::name);
    const bool has_mac = mac != piece.layout->fields.end() && !all_zero({at + mac->at, mac->bytes});
    const bool has_lid = field_named(*piece.layout, "rlid").read(at) != 0;
    if (has_mac != roce || (!roce && !has_lid)) return 1;
  }
  return 0;
}

std::string names_of_transports() {
  std::string names;
  for (const auto& transport : transport_layouts) {
    names += names.empty() ? "" : ", ";
    names += transport.name;
  }
  return names;
}

}  // namespace

wqe_reading read_wqe(std::span<const std::byte> wqe, std::string_view transport) {
  wqe_reading result;
  result.bytes = wqe;
  if (wqe.size() < ctrl_seg::size) {
    result.pieces.push_back({0, wqe.size(), nullptr, "!", "shorter than ctrl_seg"});
    result.faults = 1;
    return result;
  }
  const auto ctrl = ctrl_seg::read(wqe.data());
  const auto told = std::max<std::size_t>(ctrl.ds, 1) * octoword;
  if (told > wqe.size()) {
    result.complaints.push_back(fmt::format("ds says {} bytes, here are {}", told, wqe.size()));
  } else if (ctrl.ds == 0) {
    result.complaints.push_back("ds is 0, but counts ctrl_seg itself");
  }
  result.faults = static_cast<unsigned>(result.complaints.size());
  result.bytes = wqe.first(std::min(wqe.size(), told));

  const auto* carrier = std::ranges::find(transport_layouts, transport, &wire::transport::name);
  if (carrier == transport_layouts.end()) {
    undescribed(result, fmt::format("there is no transport '{}'; there are {}", transport,
                                    names_of_transports()));
    return result;
  }
  auto best = best_reading(*carrier, ctrl, result.bytes);
  if (!best) {
    undescribed(result, why_not(transport, ctrl));
    return result;
  }
  result.title = fmt::format("{}{} on {}", best->unlike == 0 ? "" : "like ", best->name, transport);
  result.pieces = std::move(best->pieces);
  result.faults += best->faults;
  return result;
}

std::vector<std::string_view> likely_transports(std::span<const std::byte> wqe) {
  std::vector<std::string_view> likely;
  if (wqe.size() < ctrl_seg::size) return {common_transports.begin(), common_transports.end()};
  const auto ctrl = ctrl_seg::read(wqe.data());
  const auto told = std::max<std::size_t>(ctrl.ds, 1) * octoword;
  const auto counting = wqe.first(std::min(wqe.size(), told));
  auto least = std::tuple(true, 0u, 0u, 0u);
  for (const auto name : common_transports) {
    const auto& transport = *std::ranges::find(transport_layouts, name, &wire::transport::name);
    const auto best = best_reading(transport, ctrl, counting);
    const auto against = best ? std::tuple(false, best->faults, best->unlike,
                                           best->unlikely + of_other_links(*best, name, counting))
                              : std::tuple(true, 0u, 0u, 0u);
    if (against < least) {
      least = against;
      likely.clear();
    }
    if (against == least) likely.push_back(name);
  }
  return likely;
}

const wire::layout& layout_named(std::string_view name) {
  const auto* found = std::ranges::find(layouts, name, &wire::layout::name);
  assert(found != layouts.end());
  return *found;
}

const wire::layout& cqe_layout(std::span<const std::byte> cqe, cq_kind of) {
  const cqe64 view(cqe.data());
  const auto kind = view.opcode();
  if (of.enhanced && view.format() == cqe_format::compressed) return layout_named("enh_block");
  constexpr std::uint8_t tag_matching = 1;
  if (kind == cqe_opcode::req_err || kind == cqe_opcode::resp_err) return layout_named("err_cqe");
  if (kind == cqe_opcode::sig_err) return layout_named("sigerr_cqe");
  if (of.ethernet && kind == cqe_opcode::resp_send) return layout_named("eth_cqe");
  if (view.app() != tag_matching) return layout_named("cqe64");
  return layout_named(kind == cqe_opcode::no_packet ? "tm_list_cqe" : "tm_receive_cqe");
}

reading read_as(const wire::wqe& kind, const wire::transport& transport,
                std::span<const std::byte> wqe) {
  return wqe_reader(kind, wqe).read(transport);
}

bool fits_better(const reading& a, const reading& b) {
  return std::tuple(a.faults, a.unlike, a.ignored, b.always) <
         std::tuple(b.faults, b.unlike, b.ignored, a.always);
}

}  // namespace verbatim::tools
