// The JSON twin of frames.
#include "verbatim/connect/exchange/exchange_json.hpp"

#include <gtest/gtest.h>

#include <string>

#include "message_of.hpp"
#include "random_offer.hpp"

namespace verbatim {
namespace {

TEST(exchange_json, reads_so) {
  const exchange::frame offer{
      .type = exchange::frame_type::offer,
      .id = {.nonce = 0x1122334455667788, .generation = 7},
      .offer = {.transport = verbs::transport::dct,
                .dc_key = 0x63,
                .device = 0x1f,
                .ece = ece{.vendor_id = 0x15b3, .options = 3},
                .path = ib_path{.slid = lid(3),
                                .has_grh = true,
                                .grh = {.sgid = parse_gid("fe80::1")},
                                .terms = {.pkey = pkey(0xffff), .mtu = mtu(4096)}},
                .receive_depth = 16u,
                .memory = {{0x1000, 0x2000, rkey(12), "ring", 0x1f}},
                .user_data = {std::byte{0xca}, std::byte{0x0e}}}};
  const std::string text = R"({
  "frame": "OFFER",
  "version": 1,
  "nonce": "0x1122334455667788",
  "generation": 7,
  "transport": "DCT",
  "dc_key": "0x63",
  "device": "0x1f",
  "ece_vendor_id": 5555,
  "ece_options": 3,
  "ece_comp_mask": 0,
  "link": "InfiniBand",
  "slid": 3,
  "has_grh": true,
  "sgid": "fe80::1",
  "pkey": 65535,
  "mtu": 4096,
  "receive_depth": 16,
  "features": "0x0",
  "memory": [
    {
      "name": "ring",
      "address": "0x1000",
      "length": "0x2000",
      "rkey": 12,
      "device": "0x1f"
    }
  ],
  "user_data": "ca0e"
})";
  EXPECT_EQ(to_json(offer), text);
  EXPECT_EQ(exchange::frame_of_json(text), offer);
}

TEST(exchange_json, and_bytes_are_twins) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 500; ++i) {
    const exchange::frame frame{.type = exchange::frame_type::answer,
                                .id = {random(), 1},
                                .offer = random_offer(random, i % 2 == 0)};
    ASSERT_EQ(exchange::frame_of_json(to_json(frame)), frame) << to_json(frame);
  }
  const exchange::frame failed{.type = exchange::frame_type::error,
                               .failure = {exchange::stage::receives, 12, "no \"room\""}};
  EXPECT_EQ(exchange::frame_of_json(to_json(failed)), failed);
}

TEST(exchange_json, says_what_is_wrong) {
  const auto expect = [](const std::string& fields, std::string_view reason) {
    const auto text = R"({"version":1,"nonce":"0x1","generation":1,)" + fields + "}";
    const auto said = message_of([&] { (void)exchange::frame_of_json(text); });
    EXPECT_NE(said.find(reason), std::string::npos) << said;
  };
  const std::string offer =
      R"("frame":"OFFER","transport":"RC QP","link":"Ethernet","features":"0x0")";
  expect(offer, "no error");
  expect(offer + R"(,"whatever":[{}])", "no error");
  expect(R"("frame":"HELLO")", "frame is none of OFFER, ANSWER");
  expect(R"("frame":"OFFER")", "transport is missing");
  expect(R"("frame":"OFFER","transport":"TCP")", "transport cannot be \"TCP\"");
  expect(offer + R"(,"mtu":1000)", "mtu cannot be 1000");
  expect(offer + R"(,"dc_key":"key")", "dc_key is neither a number nor text");
  expect(offer + R"(,"mtu":-1)", "mtu is neither a number nor text");
  expect(offer + R"(,"sgid":"nowhere")", "sgid is no IPv6 or IPv4 address");
  expect(offer + R"(,"sl":99999999999999999999999999)", "sl is neither a number");
  expect(offer + R"(,"memory":{})", "memory is no array");
  expect(offer + R"(,"memory":[1])", "memory holds what is no object");
  expect(offer + R"(,"memory":[{}])", "rkey is missing");
  expect(offer + R"(,"memory":[{"rkey":4294967296}])", "rkey has more than 32 bits");
  expect(offer + R"(,"user_data":"cAfe")", "user_data is not pairs");
  expect(offer + R"(,"user_data":"abc")", "user_data is not pairs");
  const auto said = [](std::string_view text) {
    return message_of([&] { (void)exchange::frame_of_json(text); });
  };
  EXPECT_NE(said("{").find("it is no JSON object"), std::string::npos);
  EXPECT_NE(said("[]").find("it is no JSON object"), std::string::npos);
  EXPECT_NE(said(R"({"frame":"BYE"})").find("version is missing"), std::string::npos);
  EXPECT_NE(said(R"({"version":2})").find("version is not 1"), std::string::npos);
  EXPECT_NE(said(std::string(100'000, '[')).find("longer than 65536 bytes"), std::string::npos);
}

}  // namespace
}  // namespace verbatim
