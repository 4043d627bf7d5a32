// Operations that are awaited, streams, messages and datagrams, on an engine.
#pragma once

#include "verbatim/stream/base/datagram_destination.hpp"
#include "verbatim/stream/base/operations.hpp"
#include "verbatim/stream/base/piece.hpp"
#include "verbatim/stream/base/result.hpp"
#include "verbatim/stream/base/task.hpp"
#include "verbatim/stream/bytes/values.hpp"
#include "verbatim/stream/datagrams/values.hpp"
#include "verbatim/stream/engine/dc_target.hpp"
#include "verbatim/stream/engine/engine.hpp"
#include "verbatim/stream/engine/queue_pair.hpp"
#include "verbatim/stream/streams/byte_stream.hpp"
#include "verbatim/stream/streams/datagram_socket.hpp"
#include "verbatim/stream/streams/message_channel.hpp"
#include "verbatim/verbs/base/version.hpp"
