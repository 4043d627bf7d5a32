// Checks of WQEs of raw packets, which go from the port to itself.
#include <algorithm>

#include "tools/selftest/check.hpp"
#include "tools/selftest/packet_lane.hpp"
#include "verbatim/generated/headers/vlan_tag.hpp"
#include "verbatim/wire/mailbox.hpp"

namespace verbatim::tools::selftest {
namespace {

constexpr std::size_t payload = 100;
using headers::vlan_tag;

constexpr std::uint16_t tci = 0x2064;  // priority 1, VLAN 100
constexpr std::uint16_t mss = 1000;
constexpr std::uint32_t tso_payload = 2500;

/// Puts the frame where requests send from.
request sending(const bench& on, std::span<const std::byte> frame, std::string_view wqe) {
  std::ranges::copy(frame, on.memory(source).begin());
  return usual_request(on, wqe, static_cast<std::uint32_t>(frame.size()));
}

/// Posts the request, and `packets` receives of 2048 bytes. Returns true if all came: not every device gives
/// a port its own frames.
std::vector<seen> exchange(bench& on, verdict& to, const request& r, unsigned packets) {
  auto all = execute(on, to, "raw_packet", r, packets);
  if (all.received.size() >= packets) return all.received;
  // The receives that are posted must not take the frames of the next check.
  on.drop_lanes();
  throw skip{
      "the frames left, and did not come back: the device does not give a port its own "
      "frames",
      "try it where the device's switch loops them back, as between virtual functions"};
}

void require_frame(const bench& on, verdict& to, std::size_t at, std::span<const std::byte> frame) {
  const auto got = on.memory(at, frame.size());
  if (std::ranges::equal(got, frame)) return;
  to.expected(frame);
  to.observed(got);
  to.require(false, "another frame arrived");
}

void send_variants(bench& on, verdict& to) {
  const auto frame = frame_to(mac_of(on.on("raw_packet")), protocol_udp, payload);
  on.refill();
  auto r = sending(on, frame, "send");
  const auto plain = exchange(on, to, r, 1).front();
  to.require_equal("byte_cnt", plain.cqe().byte_cnt(), frame.size());
  require_frame(on, to, inbox, frame);

  on.refill();
  r = sending(on, frame, "send");
  r.ethernet.l3_csum = r.ethernet.l4_csum = 1;
  const auto summed = exchange(on, to, r, 1).front();
  const auto ip = on.memory(inbox + ip_at, frame.size() - ip_at);
  to.require(ip_checksum_right(ip), "the IPv4 checksum that the device inserted is wrong");
  to.require(l4_checksum_right(ip), "the UDP checksum that the device inserted is wrong");
  to.note("checksums of the receiver's CQE",
          std::string(summed.cqe().l3_ok() != 0 ? "l3_ok" : "l3 not ok") +
              (summed.cqe().l4_ok() != 0 ? " l4_ok" : " l4 not ok"));

  on.refill();
  r = sending(on, frame, "send");
  r.insert_vlan = true;
  r.vlan_tci = tci;
  (void)exchange(on, to, r, 1);
  require_frame(on, to, inbox, std::span(frame).first(mac_bytes));
  const auto behind_macs = on.memory(inbox + mac_bytes, vlan_tag::size);
  const wire::mailbox_view<vlan_tag, const std::byte> tag(behind_macs);
  to.require(tag.get(vlan_tag::tpid) == 0x8100 && tag.get(vlan_tag::pcp) == 1 &&
                 !tag.is_set(vlan_tag::dei) && tag.get(vlan_tag::vid) == 100,
             "the VLAN tag is wrong: " + hex(behind_macs));
  require_frame(on, to, inbox + mac_bytes + vlan_tag::size, std::span(frame).subspan(mac_bytes));
  to.say("frames arrive as they were sent, with checksums and with a VLAN tag");
}

void segment(bench& on, verdict& to) {
  const auto mac = mac_of(on.on("raw_packet"));
  auto frame = frame_to(mac, protocol_tcp, tso_payload);
  const std::vector<std::byte> header(frame.begin(), frame.begin() + tcp_header);
  on.refill();
  frame.erase(frame.begin(), frame.begin() + tcp_header);
  auto r = sending(on, frame, "tso");
  r.payload = header;
  r.mss = mss;
  r.ethernet.l3_csum = r.ethernet.l4_csum = 1;
  const auto packets = exchange(on, to, r, 3);
  for (std::size_t i = 0; i < packets.size(); ++i) {
    const std::size_t data = i < 2 ? mss : tso_payload - 2 * mss;
    to.require_equal("byte_cnt of a packet", packets[i].cqe().byte_cnt(), tcp_header + data);
    const auto at = inbox + buffer_bytes * i;
    const auto ip = on.memory(at + ip_at, tcp_header - ip_at + data);
    to.require(ip_checksum_right(ip) && l4_checksum_right(ip), "a packet has a wrong checksum");
    require_frame(on, to, at + tcp_header, std::span(frame).subspan(i * mss, data));
  }
  to.say("the payload arrives in packets of its mss, with right checksums");
}

void send_several(bench& on, verdict& to) {
  const auto frame = frame_to(mac_of(on.on("raw_packet")), protocol_udp, payload);
  on.refill();
  const auto r = sending(on, frame, "multi_packet");
  const auto packets = exchange(on, to, r, 2);
  for (std::size_t i = 0; i < packets.size(); ++i)
    require_frame(on, to, inbox + buffer_bytes * i, frame);
  to.say("both frames of the WQE arrive");
}

}  // namespace

void try_packet(bench& on, verdict& to, std::string_view wqe, std::string_view) {
  if (wqe == "tso") return segment(on, to);
  if (wqe == "multi_packet") return send_several(on, to);
  send_variants(on, to);
}

void try_dump(bench& on, verdict& to, std::string_view wqe, std::string_view) {
  auto& at = on.on("raw_packet");
  on.refill();
  auto r = usual_request(on, wqe, 64);
  r.number = at.to().tisn;
  const auto sent = complete(on, at, r);
  to.note("sender's CQE", hex(sent.bytes));
  if (sent.status == cqe_syndrome::local_qp_op_err) {
    throw skip{"the device refuses it for a TIS without TLS: " + in_words(sent)};
  }
  if (sent.status != cqe_syndrome::ok) throw failure{in_words(sent)};
  to.say("it completes, on a TIS without TLS");
}

void try_flow_table(bench&, verdict&, std::string_view, std::string_view) {
  throw skip{
      "it writes an object of the device's steering (modify header argument), and a test "
      "changes no steering"};
}

}  // namespace verbatim::tools::selftest
