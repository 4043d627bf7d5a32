// Streams, channels and operations that complete by the completion tokens of standalone Asio.
#pragma once

#include "verbatim/stream.hpp"

// clang-format off
#include <asio/any_io_executor.hpp>
#include <asio/associated_allocator.hpp>
#include <asio/associated_executor.hpp>
#include <asio/async_result.hpp>
#include <asio/buffer.hpp>
#include <asio/dispatch.hpp>
#include <asio/error.hpp>
#include <asio/execution_context.hpp>
#include <asio/executor_work_guard.hpp>
#include <asio/io_context.hpp>
#include <asio/posix/stream_descriptor.hpp>
#include <asio/post.hpp>
#include <asio/steady_timer.hpp>
#include <asio/version.hpp>

#define VERBATIM_NET ::asio
#define VERBATIM_NET_ROOM with_asio
#define VERBATIM_NET_VERSION ASIO_VERSION
#define VERBATIM_NET_ERROR_CODE std::error_code
#define VERBATIM_NET_SYSTEM_ERROR std::system_error
#if VERBATIM_NET_VERSION >= 101900
#include <asio/associated_cancellation_slot.hpp>
#include <asio/cancellation_type.hpp>
#endif
#include "verbatim/stream/asio/everything.ipp"
// clang-format on
