// The limits of a device.
#include "verbatim/verbs/values/limits.hpp"

#include "verbatim/verbs/base/fields.hpp"

namespace verbatim {

std::string to_string(const limits& all) {
  return verbs::fields()
      .add("max_cqe", all.max_cqe)
      .add("max_qp_wr", all.max_qp_wr)
      .add("max_sge", all.max_sge)
      .add("max_qp_rd_atom", std::uint32_t{all.max_qp_rd_atom})
      .add("max_qp_init_rd_atom", std::uint32_t{all.max_qp_init_rd_atom})
      .add("phys_port_cnt", std::uint32_t{all.phys_port_cnt})
      .add("local_ca_ack_delay", std::uint32_t{all.local_ca_ack_delay})
      .text();
}

}  // namespace verbatim
