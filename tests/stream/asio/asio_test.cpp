// Streams of bytes, channels and operations with standalone Asio.
#include "verbatim/asio.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <asio.hpp>
#include <asio/experimental/as_tuple.hpp>
#include <asio/experimental/awaitable_operators.hpp>
#include <chrono>
#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "device_under_test.hpp"
#include "long_enough.hpp"
#include "verbatim/verbs.hpp"

namespace net = ::asio;
namespace asio_room = verbatim::stream::with_asio;
constexpr auto as_tuple = net::experimental::as_tuple(net::use_awaitable);

#include "fixture.ipp"
// clang-format off
#include "cases.ipp"
#include "datagrams.ipp"
#include "datagram_links.ipp"
#include "queue_pair_links.ipp"
#include "coroutines.ipp"
#include "cancelling.ipp"
// clang-format on
