// Changes and queries the state of queue pairs.
#pragma once

#include <rdma/ib_user_verbs.h>

#include "abi/handlers.hpp"

namespace verbatim::emulator {

/// Checks the values of the attributes in `in.attr_mask`. Refuses with EINVAL.
void require_attributes(const request& to, queue_pair_type type, const ib_uverbs_modify_qp& in);

/// Changes the state, for all commands that do so: checks the attributes and stores them.
const queue_pair& modify_queue_pair(const request& to, ib_uverbs_modify_qp in);

void modify_qp(const request& to);
void modify_qp_ex(const request& to);
void query_qp(const request& to);

}  // namespace verbatim::emulator
