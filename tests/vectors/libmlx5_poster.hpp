// Posts a vector by the calls of libibverbs and mlx5dv.
#pragma once

#include <endian.h>
#include <infiniband/mlx5dv.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "json.h"
#include "libmlx5_queue.hpp"

namespace verbatim::test {

using bytes = std::vector<unsigned char>;

/// The arguments of a call, and all calls of a vector.
class calls {
 public:
  explicit calls(const json* vector) : vector_(vector) {}

  std::vector<const json*> all(std::string_view call) const {
    std::vector<const json*> found;
    for (const auto* one = json_get(vector_, "steps", json_array)->first; one; one = one->next) {
      if (one->first->string == call) found.push_back(one->first->next);
    }
    return found;
  }
  bool has(std::string_view call) const { return !all(call).empty(); }
  const json* of(std::string_view call) const { return all(call).at(0); }
  std::uint64_t number(std::string_view call, const char* name) const {
    return json_get(of(call), name, json_number)->number;
  }
  std::uint32_t word(std::string_view call, const char* name) const {
    return static_cast<std::uint32_t>(number(call, name));
  }
  std::uint64_t field(std::string_view call, const char* name) const {
    return json_get(json_get(of(call), "segment", json_object), name, json_number)->number;
  }
  std::uint64_t ctrl(const char* name) const {
    return json_get(json_get(vector_, "ctrl", json_object), name, json_number)->number;
  }
  std::string_view text(const char* name) const {
    return json_get(vector_, name, json_string)->string;
  }

 private:
  const json* vector_;
};

inline std::uint64_t value(const json* of, const char* name) {
  return json_get(of, name, json_number)->number;
}

inline bytes string_bytes(const json* of, const char* name) {
  const auto* string = json_get(of, name, json_string);
  bytes made(string->length / 2);
  json_bytes(string, made.data(), made.size());
  return made;
}

inline std::vector<ibv_sge> sges_of(const calls& vector) {
  std::vector<ibv_sge> list;
  for (const auto* one : vector.all("sge")) {
    const auto* length = json_find(one, "byte_count");
    list.push_back({value(one, "addr"), length ? static_cast<std::uint32_t>(length->number) : 8u,
                    static_cast<std::uint32_t>(value(one, "lkey"))});
  }
  return list;
}

inline unsigned access_of(const calls& vector) {
  return (vector.field("to", "atomic") ? unsigned{IBV_ACCESS_REMOTE_ATOMIC} : 0u) |
         (vector.field("to", "remote_write") ? unsigned{IBV_ACCESS_REMOTE_WRITE} : 0u) |
         (vector.field("to", "remote_read") ? unsigned{IBV_ACCESS_REMOTE_READ} : 0u) |
         (vector.field("to", "local_write") ? unsigned{IBV_ACCESS_LOCAL_WRITE} : 0u);
}

struct destroy_object {
  void operator()(ibv_mr* region) const { ibv_dereg_mr(region); }
  void operator()(ibv_mw* window) const { ibv_dealloc_mw(window); }
  void operator()(mlx5dv_mkey* mkey) const { mlx5dv_destroy_mkey(mkey); }
};

/// An object that has its own key again when it is destroyed.
template <class Object, class Destroy, auto Key>
class kept_key {
 public:
  explicit kept_key(Object* object) : object_(object), key_(object->*Key) {}
  kept_key(const kept_key&) = delete;
  kept_key& operator=(const kept_key&) = delete;
  ~kept_key() {
    object_->*Key = key_;
    Destroy()(object_);
  }

  Object* get() const { return object_; }
  Object* operator->() const { return object_; }

 private:
  Object* object_;
  std::uint32_t key_;
};

inline mlx5dv_mkey* indirect_key(ibv_pd* pd) {
  mlx5dv_mkey_init_attr attributes{
      .pd = pd, .create_flags = MLX5DV_MKEY_INIT_ATTR_FLAGS_INDIRECT, .max_entries = 20};
  return made_by("mlx5dv_create_mkey", mlx5dv_create_mkey(&attributes));
}

/// The objects of one transport that posts need, and the posts.
class poster {
 public:
  explicit poster(std::string_view transport) : transport_(transport), queue_(transport) {}

  /// Returns what libmlx5 writes for this vector.
  bytes posted(const calls& vector) {
    const auto wqe = vector.text("wqe");
    if (wqe == "bind_mw_type1") {
      bind_type1(vector);
    } else {
      ibv_wr_start(qp());
      qp()->wr_id = 1;
      qp()->wr_flags = flags(vector);
      begin(wqe, vector);
      if (const int error = ibv_wr_complete(qp()); error != 0)
        throw std::runtime_error("libmlx5 refuses " + std::string(wqe) + ": " + strerror(error));
    }
    auto made = queue_.last();
    const bool own = vector.has("av") && vector.text("source").ends_with("mlx5_wqe_av");
    if (own) std::memcpy(&made[16], &address_, sizeof address_);
    put(made, 1, 2, vector.ctrl("wqe_index"));
    put(made, 4, 3, vector.ctrl("qpn"));
    if (wqe == "bind_mw")
      put(made, 0x44, 3, vector.ctrl("qpn"));  // the window belongs to the queue
    if (wqe == "copy") {                       // the buffer for the result is libmlx5's own
      put(made, 0x14, 4, vector.number("result", "lkey"));
      put(made, 0x18, 8, vector.number("result", "addr"));
    }
    return made;
  }

 private:
  ibv_qp_ex* qp() { return queue_.qp(); }

  static unsigned flags(const calls& vector) {
    return (vector.ctrl("ce") ? unsigned{IBV_SEND_SIGNALED} : 0u) |
           (vector.ctrl("se") ? unsigned{IBV_SEND_SOLICITED} : 0u) |
           (vector.ctrl("fm") ? unsigned{IBV_SEND_FENCE} : 0u) |
           (vector.has("eth") && vector.number("eth", "l3_csum") ? unsigned{IBV_SEND_IP_CSUM}
                                                                 : 0u) |
           (vector.text("wqe").starts_with("configure") ? unsigned{IBV_SEND_INLINE} : 0u);
  }

  static void put(bytes& wqe, std::size_t at, unsigned count, std::uint64_t number) {
    for (; count != 0; number >>= 8) wqe.at(at + --count) = static_cast<unsigned char>(number);
  }

  void begin(std::string_view wqe, const calls& of) {
    if (change_key(wqe, of)) return;
    const auto rkey = of.has("rdma") ? of.word("rdma", "rkey") : 0;
    const auto raddr = of.has("rdma") ? of.number("rdma", "raddr") : 0;
    if (wqe == "send") ibv_wr_send(qp());
    if (wqe == "send_imm") ibv_wr_send_imm(qp(), htobe32(of.word("imm", "imm")));
    if (wqe == "send_inval") ibv_wr_send_inv(qp(), of.word("invalidate", "rkey"));
    if (wqe == "rdma_write") ibv_wr_rdma_write(qp(), rkey, raddr);
    if (wqe == "rdma_write_imm")
      ibv_wr_rdma_write_imm(qp(), rkey, raddr, htobe32(of.word("imm", "imm")));
    if (wqe == "rdma_read") ibv_wr_rdma_read(qp(), rkey, raddr);
    if (wqe == "atomic_cs")
      ibv_wr_atomic_cmp_swp(qp(), rkey, raddr, of.number("operands", "compare"),
                            of.number("operands", "swap"));
    if (wqe == "atomic_fa")
      ibv_wr_atomic_fetch_add(qp(), rkey, raddr, of.number("operands", "add"));
    if (wqe == "tso") {
      auto header = string_bytes(of.of("eth"), "header");
      ibv_wr_send_tso(qp(), header.data(), static_cast<std::uint16_t>(header.size()),
                      static_cast<std::uint16_t>(of.number("eth", "mss")));
    }
    set_address(of);
    if (of.has("inline_data")) {
      auto payload = string_bytes(of.of("inline_data"), "bytes");
      ibv_wr_set_inline_data(qp(), payload.data(), payload.size());
    } else {
      const auto list = sges_of(of);
      ibv_wr_set_sge_list(qp(), list.size(), list.data());
    }
  }

  void set_address(const calls& of) {
    if (of.has("xrc")) ibv_wr_set_xrc_srqn(qp(), of.word("xrc", "srqn"));
    if (!of.has("av")) return;
    address_of(of);
    const bool dc = transport_.starts_with("dci");
    if (dc) mlx5dv_wr_set_dc_addr(queue_.dv(), ah_.get(), number_, key_);
    if (!dc) ibv_wr_set_ud_addr(qp(), ah_.get(), number_, static_cast<std::uint32_t>(key_));
  }

  /// An address handle to the LID, or to the port itself on Ethernet; and by the vendor's struct
  /// what it does not let a program choose.
  void address_of(const calls& of) {
    const bool dc = transport_.starts_with("dci");
    const auto* given = of.of("av");
    const auto* segment = json_find(given, "segment");
    const auto* from = segment ? segment : given;
    const auto field = [&](const char* name, const char* other = "") {
      const auto* found = json_find(from, name);
      if (found == nullptr) found = json_find(from, other);
      return found ? found->number : 0;
    };
    key_ = field(dc ? "dc_key" : "qkey");
    number_ = static_cast<std::uint32_t>(field("dqp_dct", dc ? "dctn" : "qpn"));
    ibv_ah_attr attributes{};
    attributes.port_num = 1;
    if (transport_.ends_with("roce")) {
      attributes.is_global = 1;
      ibv_query_gid(queue_.context.get(), 1, 0, &attributes.grh.dgid);
    } else {
      attributes.dlid = static_cast<std::uint16_t>(field("rlid", "dlid"));
    }
    ah_.reset(made_by("ibv_create_ah", ibv_create_ah(queue_.context.pd(), &attributes)));

    address_ = {};
    if (dc) address_.key.dc_key = htobe64(key_);
    if (!dc) address_.key.qkey.qkey = htobe32(static_cast<std::uint32_t>(key_));
    address_.dqp_dct = htobe32(
        static_cast<std::uint32_t>(MLX5_EXTENDED_UD_AV | field("reverse_sl") << 24 | number_));
    address_.stat_rate_sl = static_cast<std::uint8_t>(field("stat_rate") << 4 | field("sl"));
    address_.fl_mlid = static_cast<std::uint8_t>(field("fl") << 7 | field("mlid"));
    address_.rlid = htobe16(static_cast<std::uint16_t>(
        field("rlid", transport_.ends_with("roce") ? "udp_sport" : "dlid")));
    address_.tclass = static_cast<std::uint8_t>(field("tclass"));
    address_.hop_limit = static_cast<std::uint8_t>(field("hop_limit"));
    address_.grh_gid_fl = htobe32(static_cast<std::uint32_t>(
        field("grh") << 30 | field("sgid_index") << 20 | field("flow_label")));
    if (json_find(from, "rmac")) std::memcpy(address_.rmac, string_bytes(from, "rmac").data(), 6);
    if (json_find(from, "rgid")) std::memcpy(address_.rgid, string_bytes(from, "rgid").data(), 16);
  }

  bool change_key(std::string_view wqe, const calls& of) {
    if (wqe == "local_invalidate") {
      ibv_wr_local_inv(qp(), of.word("key", "rkey"));
    } else if (wqe == "bind_mw" || wqe == "unbind_mw") {
      bind_type2(wqe == "bind_mw", of);
    } else if (wqe == "configure_mkey") {
      std::vector<ibv_sge> list;
      for (const auto* one : of.all("klm"))
        list.push_back({value(one, "addr"), static_cast<std::uint32_t>(value(one, "byte_count")),
                        static_cast<std::uint32_t>(value(one, "lkey"))});
      mlx5dv_wr_mr_list(queue_.dv(), mkey(of), access_of(of),
                        static_cast<std::uint16_t>(list.size()), list.data());
    } else if (wqe == "configure_mkey_strided") {
      std::vector<mlx5dv_mr_interleaved> list;
      for (const auto* one : of.all("strided"))
        list.push_back({value(one, "addr"), static_cast<std::uint32_t>(value(one, "byte_count")),
                        static_cast<std::uint32_t>(value(one, "stride") - value(one, "byte_count")),
                        static_cast<std::uint32_t>(value(one, "lkey"))});
      mlx5dv_wr_mr_interleaved(queue_.dv(), mkey(of), access_of(of),
                               of.word("repeat", "repeat_count"),
                               static_cast<std::uint16_t>(list.size()), list.data());
    } else if (wqe == "copy") {
      mlx5dv_wr_memcpy(queue_.dv(), of.word("to", "lkey"), of.number("to", "addr"),
                       of.word("from", "lkey"), of.number("from", "addr"),
                       of.number("from", "byte_count"));
    } else {
      return false;
    }
    return true;
  }

  // The key of an object is the device's choice. libmlx5 takes it from the object, so here the
  // object has that of the vector for the time of a post.

  mlx5dv_mkey* mkey(const calls& of) {
    mkey_->lkey = mkey_->rkey = of.word("key", "mkey");
    return mkey_.get();
  }

  ibv_mw_bind_info range(const calls& of) {
    region_->lkey = of.word("klm", "lkey");
    return {.mr = region_.get(),
            .addr = of.number("klm", "addr"),
            .length = of.number("klm", "byte_count"),
            .mw_access_flags = access_of(of)};
  }

  ibv_mw* window(ibv_mw* made, const calls& of) {
    made->rkey = of.word("window", "rkey");
    return made;
  }

  void bind_type2(bool binds, const calls& of) {
    const ibv_mw_bind_info nothing{
        .mr = region_.get(), .addr = 0, .length = 0, .mw_access_flags = 0};
    const auto info = binds ? range(of) : nothing;
    const auto variant = binds ? of.field("to", "mkey_7_0") : of.number("as", "variant");
    ibv_wr_bind_mw(qp(), window(window2_.get(), of), static_cast<std::uint32_t>(variant), &info);
  }

  void bind_type1(const calls& of) {
    ibv_mw_bind request{.wr_id = 1, .send_flags = flags(of), .bind_info = range(of)};
    const int error = ibv_bind_mw(&qp()->qp_base, window(window1_.get(), of), &request);
    if (error != 0)
      throw std::runtime_error(std::string("libmlx5 refuses to bind: ") + strerror(error));
  }

  std::string transport_;
  libmlx5_queue queue_;
  std::array<std::byte, 4096> memory_;
  kept_key<ibv_mr, destroy_object, &ibv_mr::lkey> region_{
      made_by("ibv_reg_mr",
              ibv_reg_mr(queue_.context.pd(), memory_.data(), memory_.size(),
                         IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_MW_BIND))};
  kept_key<ibv_mw, destroy_object, &ibv_mw::rkey> window1_{
      made_by("ibv_alloc_mw", ibv_alloc_mw(queue_.context.pd(), IBV_MW_TYPE_1))};
  kept_key<ibv_mw, destroy_object, &ibv_mw::rkey> window2_{
      made_by("ibv_alloc_mw", ibv_alloc_mw(queue_.context.pd(), IBV_MW_TYPE_2))};
  kept_key<mlx5dv_mkey, destroy_object, &mlx5dv_mkey::lkey> mkey_{
      indirect_key(queue_.context.pd())};
  owned<ibv_ah, ibv_destroy_ah> ah_;
  mlx5_wqe_av address_{};
  std::uint64_t key_ = 0;
  std::uint32_t number_ = 0;
};

}  // namespace verbatim::test
