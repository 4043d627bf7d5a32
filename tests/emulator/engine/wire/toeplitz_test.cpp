// The hash of frames, beside the values that Microsoft's specification of receive-side scaling has in
// its section "Verifying the RSS hash calculation".
#include "engine/wire/toeplitz.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace verbatim::emulator {
namespace {

using bytes = std::vector<std::uint8_t>;

const bytes key = {0x6d, 0x5a, 0x56, 0xda, 0x25, 0x5b, 0x0e, 0xc2, 0x41, 0x67,
                   0x25, 0x3d, 0x43, 0xa3, 0x8f, 0xb0, 0xd0, 0xca, 0x2b, 0xcb,
                   0xae, 0x7b, 0x30, 0xb4, 0x77, 0xcb, 0x2d, 0xa3, 0x80, 0x30,
                   0xf2, 0x0c, 0x6a, 0x42, 0xb7, 0x3b, 0xbe, 0xac, 0x01, 0xfa};

TEST(toeplitz, hashes_addresses_and_ports_of_ipv4) {
  // 66.9.149.187:2794 to 161.142.100.80:1766
  bytes input = {66, 9, 149, 187, 161, 142, 100, 80};
  EXPECT_EQ(toeplitz_hash(key, input), 0x323e8fc2u);
  input.insert(input.end(), {0x0a, 0xea, 0x06, 0xe6});
  EXPECT_EQ(toeplitz_hash(key, input), 0x51ccc178u);
}

TEST(toeplitz, hashes_addresses_and_ports_of_ipv6) {
  // 3ffe:2501:200:1fff::7, port 2794, to 3ffe:2501:200:3::1, port 1766
  bytes input = {0x3f, 0xfe, 0x25, 0x01, 0x02, 0x00, 0x1f, 0xff, 0, 0, 0, 0, 0, 0, 0, 7,
                 0x3f, 0xfe, 0x25, 0x01, 0x02, 0x00, 0x00, 0x03, 0, 0, 0, 0, 0, 0, 0, 1};
  EXPECT_EQ(toeplitz_hash(key, input), 0x2cc18cd5u);
  input.insert(input.end(), {0x0a, 0xea, 0x06, 0xe6});
  EXPECT_EQ(toeplitz_hash(key, input), 0x40207d3du);
}

}  // namespace
}  // namespace verbatim::emulator
