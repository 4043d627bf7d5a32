// Compares the WQEs of our builders with those of libmlx5, and what other providers do with requests.
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include "tools/selftest/checks/keys.hpp"
#include "tools/selftest/packet_lane.hpp"
#include "tools/selftest/twin.hpp"
#include "verbatim/generated/layouts.hpp"

namespace verbatim::tools::selftest {
namespace {

constexpr std::uint32_t compared_bytes = 200;

native_object<ibv_ah, ibv_destroy_ah> address_of_port(const bench& on) {
  ibv_ah_attr to{};
  to.port_num = on.port().number;
  to.dlid = on.port().lid;
  to.is_global = on.on_ethernet();
  to.grh.hop_limit = 64;
  to.grh.sgid_index = static_cast<std::uint8_t>(on.gid_index());
  const auto gid = on.context().gid(to.port_num, on.gid_index());
  std::memcpy(to.grh.dgid.raw, gid.bytes.data(), gid.bytes.size());
  native_object<ibv_ah, ibv_destroy_ah> made(ibv_create_ah(on.pd().native(), &to));
  if (!made) throw_errno("ibv_create_ah", errno);
  return made;
}

bool is_key_change(std::string_view wqe) {
  return wqe.ends_with("_mw") || wqe.ends_with("_mw_type1") || wqe == "local_invalidate" ||
         wqe.find("mkey") != std::string_view::npos;
}

/// WQEs that libmlx5 has a call for, by transport.
bool libmlx5_posts(std::string_view wqe, std::string_view transport) {
  constexpr std::string_view messages[]{"send",           "send_imm",  "send_inval", "rdma_write",
                                        "rdma_write_imm", "rdma_read", "atomic_cs",  "atomic_fa"};
  if (transport.ends_with("_compact") || transport == "ud_underlay" || transport == "xrq_cmd") {
    return false;  // libmlx5 writes the long address vector, and hides its own command queue
  }
  if (transport == "raw_packet") return wqe == "send" || wqe == "tso";
  if (std::ranges::find(messages, wqe) != std::end(messages)) return true;
  if (wqe == "copy") return transport == "rc" || transport.starts_with("dci");
  if (wqe.find("mkey") != std::string_view::npos) return transport == "rc";
  return is_key_change(wqe) && (transport == "rc" || transport == "uc");
}

/// Makes the requests that end with the WQE, and the objects of libmlx5 that they use.
std::vector<request> requests_for(bench& on, twin& theirs, std::string_view wqe) {
  auto r = usual_request(on, wqe, compared_bytes);
  if (wqe.starts_with("atomic")) {
    r.length = 8;
    r.local = on.address(results);
    r.compare = 40;
    r.swap = 1000;
  }
  const auto of_type = [&](ibv_mw_type type) {
    theirs.window.reset(ibv_alloc_mw(on.pd().native(), type));
    if (!theirs.window) throw_errno("ibv_alloc_mw", errno);
    r.key = theirs.window->rkey;
    r.local = on.address(target_at);
    r.region = {.remote_write = 1,
                .qpn = type == IBV_MW_TYPE_2 ? theirs.qpn() : 0xffffffu,
                .mkey_7_0 = static_cast<std::uint8_t>(r.key + 1),
                .start_addr = r.local,
                .len = r.length};
  };
  if (wqe == "bind_mw") of_type(IBV_MW_TYPE_2);
  if (wqe == "bind_mw_type1") of_type(IBV_MW_TYPE_1);
  if (wqe == "unbind_mw" || wqe == "local_invalidate") {
    // Only a window that is bound can be freed.
    r.wqe = "bind_mw";
    of_type(IBV_MW_TYPE_2);
    auto end = r;
    end.wqe = wqe;
    end.key = (r.key & ~0xffu) | r.region.mkey_7_0;
    end.region = {.mkey_7_0 = static_cast<std::uint8_t>(r.region.mkey_7_0 + 1)};
    return {r, end};
  }
  if (wqe.find("mkey") == std::string_view::npos) return {r};
  mlx5dv_mkey_init_attr attributes{};
  attributes.pd = on.pd().native();
  attributes.create_flags = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT;
  attributes.max_entries = 4;
  theirs.mkey.reset(mlx5dv_create_mkey(&attributes));
  if (!theirs.mkey) throw_errno("mlx5dv_create_mkey", errno);
  auto list = configuring(on, theirs.mkey->lkey, 64);
  if (wqe == "configure_mkey") return {list};
  if (wqe == "update_mkey") {
    auto update = list;
    update.wqe = wqe;
    update.mask = new_list & ~bit(mkey_mask::len);
    update.region.len = 0;
    return {list, update};
  }
  list.wqe = wqe;
  list.turns = {.repeats = 3, .bytes = 8, .stride = 32};
  list.region.len = 3 * 8 * 2;
  return {list};
}

void compare_bytes(bench& on, verdict& to, std::string_view wqe, std::string_view transport) {
  auto& ours = on.on(transport);
  on.refill();
  std::optional<twin> pair(std::in_place, on, transport,
                           wqe == "copy" || wqe.find("mkey") != std::string_view::npos,
                           ours.to().domain);
  auto& theirs = *pair;
  auto requests = requests_for(on, theirs, wqe);
  auto& r = requests.back();
  std::vector<std::byte> header;
  if (transport == "raw_packet") {
    const bool tso = wqe == "tso";
    const auto frame = frame_to(mac_of(ours), tso ? protocol_tcp : protocol_udp, compared_bytes);
    const auto inlined = tso ? tcp_header : 0;
    header.assign(frame.begin(), frame.begin() + static_cast<std::ptrdiff_t>(inlined));
    std::ranges::copy(std::span(frame).subspan(inlined), on.memory(source).begin());
    r.length = static_cast<std::uint32_t>(frame.size() - inlined);
    r.payload = header;
    r.mss = tso ? std::uint16_t{1000} : std::uint16_t{};
    r.ethernet.l3_csum = r.ethernet.l4_csum = 1;
  }
  const bool receives = wqe.starts_with("send") || wqe == "rdma_write_imm" || wqe == "tso";
  const bool by_lane = transport != "rc" && transport != "uc";
  if (wqe == "send_inval") {
    throw skip{"the peer of libmlx5's queue pair has no key to invalidate",
               "tests/conformance of the source tree compares it"};
  }
  if (receives) {
    if (by_lane) {
      ours.post_receive(on.address(inbox), static_cast<std::uint32_t>(part), on.lkey(), 1);
    } else {
      theirs.post_receive(on.address(inbox), static_cast<std::uint32_t>(part), on.lkey().value());
    }
  }
  for (const auto& one : requests) {
    if (!theirs.post(one, ours.to())) {
      throw failure{"libmlx5 has no call for " + std::string(one.wqe)};
    }
    (void)theirs.wait();
  }
  if (receives && !by_lane) (void)theirs.wait();
  const auto written = theirs.wqes(static_cast<unsigned>(requests.size()));
  if (wqe == "copy") {
    // libmlx5 has a buffer of its own for the result.
    const auto meta = mmo_meta_seg::read(written.data() + ctrl_seg::size);
    r.number = meta.opaque_lkey;
    r.value = meta.opaque_va;
  }
  to.compare(ours.built(requests, theirs.qpn()), written);
  to.say("our builders and libmlx5 write the same " + std::to_string(written.size()) + " bytes");
  if (!receives || !by_lane) return;
  pair.reset();  // it is in the XRC domain of the lane
  on.drop_lanes();
}

/// Requests of any device, posted by its provider.
void try_verbs(bench& on, verdict& to, std::string_view wqe, std::string_view transport) {
  on.refill();
  twin pair(on, transport, false);
  auto r = usual_request(on, wqe, compared_bytes);
  const bool atomic = wqe.starts_with("atomic");
  const bool receives = wqe.starts_with("send") || wqe == "rdma_write_imm";
  if (atomic) {
    if (on.context().capabilities().atomics == verbs::atomic_scope::none) {
      throw skip{"the device does not claim atomics (IBV_ATOMIC_NONE)"};
    }
    r.length = 8;
    r.local = on.address(results);
    r.compare = 40;
    r.swap = 1000;
    on.set(target_at, std::uint64_t{40});
  } else if (wqe == "rdma_read") {
    std::ranges::copy(on.memory(source), on.memory(target_at).begin());
  }
  target itself;
  itself.datagram.dqp_dct = pair.qpn();
  itself.datagram.qkey = activate_attributes{}.qkey;
  const auto ah = transport == "ud" ? address_of_port(on) : native_object<ibv_ah, ibv_destroy_ah>();
  itself.ah = ah.get();
  if (receives) {
    pair.post_receive(on.address(inbox), static_cast<std::uint32_t>(part), on.lkey().value());
  }
  if (!pair.post(r, itself)) throw failure{"the provider has no call for it"};
  for (int left = receives ? 2 : 1; left != 0; --left) {
    const auto wc = pair.wait();
    const bool received = (wc.opcode & IBV_WC_RECV) != 0;
    to.note(received ? "receiver's byte_len" : "sender's byte_len", std::to_string(wc.byte_len));
    if (received && wqe.ends_with("_imm")) {
      to.require_equal("imm", be32toh(wc.imm_data), r.imm);
    }
  }
  if (atomic) {
    to.require_equal("the number at the peer", on.number<std::uint64_t>(target_at),
                     wqe == "atomic_cs" ? 1000 : 1040);
    to.require_equal("the result", on.number<std::uint64_t>(results), 40);
  } else {
    const auto at = wqe == "rdma_read"              ? results
                    : wqe.starts_with("rdma_write") ? target_at
                                                    : inbox + (transport == "ud" ? 40 : 0);
    to.require(on.arrived(source, at, compared_bytes, transport), "the data is wrong in memory");
  }
  to.say("the provider's request does what it says");
}

}  // namespace

void add_bytes_checks(std::vector<check>& to) {
  for (const auto& transport : transport_layouts) {
    for (const auto wqe : transport.wqes) {
      if (!libmlx5_posts(wqe, transport.name)) continue;
      to.push_back({.id = "bytes/" + std::string(wqe) + "/" + std::string(transport.name),
                    .about = "Compares our " + std::string(wqe) + " on " +
                             std::string(transport.name) + " with libmlx5's, byte for byte.",
                    .run = [wqe, name = transport.name](bench& on, verdict& found) {
                      compare_bytes(on, found, wqe, name);
                    }});
    }
  }
}

void add_verbs_checks(std::vector<check>& to) {
  for (const std::string_view transport : {"rc", "uc", "ud"}) {
    for (const std::string_view wqe : {"send", "send_imm", "rdma_write", "rdma_write_imm",
                                       "rdma_read", "atomic_cs", "atomic_fa"}) {
      const bool carries = transport == "rc" || wqe.starts_with("send") ||
                           (transport == "uc" && wqe.starts_with("rdma_write"));
      if (!carries) continue;
      to.push_back({.id = "verbs/" + std::string(wqe) + "/" + std::string(transport),
                    .about = "Posts " + std::string(wqe) + " on " + std::string(transport) +
                             " through verbs, on a device of any make, and checks data.",
                    .run = [wqe, transport](
                               bench& on, verdict& found) { try_verbs(on, found, wqe, transport); },
                    .only_verbs = true});
    }
  }
}

}  // namespace verbatim::tools::selftest
