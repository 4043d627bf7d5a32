// Answers to what the specs of WQEs leave open, other than keys: each check tries it.
#include <infiniband/mlx5dv.h>

#include <algorithm>

#include "tools/selftest/check.hpp"
#include "tools/selftest/packet_lane.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/eth_vlan_seg.hpp"
#include "verbatim/wire/words.hpp"

namespace verbatim::tools::selftest {
namespace {

/// Posts a request whose WQE `change` changes before its doorbell. Returns the completions; the one of the
/// receive is there if a receive was posted and something came.
template <class Change>
std::vector<seen> post_changed(bench& on, lane& at, const request& r, bool receives,
                               Change&& change) {
  if (receives) {
    at.post_receive(on.address(inbox), 2048, on.lkey(), receive_entry);
  }
  const auto posted = at.post(r, send_entry);
  if (!posted || !*posted) throw failure{"the WQE cannot be posted"};
  change(at.wqe(posted->wqe_index()));
  at.ring();
  std::vector<seen> all;
  (void)on.wait([&] {
    at.poll(all, 1);
    return all.size() >= (receives ? 2u : 1u) ||
           std::ranges::any_of(all, [](auto& one) { return one.status != cqe_syndrome::ok; });
  });
  if (all.empty()) throw failure{"nothing completed in time"};
  return all;
}

std::vector<std::byte> lay_out_frame(bench& on, const lane& at) {
  on.refill();
  auto frame = frame_to(mac_of(at), protocol_udp, 100);
  std::ranges::copy(frame, on.memory(source).begin());
  return frame;
}

/// Frames whose UDP checksum the device is to insert where we say that the headers are, with each combination
/// of the bits for their kind.
void software_parser(bench& on, verdict& to, unsigned bit, std::string_view what) {
  auto& at = on.on("raw_packet");
  mlx5dv_context dv{};
  dv.comp_mask = MLX5DV_CONTEXT_MASK_SWP;
  if (mlx5dv_query_device(on.context().native(), &dv) != 0 ||
      dv.sw_parsing_caps.sw_parsing_offloads == 0) {
    throw skip{"the device does not claim the software parser (sw_parsing_caps of mlx5dv)"};
  }
  for (const bool set : {false, true}) {
    const auto frame = lay_out_frame(on, at);
    auto r = usual_request(on, "send", static_cast<std::uint32_t>(frame.size()));
    r.ethernet.l3_csum = r.ethernet.l4_csum = 1;
    r.ethernet.swp_outer_l3_offset = ip_at / 2;
    r.ethernet.swp_outer_l4_offset = l4_at / 2;
    const auto all = post_changed(on, at, r, true, [&](std::span<std::byte> wqe) {
      auto* const word = wqe.data() + ctrl_seg::size + 4;
      if (set) wire::store32(word, wire::load32(word) | 1u << bit);
    });
    const auto failed =
        std::ranges::find_if(all, [](auto& one) { return one.status != cqe_syndrome::ok; });
    const std::string which = set ? "bit set" : "bit clear";
    if (failed != all.end()) {
      to.note(which, in_words(*failed));
      on.drop_lanes();
      break;
    }
    const bool right = l4_checksum_right(on.memory(inbox + ip_at, frame.size() - ip_at));
    to.note(which, right ? "the UDP checksum is right" : "the UDP checksum is wrong");
  }
  to.answer("a UDP frame over IPv4, whose outer headers we name, with and without the bit of " +
            std::string(what));
}

void s_vlan(bench& on, verdict& to) {
  auto& at = on.on("raw_packet");
  constexpr std::pair<unsigned, std::string_view> bits[]{
      {30, "bit 30, which the spec has"}, {16, "bit 16, bit 0 of the kernel's 16-bit word"}};
  for (const auto& [bit, name] : bits) {
    const auto frame = lay_out_frame(on, at);
    auto r = usual_request(on, "send", static_cast<std::uint32_t>(frame.size()));
    r.insert_vlan = true;
    r.vlan_tci = 0x2064;
    const auto all = post_changed(on, at, r, true, [bit = bit](std::span<std::byte> wqe) {
      auto* const word = wqe.data() + ctrl_seg::size + 0x0c;
      wire::store32(word, wire::load32(word) | 1u << bit);
    });
    if (all.size() < 2) {
      to.note(name, all.front().status == cqe_syndrome::ok ? "the frame did not come back"
                                                           : in_words(all.front()));
      on.drop_lanes();
      break;
    }
    to.note(name, "type of the tag " + hex(on.memory(inbox + mac_bytes, 2)));
  }
  to.answer("an S-VLAN has type 88a8, a C-VLAN 8100");
}

/// Bytes of an operand of 16 bytes, as they come to the peer's memory.
void wide_operand(bench& on, verdict& to, std::string_view wqe) {
  try_wide_atomic(on, to, wqe, "rc");
  to.note("at the peer", hex(on.memory(target_at, 16)));
  if (!to.failed()) {
    to.answer("operands are big-endian, and the number in memory is little-endian, as 16 bytes");
  }
}

void reverse_sl(bench& on, verdict& to, std::string_view transport, std::size_t at_byte) {
  const auto name =
      transport == "dci" && on.on_ethernet() ? std::string("dci_roce") : std::string(transport);
  auto& at = on.on(name);
  for (const std::uint32_t sl : {0u, 1u}) {
    on.refill();
    const auto all =
        post_changed(on, at, usual_request(on, "send", 64), true, [&](std::span<std::byte> wqe) {
          auto* const word = wqe.data() + ctrl_seg::size + at_byte;
          wire::store32(word, wire::load32(word) | sl << 24);
        });
    for (const auto& one : all) {
      const std::string of = one.of_send ? "the sender" : "the receiver";
      to.note("reverse_sl " + std::to_string(sl) + ", CQE of " + of,
              one.status != cqe_syndrome::ok ? in_words(one)
                                             : "sl is " + std::to_string(one.cqe().sl()));
    }
    if (all.size() < 2) {
      on.drop_lanes();
      break;
    }
  }
  to.answer("a SEND with the bits, which names the service level of its acknowledgements");
}

}  // namespace

void add_wqe_answers(std::vector<check>& to) {
  const auto add = [&](std::string_view field, std::string_view about, auto run) {
    to.push_back(
        {.id = "uncertain/" + std::string(field), .about = std::string(about), .run = run});
  };
  constexpr std::pair<std::string_view, unsigned> parser[]{{"swp_outer_l4_udp", 21},
                                                           {"swp_outer_l3_ipv6", 20},
                                                           {"swp_inner_l4_udp", 17},
                                                           {"swp_inner_l3_ipv6", 16}};
  for (const auto& [field, bit] : parser) {
    add("eth_seg." + std::string(field), "Which bits tell the software parser kinds of headers?",
        [bit = bit, field = field](bench& on, verdict& found) {
          software_parser(on, found, bit, field);
        });
  }
  add("eth_vlan_seg.svlan", "Which bit inserts an S-VLAN?", s_vlan);
  for (const std::string_view field : {"flow_idx_update", "dest_handle"}) {
    add("flow_tbl_access_seg." + std::string(field), "Does the device read it?",
        [](bench& on, verdict& found) { try_flow_table(on, found, "write_flow_table", "rc"); });
  }
  add("masked_fa128_seg.add", "In which order are operands of 16 bytes?",
      [](bench& on, verdict& found) { wide_operand(on, found, "masked_fetch_add128"); });
  add("masked_cs128_seg.swap", "In which order are operands of 16 bytes?",
      [](bench& on, verdict& found) { wide_operand(on, found, "masked_cas128"); });
  add("ravh_seg.sl_dct", "Where is the service level of a rendezvous over DC?",
      [](bench&, verdict&) {
        throw skip{
            "only the device reads it, in a rendezvous over DC, and no public source says how "
            "a program makes the SRQ of one"};
      });
  add("av_dc_seg.reverse_sl", "Do the bits choose a service level?",
      [](bench& on, verdict& found) { reverse_sl(on, found, "dci", 8); });
  add("av_dc_compact_seg.reverse_sl", "Do the bits choose a service level?",
      [](bench& on, verdict& found) { reverse_sl(on, found, "dci_compact", 8); });
}

}  // namespace verbatim::tools::selftest
