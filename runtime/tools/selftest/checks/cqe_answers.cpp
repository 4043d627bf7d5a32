// Answers to what the specs of CQEs leave open: each check notes what the device writes.
#include <infiniband/mlx5dv.h>

#include <algorithm>
#include <thread>

#include "tools/selftest/check.hpp"
#include "tools/selftest/checks/tags.hpp"
#include "tools/selftest/packet_lane.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/cqes/eth_cqe.hpp"
#include "verbatim/generated/cqes/mini_req.hpp"
#include "verbatim/generated/cqes/tm_list_cqe.hpp"
#include "verbatim/generated/cqes/tm_receive_cqe.hpp"
#include "verbatim/verbs/base/error.hpp"
#include "verbatim/verbs/completion/cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"

namespace verbatim::tools::selftest {
namespace {

constexpr std::string_view connected[]{"rc", "uc", "xrc"};

/// Calls use() for each transport that the device has; notes why others are left out.
template <class Use>
unsigned for_each_connected(bench& on, verdict& to, Use use) {
  unsigned tried = 0;
  for (const auto transport : connected) {
    try {
      (void)on.on(transport);
    } catch (const skip& why) {
      to.note(transport, "not tried: " + why.why);
      continue;
    } catch (const error& why) {
      to.note(transport, std::string("not tried: ") + why.what());
      continue;
    }
    use(transport);
    ++tried;
  }
  return tried;
}

done send_on(bench& on, verdict& to, std::string_view transport, bool solicited,
             std::string_view wqe = "send") {
  on.refill();
  auto r = usual_request(on, wqe, 64);
  r.flags.solicited = solicited;
  return execute(on, to, transport, r, wqe.starts_with("send") ? 1 : 0);
}

void slid(bench& on, verdict& to) {
  const auto tried = for_each_connected(on, to, [&](std::string_view transport) {
    const auto all = send_on(on, to, transport, false);
    to.note(transport, hex(all.received.front().cqe().slid()));
  });
  if (tried == 0) throw skip{"no connected transport could be tried"};
  to.note("LID of the port", hex(on.port().lid));
  to.answer("slid in the receiver's CQEs of connected queue pairs");
}

void rqpn(bench& on, verdict& to) {
  const auto tried = for_each_connected(on, to, [&](std::string_view transport) {
    const auto all = send_on(on, to, transport, false);
    to.note(transport, hex(all.received.front().cqe().rqpn()));
    to.note(std::string(transport) + ", QP number of the sender", hex(on.on(transport).sender()));
  });
  if (tried == 0) throw skip{"no connected transport could be tried"};
  to.answer("rqpn in the receiver's CQEs of connected queue pairs");
}

void byte_cnt(bench& on, verdict& to) {
  for (const std::string_view wqe : {"send", "rdma_write", "rdma_read"}) {
    const auto all = send_on(on, to, "rc", false, wqe);
    to.note(wqe, std::to_string(all.sent.cqe().byte_cnt()));
  }
  auto atomic = usual_request(on, "atomic_fa", 8);
  atomic.local = on.address(results);
  to.note("atomic_fa", std::to_string(execute(on, to, "rc", atomic, 0).sent.cqe().byte_cnt()));
  to.answer("byte_cnt in the sender's CQEs, of requests of 64 bytes and of an atomic");
}

void solicited(bench& on, verdict& to) {
  for (const bool asked : {false, true}) {
    const auto all = send_on(on, to, "rc", asked);
    const std::string how = asked ? "solicited SEND" : "SEND";
    to.note(how + ", sender's CQE", std::to_string(all.sent.cqe().se()));
    to.note(how + ", receiver's CQE", std::to_string(all.received.front().cqe().se()));
  }
  to.answer("se in CQEs of both ends");
}

void solicited_error(bench& on, verdict& to) {
  for (const bool asked : {false, true}) {
    auto r = usual_request(on, "rdma_write_imm", 8);
    r.flags.solicited = asked;
    r.rkey = verbatim::rkey(r.rkey.value() ^ 0xff);
    const auto sent = complete(on, on.on("rc"), r);
    on.drop_lanes();
    if (sent.status == cqe_syndrome::ok) throw failure{"a wrong key was accepted"};
    to.note(asked ? "solicited" : "not solicited", std::to_string(err_cqe(sent.bytes.data()).se()));
    to.observed(sent.bytes);
  }
  to.answer("se in the sender's CQE of a WRITE that fails");
}

void solicited_packet(bench& on, verdict& to) {
  auto& at = on.on("raw_packet");
  for (const bool asked : {false, true}) {
    on.refill();
    const auto frame = frame_to(mac_of(at), protocol_udp, 100);
    std::ranges::copy(frame, on.memory(source).begin());
    auto r = usual_request(on, "send", static_cast<std::uint32_t>(frame.size()));
    r.flags.solicited = asked;
    const auto received = execute(on, to, "raw_packet", r, 1).received;
    if (received.empty()) {
      on.drop_lanes();
      throw skip{"the device does not give a port its own frames"};
    }
    to.note(asked ? "solicited" : "not solicited",
            std::to_string(eth_cqe(received.front().bytes.data()).se()));
  }
  to.answer("se in the receiver's CQE of a frame");
}

void solicited_tag(bench& on, verdict& to, bool of_list) {
  tag_bench tags(on);
  on.refill();
  for (const bool asked : {false, true}) {
    const auto appended = tags.append(5);
    const auto received = tags.send(5, asked);
    const std::string how = asked ? "solicited" : "not solicited";
    if (of_list) {
      to.note("append, before a message that is " + how,
              std::to_string(tm_list_cqe(appended.bytes.data()).se()));
    } else {
      to.note("message, " + how, std::to_string(tm_receive_cqe(received.bytes.data()).se()));
    }
  }
  to.answer(of_list ? "se in CQEs of commands" : "se in CQEs of messages that found their tag");
}

/// Compressed CQEs of READs of 1, 2, 3… bytes, as they lie in memory.
void mini_of_sends(bench& on, verdict& to, bool opcodes) {
  constexpr cq_format format{.compression = cqe_compression::basic};
  constexpr int reads = 24;
  constexpr std::size_t slot = 64, minis = 8;
  on.require(firmware::cmd_hca_cap::cqe_compression);
  cq<with_format<format>, rc_qp<int>> completions(on.context(), 256);
  rc_qp<int> a(on.pd(), completions, on.attributes()), b(on.pd(), completions, on.attributes());
  const auto address = a.address();
  a.connect(b.address());
  b.connect(address);
  on.refill();
  for (int i = 0; i < reads; ++i) {
    const auto length = static_cast<std::uint32_t>(i + 1);
    const auto posted = a.sq_wqe()
                            .read()
                            .rdma(on.address(target_at), on.rkey())
                            .sge(on.address(results), length, on.lkey())
                            .signal(i)
                            .finish();
    if (!posted) throw failure{std::string(message(posted.error()))};
  }
  mlx5dv_cq dv{};
  mlx5dv_obj object{};
  object.cq = {completions.native(), &dv};
  if (mlx5dv_init_obj(&object, MLX5DV_OBJ_CQ) != 0) throw failure{"mlx5dv_init_obj failed"};
  a.ring_doorbell();
  const std::span ring(static_cast<const std::byte*>(dv.buf), reads * slot);
  // The last byte of a CQE has its opcode, its format and its owner.
  const auto last_byte = [&](std::size_t i) {
    const volatile std::byte* const at = &ring[(i + 1) * slot - 1];
    return std::to_integer<unsigned>(*at);
  };
  (void)on.wait([&] {
    constexpr unsigned invalid = 0xf, compressed_send = 0x0c >> 2;
    if (last_byte(reads - 1) >> 4 != invalid) return true;
    for (std::size_t i = 0; i < reads; ++i) {
      if (last_byte(i) >> 2 == compressed_send) return true;
    }
    return false;
  });
  std::this_thread::sleep_for(moment);
  const std::vector<std::byte> copy(ring.begin(), ring.end());
  int came = 0;
  if (!on.wait([&] {
        completions.poll([&](auto&& c) { came += c.ok() ? 1 : 0; });
        return came == reads;
      })) {
    throw failure{"not all READs completed in time"};
  }
  for (std::size_t i = 0; i + 1 < reads; ++i) {
    const cqe64 title(copy.data() + i * slot);
    if (title.opcode() != cqe_opcode::req || title.format() != cqe_format::compressed) continue;
    // An array of up to eight follows the title.
    const auto* const array = copy.data() + (i + 1) * slot;
    to.observed({array, slot});
    std::string opcode_bytes, counts;
    for (std::size_t one = 0; one < std::min<std::size_t>(minis, title.byte_cnt()); ++one) {
      const mini_req mini(array + one * mini_req::size);
      opcode_bytes += (one == 0 ? "" : " ") + hex(static_cast<std::uint64_t>(mini.s_wqe_opcode()));
      counts += (one == 0 ? "" : " ") + std::to_string(mini.byte_cnt());
    }
    to.note("s_wqe_opcode, where the spec has it", opcode_bytes);
    to.note("byte_cnt, where the spec has it", counts);
    to.answer(opcodes ? "the opcodes of compressed CQEs of READs, whose opcode is 0x10"
                      : "byte_cnt of compressed CQEs of READs, whose lengths differ by 1");
    return;
  }
  to.answer("the device compressed no CQEs of sends");
}

}  // namespace

void throw_no_flow_tags() {
  throw skip{
      "flow tags are in CQEs of raw packets, whose queue pairs libmlx5 makes only on CQs "
      "without such compression"};
}

void add_cqe_answers(std::vector<check>& to) {
  const auto add = [&](std::string_view field, std::string_view about, auto run) {
    to.push_back(
        {.id = "uncertain/" + std::string(field), .about = std::string(about), .run = run});
  };
  add("cqe64.slid", "What is slid on connected queue pairs?", slid);
  add("cqe64.rqpn", "What is rqpn on connected queue pairs?", rqpn);
  add("cqe64.byte_cnt", "What is byte_cnt of a sender after a SEND, a WRITE and an atomic?",
      byte_cnt);
  add("cqe64.se", "Does the sender's CQE have se too?", solicited);
  add("err_cqe.se", "Does the CQE of an error have se?", solicited_error);
  add("eth_cqe.se", "Does the CQE of a frame have se?", solicited_packet);
  add("tm_list_cqe.se", "Does the CQE of a command of tag matching have se?",
      [](bench& on, verdict& found) { solicited_tag(on, found, true); });
  add("tm_receive_cqe.se", "Does the CQE of a message with a tag have se?",
      [](bench& on, verdict& found) { solicited_tag(on, found, false); });
  add("mini_req.s_wqe_opcode", "Which byte of a compressed CQE has the opcode?",
      [](bench& on, verdict& found) { mini_of_sends(on, found, true); });
  add("mini_req.byte_cnt", "What is byte_cnt of a compressed CQE of a READ?",
      [](bench& on, verdict& found) { mini_of_sends(on, found, false); });
  add("mini_resp_ftag.flow_tag_low", "Where is the lowest byte of a flow tag?",
      [](bench&, verdict&) { throw_no_flow_tags(); });
}

}  // namespace verbatim::tools::selftest
