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

#define VERBATIM_NET ::asio
#define VERBATIM_NET_ROOM with_asio
#define VERBATIM_NET_VERSION ASIO_VERSION
#define VERBATIM_NET_ERROR_CODE std::error_code
#define VERBATIM_NET_SYSTEM_ERROR std::system_error
#if VERBATIM_NET_VERSION >= 101900
#include <asio/associated_cancellation_slot.hpp>
#include <asio/cancellation_type.hpp>
#endif
#include "verbatim/stream/asio/pending.ipp"
#include "verbatim/stream/asio/hub.ipp"
#include "verbatim/stream/asio/works.ipp"
#include "verbatim/stream/asio/streams.ipp"
#include "verbatim/stream/asio/halves.ipp"
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
