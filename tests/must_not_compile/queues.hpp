// What the files of this folder misuse. Precompiled, as each of them is compiled four times.
#pragma once

#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/queue/completion_queue.hpp"
#include "verbatim/queue/recv_queue.hpp"
#include "verbatim/queue/send_queue.hpp"

using rc_queue = verbatim::send_queue<verbatim::rc, int>;
using uc_queue = verbatim::send_queue<verbatim::uc, int>;
using recv_queue = verbatim::recv_queue<int>;
using byte_view = std::span<const std::byte>;

struct rc_endpoint {
  rc_queue sq;
  recv_queue rq;
};
struct uc_endpoint {
  uc_queue sq;
  recv_queue rq;
};
