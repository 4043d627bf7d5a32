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
#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <system_error>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

// Boost.Beast ends a WebSocket by functions for the role of an end.
namespace boost::beast {
enum class role_type;
}  // namespace boost::beast

#define VERBATIM_NET ::boost::asio
#define VERBATIM_NET_ROOM with_boost_asio
#define VERBATIM_NET_VERSION BOOST_ASIO_VERSION
#define VERBATIM_NET_ERROR_CODE ::boost::system::error_code
#define VERBATIM_NET_SYSTEM_ERROR ::boost::system::system_error
#if VERBATIM_NET_VERSION >= 101900
#include <boost/asio/associated_cancellation_slot.hpp>
#include <boost/asio/cancellation_type.hpp>
#endif
#include "verbatim/stream/asio/pending.ipp"
#include "verbatim/stream/asio/hub.ipp"
#include "verbatim/stream/asio/works.ipp"
#include "verbatim/stream/asio/streams.ipp"
#include "verbatim/stream/asio/halves.ipp"
#include "verbatim/stream/asio/beast.ipp"
#if __has_include("verbatim/connect/cm/connection.hpp")
#include "verbatim/stream/link/connector.hpp"
#include "verbatim/stream/link/listener.hpp"
#include "verbatim/stream/asio/links.ipp"
#endif
#undef VERBATIM_NET
#undef VERBATIM_NET_ROOM
#undef VERBATIM_NET_VERSION
#undef VERBATIM_NET_ERROR_CODE
#undef VERBATIM_NET_SYSTEM_ERROR
// clang-format on
