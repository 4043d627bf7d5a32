// Streams of bytes, channels and operations with Boost.Asio.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/asio.hpp>
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
#include "verbatim/boost_asio.hpp"
#include "verbatim/verbs.hpp"
#if BOOST_ASIO_VERSION >= 102000
#include <boost/asio/experimental/as_tuple.hpp>
#include <boost/asio/experimental/awaitable_operators.hpp>
#endif

namespace net = ::boost::asio;
namespace asio_room = verbatim::stream::with_boost_asio;

#include "fixture.ipp"
// clang-format off
#include "cases.ipp"
#include "datagrams.ipp"
#include "datagram_links.ipp"
#include "queue_pair_links.ipp"
#if BOOST_ASIO_VERSION >= 102000
constexpr auto as_tuple = net::experimental::as_tuple(net::use_awaitable);
#include "coroutines.ipp"
#include "cancelling.ipp"
#endif
// clang-format on
