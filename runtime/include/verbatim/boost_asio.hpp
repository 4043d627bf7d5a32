// Streams, channels and operations that complete by the completion tokens of Boost.Asio.
#pragma once

#include "verbatim/stream.hpp"

// clang-format off
#include <boost/asio/any_io_executor.hpp>
#include <boost/asio/associated_allocator.hpp>
#include <boost/asio/associated_executor.hpp>
#include <boost/asio/async_result.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/dispatch.hpp>
#include <boost/asio/error.hpp>
#include <boost/asio/execution_context.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/version.hpp>
#include <boost/system/system_error.hpp>

// Boost.Beast ends a WebSocket by functions for the role of an end.
namespace boost::beast {
enum class role_type;
}  // namespace boost::beast

#define VERBATIM_NET_BEAST
#define VERBATIM_NET ::boost::asio
#define VERBATIM_NET_ROOM with_boost_asio
#define VERBATIM_NET_VERSION BOOST_ASIO_VERSION
#define VERBATIM_NET_ERROR_CODE ::boost::system::error_code
#define VERBATIM_NET_SYSTEM_ERROR ::boost::system::system_error
#if VERBATIM_NET_VERSION >= 101900
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/cancellation_type.hpp>
#endif
#include "verbatim/stream/asio/everything.ipp"
// clang-format on
