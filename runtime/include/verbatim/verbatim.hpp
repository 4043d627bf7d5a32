// Everything: devices, memory, queue pairs, completions. Programs that bring their own control path
// include the headers of the layers below instead: queue, mmio, generated, wire.
#pragma once

#include "verbatim/queue/completion.hpp"
#include "verbatim/queue/completion_queue.hpp"
#include "verbatim/queue/post_result.hpp"
#include "verbatim/queue/recv_queue.hpp"
#include "verbatim/queue/send_queue.hpp"
#include "verbatim/queue/shared_recv_queue.hpp"
#include "verbatim/verbs/access.hpp"
#include "verbatim/verbs/address_handle.hpp"
#include "verbatim/verbs/context.hpp"
#include "verbatim/verbs/cq.hpp"
#include "verbatim/verbs/dct.hpp"
#include "verbatim/verbs/device.hpp"
#include "verbatim/verbs/error.hpp"
#include "verbatim/verbs/mr.hpp"
#include "verbatim/verbs/pd.hpp"
#include "verbatim/verbs/qp.hpp"
#include "verbatim/verbs/srq.hpp"
#include "verbatim/verbs/uar.hpp"
