// Requests to a subnet administrator, and its answers, good ones and bad ones, on a management
// device of the test's own. sa_resolver_test.cpp asks a real one.
#include "verbatim/connect/subnet/sa_client.hpp"

#include <endian.h>
#include <gtest/gtest.h>
#include <infiniband/umad.h>
#include <infiniband/umad_sa.h>
#include <infiniband/umad_sa_mcm.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <functional>
#include <mutex>
#include <random>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "mcmember_record.hpp"
#include "message_of.hpp"
#include "verbatim/connect/subnet/sa_resolver.hpp"

namespace verbatim {
namespace {

using bytes = std::vector<std::byte>;
struct made_up_device {
  const char* link_layer = "InfiniBand";
  unsigned sm_lid = 5;
  int send_fails = 0;  ///< with this errno
  std::function<void(const umad_sa_packet& question)> on_question = [](auto&) {};
  struct answer {
    bytes mad;
    unsigned status = 0;  ///< of the kernel
  };
  std::deque<answer> answers = {};
  std::vector<umad_sa_packet> questions = {};
} simulated;

/// The kernel's, which takes out of a table of several datagrams all but the first's header.
int received(ib_user_mad* umad, int* room) {
  if (simulated.answers.empty()) return -ETIMEDOUT;
  const auto& [mad, status] = simulated.answers.front();
  const auto length = static_cast<int>(mad.size());
  umad->status = status;
  const bool fits = length <= *room;
  std::copy_n(mad.begin(), fits ? length : *room, static_cast<std::byte*>(umad_get_mad(umad)));
  *room = length;
  if (!fits) return -ENOSPC;
  simulated.answers.pop_front();
  return 0;
}

}  // namespace
}  // namespace verbatim

// In front of libibumad's.
extern "C" {
int umad_init() { return 0; }
int umad_get_port(const char* name, int number, umad_port_t* port) {
  if (name != nullptr && std::string_view(name) != "ib0") return -ENODEV;
  static std::uint16_t pkeys[]{0xffff, 0x0123, 0};
  *port = {};
  std::strcpy(port->ca_name, "ib0");
  std::strcpy(port->link_layer, verbatim::simulated.link_layer);
  port->portnum = number == 0 ? 1 : number;
  port->sm_lid = verbatim::simulated.sm_lid;
  port->sm_sl = 3;
  port->gid_prefix = htobe64(0xfe80000000000000);
  port->port_guid = htobe64(0x21);
  port->pkeys = pkeys;
  port->pkeys_size = std::size(pkeys);
  return 0;
}
int umad_release_port(umad_port_t*) { return 0; }
int umad_open_port(const char*, int) { return 7; }
int umad_close_port(int) { return 0; }
int umad_register(int, int, int, std::uint8_t rmpp_version, long*) {
  return rmpp_version == UMAD_RMPP_VERSION ? 1 : -EINVAL;
}
int umad_unregister(int, int) { return 0; }
int umad_send(int, int, void* umad, int length, int, int) {
  if (verbatim::simulated.send_fails != 0) return -verbatim::simulated.send_fails;
  umad_sa_packet question;
  EXPECT_EQ(length, static_cast<int>(sizeof question));
  std::memcpy(&question, umad_get_mad(umad), sizeof question);
  const auto& to = *umad_get_mad_addr(umad);
  EXPECT_EQ(be16toh(to.lid), verbatim::simulated.sm_lid);
  EXPECT_EQ(be32toh(to.qpn), 1u);
  EXPECT_EQ(be32toh(to.qkey), UMAD_QKEY);
  EXPECT_EQ(to.sl, 3);
  verbatim::simulated.questions.push_back(question);
  verbatim::simulated.on_question(question);
  return 0;
}
int umad_recv(int, void* umad, int* length, int) {
  return verbatim::received(static_cast<ib_user_mad*>(umad), length);
}
}

namespace verbatim {
namespace {

/// To the question, with those records one behind the other, each so many bytes long.
bytes answer_to(const umad_sa_packet& question, std::span<const std::byte> records,
                std::size_t stride = 0, unsigned status = 0) {
  umad_sa_packet head = question;
  head.mad_hdr.method = question.mad_hdr.method == UMAD_METHOD_SET
                            ? UMAD_METHOD_GET_RESP
                            : question.mad_hdr.method | UMAD_METHOD_RESP_MASK;
  head.mad_hdr.status = htobe16(static_cast<std::uint16_t>(status << 8));
  head.attr_offset = htobe16(static_cast<std::uint16_t>(stride / 8));
  const auto* const begin = reinterpret_cast<const std::byte*>(&head);
  bytes mad(begin, begin + offsetof(umad_sa_packet, data));
  mad.insert(mad.end(), records.begin(), records.end());
  return mad;
}

umad_sa_mcmember_record record_in(const umad_sa_packet& packet) {
  umad_sa_mcmember_record record;
  std::memcpy(&record, packet.data, sizeof record);
  return record;
}

class sa_client_test : public testing::Test {
 protected:
  sa_client_test() { simulated = {}; }
  ~sa_client_test() override { simulated = {}; }

  /// Answers every question with a record of the group, as many as it has members.
  static void know(const umad_sa_mcmember_record& group) {
    simulated.on_question = [group](const umad_sa_packet& question) {
      simulated.answers.push_back({answer_to(question, bytes_of(std::array{group}), sizeof group)});
    };
  }
  static std::vector<int> methods() {
    std::vector<int> all;
    for (const auto& question : simulated.questions) all.push_back(question.mad_hdr.method);
    return all;
  }

  subnet::client subnet{{.device = "ib0", .port = 1, .timeout = std::chrono::milliseconds(1)}};
};

TEST_F(sa_client_test, joins_and_leaves) {
  know(member());
  {
    auto membership = subnet.join({.grh = {.dgid = mgid}});
    EXPECT_EQ(membership.group(), (multicast_group{mgid, lid(0xc007)}));
    EXPECT_EQ(membership.path().terms.qkey, 0x1234u);
    EXPECT_EQ(membership.role(), subnet::role::full_member);
    const auto moved = std::move(membership);
    auto elsewhere = member();
    elsewhere.mlid = htobe16(0xc008);
    know(elsewhere);
  }
  EXPECT_EQ(methods(),
            (std::vector<int>{UMAD_SA_METHOD_GET_TABLE, UMAD_METHOD_SET, UMAD_SA_METHOD_DELETE}));
  const auto& set = simulated.questions[1];
  EXPECT_EQ(set.mad_hdr.mgmt_class, UMAD_CLASS_SUBN_ADM);
  EXPECT_EQ(set.mad_hdr.class_version, UMAD_SA_CLASS_VERSION);
  EXPECT_EQ(be16toh(set.mad_hdr.attr_id), UMAD_SA_ATTR_MCMEMBER_REC);
  EXPECT_NE(set.mad_hdr.tid, simulated.questions[0].mad_hdr.tid);
  // It states exactly the facts that it knows of the group it joins, from this port's first GID.
  EXPECT_EQ(be64toh(set.comp_mask) & UMAD_SA_MCM_COMP_MASK_QKEY, UMAD_SA_MCM_COMP_MASK_QKEY);
  EXPECT_EQ(be32toh(record_in(set).qkey), 0x1234u);
  EXPECT_EQ(record_in(set).portgid[15], 0x21);
  EXPECT_EQ(record_in(set).scope_state, UMAD_SA_MCM_JOIN_STATE_FULL_MEMBER);
  EXPECT_EQ(be64toh(simulated.questions[2].comp_mask), UMAD_SA_MCM_COMP_MASK_MGID |
                                                           UMAD_SA_MCM_COMP_MASK_PORT_GID |
                                                           UMAD_SA_MCM_COMP_MASK_JOIN_STATE);
}

TEST_F(sa_client_test, joins_again_where_the_group_has_moved) {
  know(member());
  auto membership = subnet.join({.grh = {.dgid = mgid}});
  auto elsewhere = member();
  elsewhere.mlid = htobe16(0xc008);
  know(elsewhere);
  membership.renew();
  EXPECT_EQ(membership.group(), (multicast_group{mgid, lid(0xc008)}));
  membership.leave();
  EXPECT_NE(message_of([&] { membership.leave(); }).find("it was left before"), std::string::npos);
  EXPECT_NE(message_of([&] { membership.renew(); }).find("it was left before"), std::string::npos);
}

TEST_F(sa_client_test, refuses_groups_that_are_otherwise) {
  know(member());
  const auto refused = [&](const ib_path& wanted) {
    return message_of([&] { (void)subnet.join(wanted); });
  };
  EXPECT_EQ(refused({.grh = {.dgid = mgid}, .terms = {.mtu = mtu(4096), .qkey = 5u}}),
            "join through port 1 of ib0 on InfiniBand path {dgid=ff12:401b::1234 mtu=4096 bytes "
            "qkey=0x5}: the group is another: mtu is 2048 bytes, not 4096 bytes, qkey is 0x1234, "
            "not 0x5");
  EXPECT_EQ(refused({.grh = {.dgid = mgid}, .terms = {.pkey = pkey(0x7fff)}}), "no error");
  auto foreign = member();
  foreign.pkey = htobe16(0x8002);
  know(foreign);
  simulated.questions.clear();
  EXPECT_NE(refused({.grh = {.dgid = mgid}})
                .find("the port is not in partition 0x8002; its P_Keys are 0xffff, 0x123"),
            std::string::npos);
  EXPECT_EQ(methods(), std::vector<int>{UMAD_SA_METHOD_GET_TABLE}) << "nothing was joined";
  simulated.questions.clear();
  for (const auto* address : {"fe80::1", "224.1.2.3"}) {
    EXPECT_NE(refused({.grh = {.dgid = parse_gid(address)}}).find("is no multicast GID"),
              std::string::npos);
  }
  EXPECT_TRUE(simulated.questions.empty());
}

TEST_F(sa_client_test, leaves_a_group_that_another_has_made_meanwhile) {
  simulated.on_question = [](const umad_sa_packet& question) {
    const bool table = question.mad_hdr.method == UMAD_SA_METHOD_GET_TABLE;
    simulated.answers.push_back({answer_to(
        question, table ? std::span<const std::byte>() : bytes_of(std::array{member()}))});
  };
  const ib_path wanted{.grh = {.dgid = mgid}, .terms = {.qkey = 5u}};
  EXPECT_NE(message_of([&] { (void)subnet.join(wanted); }).find("qkey is 0x1234, not 0x5"),
            std::string::npos);
  EXPECT_EQ(methods().back(), UMAD_SA_METHOD_DELETE);
  // A group cannot be made without these, so they have to be there although the program did not set them.
  constexpr auto needed = UMAD_SA_MCM_COMP_MASK_QKEY | UMAD_SA_MCM_COMP_MASK_PKEY |
                          UMAD_SA_MCM_COMP_MASK_TCLASS | UMAD_SA_MCM_COMP_MASK_FLOW_LABEL |
                          UMAD_SA_MCM_COMP_MASK_SL;
  EXPECT_EQ(be64toh(simulated.questions[1].comp_mask) & needed, needed);
  EXPECT_NE(message_of([&] { (void)subnet.join(wanted, {.create = false}); }).find("no such group"),
            std::string::npos);
  EXPECT_NE(message_of([&] {
              (void)subnet.join(wanted, {.role = subnet::role::send_only_non_member});
            }).find("there is no such group, and only full members make one"),
            std::string::npos);
}

TEST_F(sa_client_test, takes_tables_of_any_length) {
  constexpr std::size_t many = 5000;
  std::vector<umad_sa_mcmember_record> records(many, member());
  for (std::size_t i = 0; i < many; ++i) records[i].qkey = htobe32(static_cast<std::uint32_t>(i));
  simulated.on_question = [&](const umad_sa_packet& question) {
    simulated.answers.push_back({answer_to(question, bytes_of(records), sizeof records[0])});
  };
  const auto groups = subnet.groups();
  ASSERT_EQ(groups.size(), many);
  for (std::size_t i = 0; i < many; ++i) EXPECT_EQ(groups[i].terms.qkey, i);

  simulated.on_question = [&](const umad_sa_packet& question) {
    simulated.answers.push_back({answer_to(question, {}, 0, UMAD_SA_STATUS_NO_RECORDS)});
  };
  EXPECT_TRUE(subnet.groups().empty());
  EXPECT_TRUE(subnet.services().empty());
}

TEST_F(sa_client_test, believes_answers_nothing) {
  const auto ask_all = [&] {
    return std::array{
        message_of([&] { (void)subnet.path({.grh = {.dgid = mgid}}); }),
        message_of([&] { (void)subnet.groups(); }),
        message_of([&] { (void)subnet.join({.grh = {.dgid = mgid}}); }),
        message_of([&] { (void)subnet.register_service({.id = 1}); }),
        message_of([&] { (void)subnet.services(); }),
        message_of([&] { subnet.remove_service({.id = 1}); }),
    };
  };
  // Answers of any length, in which the transaction's number alone is right.
  std::mt19937 random(6);
  for (std::size_t length = 0; length <= 600; ++length) {
    simulated.on_question = [&](const umad_sa_packet& question) {
      auto answer = answer_to(question, bytes(544), 176);
      for (std::size_t i = 0; i < answer.size(); ++i) {
        const bool tid = i >= offsetof(umad_hdr, tid) && i < offsetof(umad_hdr, attr_id);
        if (!tid && (length % 2 != 0 || i >= offsetof(umad_sa_packet, data))) {
          answer[i] = static_cast<std::byte>(random());
        }
      }
      answer.resize(length);
      simulated.answers.push_back({answer});
    };
    for (const auto& said : ask_all()) {
      if (length < offsetof(umad_hdr, attr_id)) {
        EXPECT_NE(said.find("does not answer"), std::string::npos) << said;
      } else if (length < offsetof(umad_sa_packet, data) || length % 2 != 0) {
        EXPECT_NE(said.find("the subnet administrator's answer makes no sense: "),
                  std::string::npos)
            << said;
      }
    }
    simulated.answers.clear();
  }

  auto unicast = member();
  unicast.mlid = htobe16(7);
  know(unicast);
  EXPECT_NE(message_of([&] { (void)subnet.join({.grh = {.dgid = mgid}}); }).find("makes no sense"),
            std::string::npos);
  simulated.on_question = [&](const umad_sa_packet& question) {
    simulated.answers.push_back({answer_to(question, bytes(120), 48)});
  };
  EXPECT_NE(message_of([&] { (void)subnet.groups(); }).find("its records have 48 bytes"),
            std::string::npos);
}

TEST_F(sa_client_test, says_in_words_why_not) {
  const std::pair<unsigned, const char*> statuses[]{
      {UMAD_SA_STATUS_NO_RESOURCES, "0x0100: it has no resources left"},
      {UMAD_SA_STATUS_REQ_INVALID, "0x0200: the group is not valid: its MTU"},
      {UMAD_SA_STATUS_NO_RECORDS, "0x0300: no such group"},
      {UMAD_SA_STATUS_TOO_MANY_RECORDS, "0x0400: there is more than one"},
      {UMAD_SA_STATUS_INVALID_GID, "0x0500: a GID is not valid"},
      {UMAD_SA_STATUS_INSUF_COMPS, "0x0600: the query says too little"},
      {UMAD_SA_STATUS_REQ_DENIED, "0x0700: it is denied"},
      {0x23, "0x2300: for a reason of its own"},
  };
  for (const auto& [status, words] : statuses) {
    simulated.on_question = [status = status](const umad_sa_packet& question) {
      const bool table = question.mad_hdr.method == UMAD_SA_METHOD_GET_TABLE;
      simulated.answers.push_back({answer_to(question, {}, 0, table ? 0 : status)});
    };
    const auto said = message_of([&] { (void)subnet.join({.grh = {.dgid = mgid}}); });
    EXPECT_NE(said.find(words), std::string::npos) << said;
  }
}

TEST_F(sa_client_test, waits_for_its_own_answer) {
  simulated.on_question = [](const umad_sa_packet& question) {
    auto late = question;
    late.mad_hdr.tid = htobe64(be64toh(question.mad_hdr.tid) - 1);
    simulated.answers.push_back({answer_to(late, bytes(200))});
    simulated.answers.push_back({answer_to(question, bytes_of(std::array{member()}), 56)});
  };
  EXPECT_EQ(subnet.groups().size(), 1u);

  // The kernel gives the question back if no answer came.
  simulated.on_question = [](const umad_sa_packet& question) {
    const auto* const begin = reinterpret_cast<const std::byte*>(&question);
    simulated.answers.push_back({bytes(begin, begin + sizeof question), ETIMEDOUT});
  };
  const auto nobody = message_of([&] { (void)subnet.services({.name = "x"}); });
  EXPECT_EQ(nobody,
            "services through port 1 of ib0 on x: the subnet administrator at LID 5 does not "
            "answer: is the subnet manager running?");
  simulated.send_fails = EIO;
  EXPECT_NE(message_of([&] { (void)subnet.groups(); }).find("umad_send on port 1 of ib0"),
            std::string::npos);
}

// Row: subnet::client, subnet::resolver
TEST_F(sa_client_test, asks_one_question_at_a_time_whichever_threads_ask) {
  // The device is not for several threads at once: a data race detector finds a second one.
  simulated.on_question = [](const umad_sa_packet& question) {
    simulated.answers.push_back({answer_to(question, bytes_of(std::array{member()}), 56)});
  };
  std::vector<std::thread> asking;
  for (int thread = 0; thread < 4; ++thread) {
    asking.emplace_back([this] {
      for (int i = 0; i < 50; ++i) EXPECT_EQ(subnet.groups().size(), 1u);
    });
  }
  for (auto& thread : asking) thread.join();
  EXPECT_EQ(simulated.questions.size(), 200u);
}

// Row: subnet::membership
TEST_F(sa_client_test, a_membership_is_used_by_turns) {
  simulated.on_question = [](const umad_sa_packet& question) {
    simulated.answers.push_back({answer_to(question, bytes_of(std::array{member()}), 56)});
  };
  auto membership = subnet.join({.grh = {.dgid = mgid}});
  std::mutex mutex;
  const auto take_turns = [&] {
    for (int i = 0; i < 20; ++i) {
      const std::lock_guard lock(mutex);
      membership.renew();
    }
  };
  std::thread other(take_turns);
  take_turns();
  other.join();
  membership.leave();
}

TEST_F(sa_client_test, needs_a_port_of_infiniband_and_a_subnet_manager) {
  simulated.link_layer = "Ethernet";
  EXPECT_EQ(message_of([] { subnet::client(); }),
            "umad_open_port on port 1 of ib0: it is an Ethernet port, and RoCE has no subnet "
            "administrator");
  EXPECT_EQ(message_of([] { subnet::client({.device = "mlx5_9", .port = 1}); }),
            "umad_get_port on port 1 of mlx5_9: no such InfiniBand port with a management device; "
            "is ib_umad loaded?");
  simulated.sm_lid = 0;
  EXPECT_NE(message_of([&] { (void)subnet.groups(); }).find("the subnet has no subnet manager"),
            std::string::npos);
}

}  // namespace
}  // namespace verbatim
