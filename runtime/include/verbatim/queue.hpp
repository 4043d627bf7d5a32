// Send, receive and completion queues over memory that the program brings. Transports are separate:
// verbatim/generated/transports/NAME.hpp.
#pragma once

#include "verbatim/queue/completion.hpp"
#include "verbatim/queue/completion_queue.hpp"
#include "verbatim/queue/explain.hpp"
#include "verbatim/queue/post_result.hpp"
#include "verbatim/queue/recv_queue.hpp"
#include "verbatim/queue/send_queue.hpp"
#include "verbatim/queue/shared_recv_queue.hpp"
