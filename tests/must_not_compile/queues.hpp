// The types that the cases of this folder misuse. The runner precompiles this header.
#pragma once

#include <array>

#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/dci_compact.hpp"
#include "verbatim/generated/transports/dci_roce.hpp"
#include "verbatim/generated/transports/raw_packet.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/generated/transports/ud.hpp"
#include "verbatim/generated/transports/ud_compact.hpp"
#include "verbatim/generated/transports/ud_roce.hpp"
#include "verbatim/generated/transports/ud_underlay.hpp"
#include "verbatim/generated/transports/xrc.hpp"
#include "verbatim/generated/transports/xrq_cmd.hpp"
#include "verbatim/queue/completion/completion_queue.hpp"
#include "verbatim/queue/receive/recv_queue.hpp"
#include "verbatim/queue/receive/shared_recv_queue.hpp"
#include "verbatim/queue/send/send_queue.hpp"
#include "verbatim/verbs/completion/extended_cq.hpp"
#include "verbatim/verbs/direct/qp.hpp"
#include "verbatim/verbs/direct/srq.hpp"
#include "verbatim/verbs/direct/xrc_recv_qp.hpp"
#include "verbatim/verbs/direct/xrc_srq.hpp"
#include "verbatim/verbs/portable/verbs_qp.hpp"
#include "verbatim/verbs/values/path.hpp"

using dci_queue = verbatim::send_queue<verbatim::dci, int>;
using dci_compact_queue = verbatim::send_queue<verbatim::dci_compact, int>;
using dci_roce_queue = verbatim::send_queue<verbatim::dci_roce, int>;
using raw_packet_queue = verbatim::send_queue<verbatim::raw_packet, int>;
using rc_queue = verbatim::send_queue<verbatim::rc, int>;
using uc_queue = verbatim::send_queue<verbatim::uc, int>;
using ud_queue = verbatim::send_queue<verbatim::ud, int>;
using ud_compact_queue = verbatim::send_queue<verbatim::ud_compact, int>;
using ud_roce_queue = verbatim::send_queue<verbatim::ud_roce, int>;
using ud_underlay_queue = verbatim::send_queue<verbatim::ud_underlay, int>;
using xrc_queue = verbatim::send_queue<verbatim::xrc, int>;
using xrq_cmd_queue = verbatim::send_queue<verbatim::xrq_cmd, int>;
using dense_queue = verbatim::send_queue<verbatim::rc, int, verbatim::wqe_table::ordered_dense>;
using unordered_queue = verbatim::send_queue<verbatim::rc, int, verbatim::wqe_table::unordered>;
using relaxed_queue = verbatim::send_queue<verbatim::rc, int, verbatim::ordering::relaxed>;
using dci_streams_queue = verbatim::send_queue<verbatim::dci, int, verbatim::wqe_table::unordered,
                                               verbatim::dci_streams::used>;
using recv_queue = verbatim::recv_queue<int>;
using verbatim::lkey;
using verbatim::rkey;
using byte_view = std::span<const std::byte>;
using mac_address = std::array<std::byte, 6>;
using gid_bytes = std::array<std::byte, 16>;

struct rc_endpoint {
  rc_queue sq;
  recv_queue rq;
};
struct uc_endpoint {
  uc_queue sq;
  recv_queue rq;
};
