// Paths without a device: reversed, replied to, printed and read, and resolvers that have a list of them.
#include "verbatim/verbs/values/path.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <random>
#include <string>

#include "message_of.hpp"
#include "planned_end.hpp"
#include "verbatim/connect/path/fill.hpp"
#include "verbatim/connect/path/path_resolver.hpp"
#include "verbatim/connect/path/reply.hpp"
#include "verbatim/verbs/base/result.hpp"
#include "verbatim/verbs/values/path_fields.hpp"

namespace verbatim {
namespace {

using std::uint8_t;

/// A path whose fields are set or not by chance.
path random_path(std::mt19937& random, bool roce) {
  path made = roce ? path(roce_path{}) : path(ib_path{});
  for_each_field(made, [&](std::string_view, auto& field) {
    using value = typename std::remove_reference_t<decltype(field)>::value_type;
    const auto number = random();
    if (random() % 2 == 0) return;
    if constexpr (std::is_same_v<value, gid>) {
      field.emplace();
      for (auto& byte : field->bytes) byte = static_cast<uint8_t>(random());
    } else if constexpr (std::is_same_v<value, rnr_timer> || std::is_same_v<value, gid_type>) {
      field = static_cast<value>(number % 3);
    } else if constexpr (std::is_same_v<value, bool>) {
      field = number % 2 == 0;
    } else if constexpr (std::is_same_v<value, rate>) {
      field = rate(static_cast<uint8_t>(number % 25));
    } else if constexpr (std::is_same_v<value, lid> || std::is_same_v<value, pkey> ||
                         std::is_same_v<value, mtu>) {
      field = value(static_cast<std::uint16_t>(number));
    } else {
      field = value(static_cast<uint8_t>(number % 8));
    }
  });
  return made;
}

TEST(path, reversed_twice_is_the_path) {
  std::mt19937 random(5);
  for (int i = 0; i < 2000; ++i) {
    const auto made = random_path(random, i % 2 == 0);
    EXPECT_EQ(reverse(reverse(made)), made);
    auto replied = reverse(reverse(made, reversal::of_reply), reversal::of_reply);
    route(replied).hop_limit = route(made).hop_limit;
    EXPECT_EQ(replied, made) << "but for the hop limit";
  }
}

TEST(path, reversing_exchanges_source_and_destination) {
  // Every field whose name begins with s has a twin with d, and comes to stand there.
  std::mt19937 random(6);
  for (int i = 0; i < 200; ++i) {
    const auto made = random_path(random, i % 2 == 0);
    const auto reversed = reverse(made);
    const auto text_of = [](const path& path, const std::string& wanted) {
      std::string text;
      for_each_field(path, [&](std::string_view name, const auto& field) {
        if (name == wanted) text = field_text(field);
      });
      return text;
    };
    for_each_field(made, [&](std::string_view name, const auto& field) {
      auto twin = std::string(name);
      twin[0] = twin[0] == 's' ? 'd' : twin[0] == 'd' ? 's' : twin[0];
      if (text_of(made, twin).empty()) twin = name;  // sl has none
      EXPECT_EQ(text_of(reversed, twin), field_text(field)) << name;
    });
  }
}

TEST(path, the_way_back_has_its_own_hop_limit) {
  const path roce = roce_path{.grh = {.hop_limit = uint8_t{3}}};
  EXPECT_EQ(route(reverse(roce)).hop_limit, 3);
  EXPECT_EQ(route(reverse(roce, reversal::of_reply)).hop_limit, 255);
  const path local = ib_path{.grh = {.hop_limit = uint8_t{3}}};
  EXPECT_EQ(route(reverse(local, reversal::of_reply)).hop_limit, 3) << "it has no GRH";
}

class reply : public testing::Test {
 protected:
  /// From 10.0.0.9 to 10.0.0.1, behind 20 bytes that mean nothing.
  void ipv4() {
    const std::array<unsigned, 20> bytes{0x45, 0x20, 0,  60, 0, 0, 0,  0, 64, 17,
                                         0,    0,    10, 0,  0, 9, 10, 0, 0,  1};
    std::transform(bytes.begin(), bytes.end(), header.begin() + 20,
                   [](unsigned one) { return static_cast<std::byte>(one); });
  }

  void checksum(unsigned value) {
    header[30] = static_cast<std::byte>(value >> 8);
    header[31] = static_cast<std::byte>(value & 0xff);
  }

  path way() const {
    return reply_path({.qpn = 7, .header = header}, end_of(link_layer::ethernet));
  }

  std::array<std::byte, grh_bytes> header{};
};

TEST_F(reply, goes_back_over_ipv4) {
  ipv4();
  const auto back = way();
  EXPECT_EQ(std::get<roce_path>(back).type, gid_type::roce_v2);
  EXPECT_EQ(route(back).dgid, parse_gid("10.0.0.9"));
  EXPECT_EQ(route(back).sgid, parse_gid("10.0.0.1"));
  EXPECT_EQ(route(back).traffic_class, 0x20);
  EXPECT_EQ(route(back).hop_limit, 255);
  EXPECT_EQ(terms(back).dqpn, 7u);
}

TEST_F(reply, knows_ipv4_behind_what_looks_like_ipv6) {
  ipv4();
  header[0] = std::byte{0x60};
  checksum(0x6688);
  EXPECT_EQ(route(way()).dgid, parse_gid("10.0.0.9"));
  checksum(0x6689);
  EXPECT_NE(message_of([&] { (void)way(); }).find("fill"), std::string::npos)
      << "an IPv6 address that the port does not have";
}

TEST_F(reply, needs_a_header) {
  EXPECT_NE(message_of([&] { (void)way(); }).find("neither a GRH nor an IP header"),
            std::string::npos);
  EXPECT_NE(message_of([&] {
              (void)reply_path({.qpn = 7}, end_of(link_layer::ethernet));
            }).find("give the whole of the buffer"),
            std::string::npos);
}

TEST_F(reply, on_infiniband_needs_none) {
  const auto end = end_of(link_layer::infiniband);
  const auto back = reply_path({.qpn = 7, .slid = 9, .sl = 3, .dlid_path_bits = 0x7e}, end);
  const auto& ib = std::get<ib_path>(back);
  EXPECT_EQ(ib.dlid, lid(9));
  EXPECT_EQ(ib.slid, lid(static_cast<std::uint16_t>(end.port.lid | 2)));
  EXPECT_EQ(ib.sl, 3);
  EXPECT_EQ(ib.has_grh, false);
}

TEST(path, prints_what_is_set) {
  EXPECT_EQ(to_string(path(ib_path{})), "InfiniBand path {}");
  EXPECT_EQ(to_string(path(ib_path{.slid = lid(1),
                                   .dlid = lid(2),
                                   .has_grh = false,
                                   .terms = {.pkey = pkey(0x8001),
                                             .mtu = mtu(4096),
                                             .rate = rate(16),
                                             .dqpn = 0x12u,
                                             .sqpsn = 0u,
                                             .min_rnr_timer = rnr_timer::ms_655_36}})),
            "InfiniBand path {slid=1 dlid=2 has_grh=no pkey=0x8001 mtu=4096 bytes rate=100 Gb/s "
            "dqpn=0x12 sqpsn=0x0 min_rnr_timer=0 (655.36 ms)}");
  EXPECT_EQ(to_string(path(roce_path{.type = gid_type::roce_v2,
                                     .grh = {.dgid = parse_gid("10.0.0.2")},
                                     .terms = {.rnr_retry = rnr_retry_count(7)}})),
            "RoCE path {type=RoCE v2 dgid=::ffff:10.0.0.2 rnr_retry=7 (infinite)}");
}

TEST(path, is_read_as_it_is_written) {
  std::mt19937 random(7);
  for (int i = 0; i < 2000; ++i) {
    const auto made = random_path(random, i % 2 == 0);
    auto text = to_string(made);
    EXPECT_EQ(parse_path(text), made) << made;
    // A damaged text is an error or another path.
    text[random() % text.size()] = "=} {x0"[random() % 6];
    const auto damaged = attempt([&] { return parse_path(text); });
    if (damaged) {
      EXPECT_EQ(parse_path(to_string(*damaged)), *damaged) << text;
    }
  }
  EXPECT_EQ(parse_path("RoCE path {type=RoCE v2 dgid=10.0.0.2 mtu=1024 min_rnr_timer=12 sqpn=18}"),
            path(roce_path{
                .type = gid_type::roce_v2,
                .grh = {.dgid = parse_gid("10.0.0.2")},
                .terms = {.mtu = mtu(1024), .sqpn = 18u, .min_rnr_timer = rnr_timer::ms_0_64}}));
}

TEST(path, says_what_it_cannot_read) {
  const auto refusal = [](const char* text) {
    const auto words = message_of([&] { (void)parse_path(text); });
    return words.substr(words.rfind(": ") + 2);
  };
  EXPECT_EQ(refusal("IB path {}"),
            R"(it begins with neither "InfiniBand path {" nor "RoCE path {")");
  EXPECT_EQ(refusal("RoCE path {sl=1"), R"(it does not end with "}")");
  EXPECT_EQ(refusal("RoCE path {dlid=1}"), R"(it has no field "dlid")");
  EXPECT_EQ(refusal("RoCE path {sl=1 sl=1}"), "sl is there twice");
  EXPECT_EQ(refusal("RoCE path {sl=256}"), R"(sl cannot be "256")");
  EXPECT_EQ(refusal("RoCE path {rnr_retry=8}"), R"(rnr_retry cannot be "8")");
  EXPECT_EQ(refusal("RoCE path {mtu=1024 miles}"), R"(mtu cannot be "1024 miles")");
  EXPECT_EQ(refusal("RoCE path {min_rnr_timer=12 (0.65 ms)}"),
            "min_rnr_timer cannot be \"12 (0.65 ms)\"");
  EXPECT_EQ(refusal("RoCE path {dgid=nowhere}"), R"(dgid cannot be "nowhere")");
  EXPECT_EQ(refusal("InfiniBand path {rate=3 Gb/s}"), R"(rate cannot be "3 Gb/s")");
  EXPECT_EQ(refusal("InfiniBand path {sl}"), "those are NAME=VALUE");
  EXPECT_EQ(refusal("InfiniBand path { sl=1}"), R"(it has no field " sl")");
  EXPECT_EQ(refusal("InfiniBand path {sl=}"), R"(sl cannot be "")");
  EXPECT_EQ(refusal("InfiniBand path {==}"), R"(it has no field "")");
}

TEST(resolver, static_ones_know_what_they_were_told) {
  const auto end = end_of(link_layer::ethernet);
  static_resolver resolver(
      {roce_path{.grh = {.dgid = parse_gid("10.0.0.2"), .hop_limit = uint8_t{3}},
                 .terms = {.mtu = mtu(1024)}}});
  resolver.add(ib_path{.dlid = lid(4), .terms = {.packet_life_time = packet_life_time(10)}});
  const path wanted = roce_path{
      .type = gid_type::roce_v2, .grh = {.dgid = parse_gid("10.0.0.2")}, .terms = {.sqpn = 7u}};
  const auto found = resolver.resolve(wanted, end);
  EXPECT_EQ(to_string(found),
            "RoCE path {type=RoCE v2 dgid=::ffff:10.0.0.2 hop_limit=3 mtu=1024 bytes sqpn=0x7}");
  EXPECT_EQ(terms(resolver.resolve(ib_path{.dlid = lid(4)}, end)).packet_life_time,
            packet_life_time(10));
  EXPECT_EQ(message_of([&] { resolver.resolve(ib_path{.dlid = lid(5)}, end); }),
            "resolve on InfiniBand path {dlid=5}: none of the 2 ways leads there");
  EXPECT_EQ(message_of([&] { resolver.resolve(roce_path{}, end); }),
            "resolve on RoCE path {}: none of the 2 ways leads there");
}

TEST(resolver, mocks_remember) {
  mock_resolver resolver([](const path& wanted, const local_end&) {
    return with_way_of(wanted, ib_path{.sl = uint8_t{2}});
  });
  path_resolver& any = resolver;
  EXPECT_EQ(any.resolve(ib_path{.dlid = lid(1)}, {}),
            path(ib_path{.dlid = lid(1), .sl = uint8_t{2}}));
  ASSERT_EQ(resolver.asked().size(), 1u);
  EXPECT_EQ(resolver.asked()[0], path(ib_path{.dlid = lid(1)}));
}

}  // namespace
}  // namespace verbatim
