// The parameters: arbitrary, and different in each WQE.
#include "wqe_parameters.hpp"

namespace verbatim::bench {
namespace {

/// Numbers that repeat in no field (splitmix64).
class numbers {
 public:
  std::uint64_t next() noexcept {
    auto z = state_ += 0x9e3779b97f4a7c15;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
  }

  template <class Integer>
  void fill(Integer& field, std::uint64_t mask = ~std::uint64_t{0}) noexcept {
    field = static_cast<Integer>(next() & mask);
  }

  template <std::size_t size>
  void fill(std::array<std::byte, size>& bytes) noexcept {
    for (auto& byte : bytes) byte = static_cast<std::byte>(next());
  }

 private:
  std::uint64_t state_ = 0;
};

template <class AddressVector>
void fill_address(AddressVector& av, const wqe_parameters& p, numbers& any) {
  av.dqp_dct = p.qpn;
  any.fill(av.stat_rate, 0xf);
  any.fill(av.sl, 0xf);
  any.fill(av.mlid, 0x7f);
  av.rlid = p.dlid;
  any.fill(av.rmac);
  any.fill(av.tclass);
  any.fill(av.hop_limit);
  av.grh = 1;
  any.fill(av.sgid_index);
  any.fill(av.flow_label, 0xfffff);
  any.fill(av.rgid);
}

}  // namespace

wqe_parameter_list::wqe_parameter_list(std::uint32_t length) {
  numbers any;
  for (unsigned i = 0; i < batch; ++i) {
    any.fill(payloads_[i]);
    auto& p = list_[i];
    p.id = 0x1000 + i;
    any.fill(p.raddr);
    any.fill(p.rkey);
    any.fill(p.imm);
    any.fill(p.compare);
    any.fill(p.swap);
    any.fill(p.compare_mask);
    any.fill(p.swap_mask);
    any.fill(p.dc_key);
    any.fill(p.qkey);
    any.fill(p.qpn, 0xffffff);
    any.fill(p.dlid);
    any.fill(p.mss, 0x3fff);
    p.length = length;
    p.payload = payloads_[i].data();
    for (auto& one : p.pieces) {
      any.fill(one.addr);
      any.fill(one.length, 0x7fffffff);
      any.fill(one.lkey);
      one.length |= 1;  // no piece is empty
    }
    fill_address(p.av_ud, p, any);
    p.av_ud.qkey = p.qkey;
    p.av_ud.write(p.av_bytes.data());
    p.av_prepared = wire::prepared(p.av_ud);
    fill_address(p.av_dc, p, any);
    p.av_dc.dc_key = p.dc_key;
  }
}

}  // namespace verbatim::bench
