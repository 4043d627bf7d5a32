// Posts requests and compares their WQEs and CQEs with the specs.
#include <algorithm>

#include "tools/describe.hpp"
#include "tools/selftest/check.hpp"
#include "verbatim/generated/layouts.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/wire/units.hpp"

namespace verbatim::tools::selftest {
namespace {

/// Returns the opcode that the spec gives the WQE.
std::uint8_t opcode_of(std::string_view wqe) {
  const auto found = std::ranges::find(wqe_layouts, wqe, &wire::wqe::name);
  if (found == wqe_layouts.end()) throw failure{"no spec describes " + std::string(wqe)};
  return found->opcode;
}

std::uint16_t post(lane& at, const request& r) {
  const auto posted = at.post(r, send_entry);
  if (!posted) throw failure{"no builder makes " + std::string(r.wqe) + " on this transport"};
  if (!*posted) throw failure{std::string(message(posted->error()))};
  return posted->wqe_index();
}

/// The description of a WQE marks what contradicts the specs.
void check_wqe(verdict& to, std::span<const std::byte> wqe, std::string_view transport) {
  const auto text = describe_wqe(wqe, transport);
  to.require(text.find('!') == std::string::npos, "the WQE contradicts the specs:\n" + text);
}

void check_sent(verdict& to, const lane& at, const seen& sent, const request& r,
                std::uint16_t index) {
  const auto cqe = sent.cqe();
  to.require(sent.of_send && sent.entry == send_entry, "the CQE belongs to another WQE");
  to.require_equal("opcode of the sender's CQE", static_cast<unsigned>(cqe.opcode()),
                   static_cast<unsigned>(cqe_opcode::req));
  to.require_equal("s_wqe_opcode", static_cast<unsigned>(cqe.s_wqe_opcode()), opcode_of(r.wqe));
  to.require_equal("wqe_counter of the sender's CQE", cqe.wqe_counter(), index);
  to.require_equal("qpn of the sender's CQE", cqe.qpn(), at.sender());
  if (r.wqe == "rdma_read") to.require_equal("byte_cnt of a READ", cqe.byte_cnt(), r.length);
}

cqe_opcode opcode_at_receiver(std::string_view wqe) {
  if (wqe == "send_imm") return cqe_opcode::resp_send_imm;
  if (wqe == "send_inval") return cqe_opcode::resp_send_inv;
  return wqe == "rdma_write_imm" ? cqe_opcode::resp_wr_imm : cqe_opcode::resp_send;
}

void check_received(verdict& to, const lane& at, const seen& received, const request& r,
                    std::string_view transport) {
  const auto cqe = received.cqe();
  const bool datagram = transport.starts_with("ud"), packet = transport == "raw_packet";
  to.require(!received.of_send && received.entry == receive_entry,
             "the receiver's CQE belongs to another WQE");
  to.require_equal("opcode of the receiver's CQE", static_cast<unsigned>(cqe.opcode()),
                   static_cast<unsigned>(opcode_at_receiver(r.wqe)));
  if (!packet) {
    const auto length = r.inlined ? r.payload.size() : r.length;
    to.require_equal("byte_cnt of the receiver's CQE", cqe.byte_cnt(),
                     length + (datagram ? 40 : 0));
    to.require_equal("qpn of the receiver's CQE", cqe.qpn(), at.receiver());
  }
  if (r.wqe.ends_with("_imm")) to.require_equal("imm", cqe.imm(), r.imm);
  if (r.wqe == "send_inval") to.require_equal("invalidated key", cqe.imm(), r.imm);
  if (r.flags.solicited && !packet) to.require_equal("se of the receiver's CQE", cqe.se(), 1);
}

}  // namespace

request usual_request(const bench& on, std::string_view wqe, std::uint32_t length) {
  const bool fetches = wqe == "rdma_read";
  return {.wqe = wqe,
          .local = on.address(fetches ? results : source),
          .remote = on.address(target_at),
          .length = length,
          .lkey = on.lkey(),
          .rkey = on.rkey(),
          .imm = 0xcafe0001};
}

seen complete(bench& on, lane& at, const request& r) {
  (void)post(at, r);
  at.ring();
  return on.collect(at, 1).front();
}

done execute(bench& on, verdict& to, std::string_view transport, const request& r,
             unsigned receives) {
  auto& at = on.on(transport);
  const bool packet = transport == "raw_packet";
  for (unsigned i = 0; i < receives; ++i) {
    at.post_receive(on.address(inbox) + i * buffer_bytes, buffer_bytes, on.lkey(), receive_entry);
  }
  const auto index = post(at, r);
  const auto bytes = at.wqe(index);
  done all{.sent = {}, .received = {}, .wqe = {bytes.begin(), bytes.end()}};
  to.observed(all.wqe);
  check_wqe(to, all.wqe, transport);
  to.require_equal("wqe_index", ctrl_seg::read(all.wqe.data()).wqe_index, index);
  at.ring();
  bool sent = false;
  std::vector<seen> some;
  const bool came = on.wait([&] {
    some.clear();
    at.poll(some, 1);
    for (const auto& one : some) {
      to.note(one.of_send ? "sender's CQE" : "receiver's CQE", hex(one.bytes));
      if (one.status != cqe_syndrome::ok) throw failure{in_words(one)};
      if (!one.of_send) all.received.push_back(one);
      if (one.of_send) all.sent = one;
      sent = sent || one.of_send;
    }
    return sent && all.received.size() >= receives;
  });
  if (!came && !(packet && sent)) {
    throw failure{std::string(sent ? "nothing was received" : "the WQE has not completed") +
                  " within " + std::to_string(on.how().patience.count()) + " ms"};
  }
  check_sent(to, at, all.sent, r, index);
  for (const auto& one : all.received) check_received(to, at, one, r, transport);
  return all;
}

}  // namespace verbatim::tools::selftest
