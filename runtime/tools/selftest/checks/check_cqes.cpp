// Checks of the formats of CQEs: sizes, compression, payload inside, and errors.
#include <algorithm>

#include "tools/selftest/check.hpp"
#include "tools/selftest/checks/keys.hpp"
#include "tools/selftest/checks/signature_pair.hpp"
#include "tools/selftest/packet_lane.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"

namespace verbatim::tools::selftest {
namespace {

using type = rc_qp<int>;
constexpr int burst = 24;
constexpr auto basic = cqe_compression::basic, enhanced = cqe_compression::enhanced;

/// Two connected queue pairs that complete in one CQ of the format.
template <cq_format Format>
struct formatted_pair {
  explicit formatted_pair(bench& on, bool scatter = false)
      : completions(on.context(), 256),
        a(on.pd(), completions, with(on, scatter)),
        b(on.pd(), completions, with(on, scatter)) {
    const auto address = a.address();
    a.connect(b.address());
    b.connect(address);
  }

  static qp_attributes with(const bench& on, bool scatter) {
    auto how = on.attributes();
    how.scatter_to_cqe = scatter;
    return how;
  }

  cq<with_format<Format>, type> completions;
  type a;
  type b;
};

/// The number of compressed completions of a burst.
struct bursts {
  unsigned folded_sends = 0;  ///< completions that shared their CQE with the one before
  unsigned folded_receives = 0;
};

/// Sends messages of different lengths, each signaled, in bursts. Checks the order and the length of
/// all completions.
template <cq_format Format>
bursts send_bursts(bench& on, verdict& to) {
  formatted_pair<Format> pair(on);
  bursts found;
  for (int round = 0; round < 3; ++round) {
    on.refill();
    for (int i = 0; i < burst; ++i) {
      (void)pair.b.rq_wqe()
          .sge(on.address(inbox) + 128u * static_cast<unsigned>(i), 128, on.lkey())
          .finish(i);
    }
    pair.b.ring_recv_doorbell();
    for (int i = 0; i < burst; ++i) {
      (void)pair.a.sq_wqe()
          .send()
          .sge(on.address(source), static_cast<std::uint32_t>(i + 1), on.lkey())
          .signal(i)
          .finish();
    }
    pair.a.ring_doorbell();
    int sent = 0, received = 0;
    const std::byte *last_send = nullptr, *last_receive = nullptr;
    const bool all = on.wait([&] {
      pair.completions.poll([&](auto&& c) {
        constexpr bool of_send = requires { c.signaled; };
        auto& next = of_send ? sent : received;
        auto& last = of_send ? last_send : last_receive;
        to.require(c.ok(), "a completion is an error");
        to.require_equal("the place of a completion", static_cast<unsigned>(c.entry),
                         static_cast<unsigned>(next));
        if constexpr (!of_send) {
          to.require_equal("byte_cnt of a completion", c.byte_count(),
                           static_cast<unsigned>(next) + 1);
        }
        if (c.cqe().bytes() == last) ++(of_send ? found.folded_sends : found.folded_receives);
        last = c.cqe().bytes();
        ++next;
      });
      return sent == burst && received == burst;
    });
    if (!all) throw failure{"not all completions of a burst came in time"};
    for (std::size_t i = 0; i < burst; ++i) {
      to.require(std::ranges::equal(on.memory(source, i + 1), on.memory(inbox + 128 * i, i + 1)),
                 "the data of a message in a burst is wrong");
    }
    to.require(pair.completions.dropped() == 0,
               "a CQE was dropped: " + std::string(message(pair.completions.last_dropped().why)));
    if (to.failed()) break;
  }
  to.note("compressed completions of sends", std::to_string(found.folded_sends));
  to.note("compressed completions of receives", std::to_string(found.folded_receives));
  return found;
}

/// Checks one format. `compressed` chooses the count that has to be above 0 for the layout to have
/// been seen.
template <cq_format Format>
void try_format(bench& on, verdict& to, unsigned bursts::*compressed) {
  const auto found = send_bursts<Format>(on, to);
  if (compressed == nullptr) return to.say("all completions are right");
  if (found.*compressed != 0) return to.say("all completions are right, compressed ones too");
  to.answer("all completions are right, but the device compressed none of this kind");
}

void require_compression(const bench& on, const cq_format& format) {
  if (format.compression == cqe_compression::none) return;
  using firmware::cmd_hca_cap;
  on.require(cmd_hca_cap::cqe_compression);
  if (format.cqe_size == 128) on.require(cmd_hca_cap::cqe_compression_128b);
  const auto minis = format.minis;
  if (minis == mini_cqe_format::l34h_stridx) on.require(cmd_hca_cap::mini_cqe_resp_l3_l4_tag);
  if (minis == mini_cqe_format::csum_stridx) {
    on.require(cmd_hca_cap::mini_cqe_resp_stride_index);
  }
  if (format.compression != enhanced) return;
  // Linux reads the first bit, DPDK and UCX the second.
  if (on.capability(cmd_hca_cap::enhanced_cqe_compression_5bb) == 0u) {
    on.require(cmd_hca_cap::enhanced_cqe_compression);
  }
}

template <cq_format Format>
void add_format(std::vector<check>& to, std::string_view name, std::string_view what,
                unsigned bursts::*compressed = nullptr) {
  to.push_back({.id = "cqe/" + std::string(name),
                .about = "Completes bursts of messages in " + std::string(what) + ".",
                .run = [compressed](bench& on, verdict& found) {
                  require_compression(on, Format);
                  try_format<Format>(on, found, compressed);
                }});
}

/// Payload of a message, and of a READ, inside the CQE.
template <cq_format Format>
void try_scatter(bench& on, verdict& to) {
  constexpr auto expected = Format.cqe_size == 128 ? cqe_format::inline_64 : cqe_format::inline_32;
  formatted_pair<Format> pair(on, true);
  constexpr std::uint32_t length = Format.cqe_size / 2 - 3;
  on.refill();
  std::ranges::copy(on.memory(source, length), on.memory(target_at).begin());
  (void)pair.b.rq_wqe().sge(on.address(inbox), 128, on.lkey()).finish(1);
  pair.b.ring_recv_doorbell();
  (void)pair.a.sq_wqe().send().sge(on.address(source), length, on.lkey()).signal(2).finish();
  (void)pair.a.sq_wqe()
      .read()
      .rdma(on.address(target_at), on.rkey())
      .sge(on.address(results), length, on.lkey())
      .signal(3)
      .finish();
  pair.a.ring_doorbell();
  int came = 0;
  const bool all = on.wait([&] {
    pair.completions.poll([&](auto&& c) {
      ++came;
      to.require(c.ok(), "a completion is an error");
      const auto format = c.cqe().format();
      to.note(c.entry == 1   ? "format of the receive"
              : c.entry == 2 ? "format of the send"
                             : "format of the READ",
              std::string(name(format)));
      if (c.entry == 1) {
        to.require(format == expected, "the payload of a receive did not come in the CQE");
      }
    });
    return came == 3;
  });
  if (!all) throw failure{"not all completions came in time"};
  to.require(std::ranges::equal(on.memory(source, length), on.memory(inbox, length)),
             "the payload that came in the CQE of a receive is wrong");
  to.require(std::ranges::equal(on.memory(source, length), on.memory(results, length)),
             "the payload that a READ fetched is wrong");
  to.say("payload inside CQEs is right");
}

void try_error(bench& on, verdict& to) {
  auto& at = on.on("rc");
  auto r = usual_request(on, "rdma_write", 8);
  r.rkey = verbatim::rkey(r.rkey.value() ^ 0xff);  // no key has this variant
  const auto sent = complete(on, at, r);
  const err_cqe cqe(sent.bytes.data());
  to.observed(sent.bytes);
  to.require_equal("opcode", static_cast<unsigned>(cqe.opcode()),
                   static_cast<unsigned>(cqe_opcode::req_err));
  to.require_equal("syndrome", static_cast<unsigned>(cqe.syndrome()),
                   static_cast<unsigned>(cqe_syndrome::remote_access_err));
  to.require_equal("s_wqe_opcode", static_cast<unsigned>(cqe.s_wqe_opcode()),
                   static_cast<unsigned>(opcode::rdma_write));
  to.require_equal("qpn", cqe.qpn(), at.sender());
  to.note("in words", in_words(sent));
  on.drop_lanes();
  to.say("a WRITE with a wrong key ends with remote_access_err");
}

void try_eth_cqe(bench& on, verdict& to) {
  auto& at = on.on("raw_packet");
  on.refill();
  const auto frame = frame_to(mac_of(at), protocol_udp, 100);
  std::ranges::copy(frame, on.memory(source).begin());
  auto r = usual_request(on, "send", static_cast<std::uint32_t>(frame.size()));
  r.ethernet.l3_csum = r.ethernet.l4_csum = 1;
  const auto came = execute(on, to, "raw_packet", r, 1).received;
  if (came.empty()) {
    on.drop_lanes();
    throw skip{"the device does not give a port its own frames"};
  }
  const eth_cqe cqe(came.front().bytes.data());
  to.observed(came.front().bytes);
  to.require_equal("byte_cnt", cqe.byte_cnt(), frame.size());
  to.require_equal("l3_hdr_type", cqe.l3_hdr_type(), 2);
  to.require_equal("l4_hdr_type", cqe.l4_hdr_type(), 2);
  to.require_equal("l3_ok", cqe.l3_ok(), 1);
  to.require_equal("l4_ok", cqe.l4_ok(), 1);
  to.say("the CQE tells length, headers and checksums of a UDP frame");
}

}  // namespace

void add_cqe_checks(std::vector<check>& to) {
  add_format<cq_format{}>(to, "cqe64", "CQEs of 64 bytes");
  add_format<cq_format{.cqe_size = 128}>(to, "cqe128", "CQEs of 128 bytes");
  add_format<cq_format{.compression = basic}>(to, "mini_req", "compressed CQEs of sends",
                                              &bursts::folded_sends);
  add_format<cq_format{.compression = basic}>(to, "mini_resp_hash", "compressed CQEs with hashes",
                                              &bursts::folded_receives);
  add_format<cq_format{.compression = basic, .minis = mini_cqe_format::csum}>(
      to, "mini_resp_csum", "compressed CQEs with checksums", &bursts::folded_receives);
  add_format<cq_format{.cqe_size = 128, .compression = basic}>(
      to, "compressed_128", "compressed CQEs of 128 bytes", &bursts::folded_receives);
  add_format<cq_format{.compression = basic, .minis = mini_cqe_format::l34h_stridx}>(
      to, "mini_resp_l34h", "compressed CQEs with kinds of headers", &bursts::folded_receives);
  add_format<cq_format{.compression = enhanced}>(to, "enh_block", "blocks of compressed CQEs",
                                                 &bursts::folded_receives);
  add_format<cq_format{.compression = enhanced, .minis = mini_cqe_format::csum_stridx}>(
      to, "mini_resp_csum_stridx", "blocks of compressed CQEs with checksums and strides",
      &bursts::folded_receives);
  const auto add = [&](std::string_view name, std::string_view about, auto run) {
    to.push_back({.id = "cqe/" + std::string(name), .about = std::string(about), .run = run});
  };
  add("mini_resp_ftag", "Looks for compressed CQEs with flow tags.",
      [](bench&, verdict&) { throw_no_flow_tags(); });
  add("inline_32", "Receives and reads short payload in CQEs of 64 bytes.",
      try_scatter<cq_format{}>);
  add("inline_64", "Receives and reads short payload in CQEs of 128 bytes.",
      try_scatter<cq_format{.cqe_size = 128}>);
  add("err_cqe", "Makes a WRITE fail, and reads the CQE of the error.", try_error);
  add("eth_cqe", "Reads the CQE of a frame that has arrived.", try_eth_cqe);
  add("sigerr_cqe", "Sends a block with a wrong signature, and reads the CQE that tells.",
      try_signature_error);
  add("tm_list_cqe", "Reads the CQE of a command of tag matching.",
      [](bench& on, verdict& found) { try_tag(on, found, "tag_remove", "xrq_cmd"); });
  add("tm_receive_cqe", "Reads the CQE of a message that has found its tag.",
      [](bench& on, verdict& found) { try_tag(on, found, "tag_append", "xrq_cmd"); });
}

}  // namespace verbatim::tools::selftest
