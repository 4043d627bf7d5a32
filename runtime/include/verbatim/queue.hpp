// Send, receive and completion queues over memory that the program brings. Transports are separate:
// verbatim/generated/transports/NAME.hpp.
#pragma once

#include "verbatim/queue/base/post_result.hpp"
#include "verbatim/queue/completion/completion.hpp"
#include "verbatim/queue/completion/completion_queue.hpp"
#include "verbatim/queue/completion/explain.hpp"
#include "verbatim/queue/receive/recv_queue.hpp"
#include "verbatim/queue/receive/shared_recv_queue.hpp"
#include "verbatim/queue/send/send_queue.hpp"
#include "verbatim/wire/version.hpp"
