// The emulated device through libibverbs: what its control path grants, refuses, and says about it.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "control_path_fixture.hpp"
#include "verbs_fixture.hpp"

namespace verbatim::testing {
namespace {

TEST_F(device_test, IsAConnectX6) {
  ibv_device_attr attributes{};
  ASSERT_EQ(ibv_query_device(context.get(), &attributes), 0);
  EXPECT_STREQ(ibv_get_device_name(context->device), "mlx5_0");
  EXPECT_EQ(attributes.vendor_id, 0x02c9u);
  EXPECT_EQ(attributes.vendor_part_id, 4123u);
  EXPECT_STREQ(attributes.fw_ver, "20.35.1012");
  EXPECT_EQ(attributes.phys_port_cnt, 1);
  EXPECT_EQ(attributes.atomic_cap, IBV_ATOMIC_HCA);
}

TEST_F(device_test, HasOneActiveInfiniBandPort) {
  ibv_port_attr port{};
  ASSERT_EQ(ibv_query_port(context.get(), 1, &port), 0);
  EXPECT_EQ(port.state, IBV_PORT_ACTIVE);
  EXPECT_EQ(port.link_layer, IBV_LINK_LAYER_INFINIBAND);
  EXPECT_EQ(port.active_mtu, IBV_MTU_4096);
  EXPECT_NE(port.lid, 0);
  EXPECT_EQ(ibv_query_port(context.get(), 2, &port), EINVAL);
  EXPECT_TRUE(contains(reported(), "port 2 does not exist"));
}

TEST_F(device_test, HasOneGidAndTheDefaultPartition) {
  ibv_gid gid{};
  ASSERT_EQ(ibv_query_gid(context.get(), 1, 0, &gid), 0);
  EXPECT_EQ(be64toh(gid.global.subnet_prefix), 0xfe80000000000000);
  ibv_gid_entry entry{};
  ASSERT_EQ(ibv_query_gid_ex(context.get(), 1, 0, &entry, 0), 0);
  EXPECT_EQ(entry.gid_type, IBV_GID_TYPE_IB);
  EXPECT_EQ(entry.gid.global.interface_id, gid.global.interface_id);
  EXPECT_EQ(ibv_query_gid_ex(context.get(), 1, 1, &entry, 0), ENODATA);
  std::array<ibv_gid_entry, 4> table{};
  EXPECT_EQ(ibv_query_gid_table(context.get(), table.data(), table.size(), 0), 1);
  __be16 pkey = 0;
  ASSERT_EQ(ibv_query_pkey(context.get(), 1, 0, &pkey), 0);
  EXPECT_EQ(pkey, 0xffff);
}

TEST_F(device_test, KeepsAProtectionDomainThatIsInUse) {
  const pages memory(1);
  const mr_ptr mr(register_memory(pd.get(), memory.address(), 64, 0));
  ASSERT_TRUE(mr);
  EXPECT_EQ(ibv_dealloc_pd(pd.get()), EBUSY);
  EXPECT_TRUE(contains(reported(), "is used by 1 other object"));
}

TEST_F(device_test, RoundsCompletionQueuesUp) {
  const cq_ptr small(ibv_create_cq(context.get(), 1, nullptr, nullptr, 0));
  const cq_ptr large(ibv_create_cq(context.get(), 1000, nullptr, nullptr, 3));
  ASSERT_TRUE(small && large);
  EXPECT_GE(small->cqe, 1);
  EXPECT_EQ(large->cqe, 1023);
}

TEST_F(device_test, RefusesACompletionVectorThatIsNotThere) {
  EXPECT_EQ(ibv_create_cq(context.get(), 16, nullptr, nullptr, context->num_comp_vectors), nullptr);
  EXPECT_EQ(errno, EINVAL);
  EXPECT_TRUE(contains(reported(), "completion vector"));
}

TEST_F(device_test, KeepsACompletionQueueThatIsInUse) {
  const qp_ptr qp = create_qp();
  ASSERT_TRUE(qp);
  EXPECT_EQ(ibv_destroy_cq(cq.get()), EBUSY);
  EXPECT_TRUE(contains(reported(), "completion queue"));
}

/// Libraries close numbers twice, and programs close numbers that they did not open.
TEST_F(device_test, HasNoDescriptorsAmongThoseThatProgramsChoose) {
  constexpr int lowest_of_the_device = 200;
  for (int file = 0; file < lowest_of_the_device; ++file) {
    std::array<char, 64> text{};
    const auto link = "/proc/self/fd/" + std::to_string(file);
    if (readlink(link.c_str(), text.data(), text.size() - 1) < 0) continue;
    const std::string kind = text.data();
    for (const char* const own : {"socket:", "anon_inode:[eventpoll]", "anon_inode:[eventfd]",
                                  "anon_inode:[userfaultfd]"}) {
      EXPECT_NE(kind.rfind(own, 0), 0u) << "descriptor " << file << " is " << kind;
    }
  }
}

TEST_F(device_test, HasCompletionChannelsThatWait) {
  const channel_ptr channel(ibv_create_comp_channel(context.get()));
  ASSERT_TRUE(channel);
  const cq_ptr waited(ibv_create_cq(context.get(), 16, nullptr, channel.get(), 0));
  ASSERT_TRUE(waited);
  ASSERT_EQ(fcntl(channel->fd, F_SETFL, O_NONBLOCK), 0);
  ibv_cq* which = nullptr;
  void* mine = nullptr;
  EXPECT_EQ(ibv_get_cq_event(channel.get(), &which, &mine), -1);
  EXPECT_EQ(errno, EAGAIN);
}

/// An SRQ for 20 WQEs of two SGEs.
srq_ptr create_srq(ibv_pd* pd) {
  ibv_srq_init_attr wanted{};
  wanted.attr.max_wr = 20;
  wanted.attr.max_sge = 2;
  return srq_ptr(ibv_create_srq(pd, &wanted));
}

TEST_F(device_test, ModifiesAndQueriesSharedReceiveQueues) {
  const srq_ptr srq = create_srq(pd.get());
  ASSERT_TRUE(srq);
  // Below its limit an SRQ would drop it at once.
  for (int posted = 0; posted < 6; ++posted) {
    ibv_recv_wr empty{};
    ibv_recv_wr* bad = nullptr;
    ASSERT_EQ(ibv_post_srq_recv(srq.get(), &empty, &bad), 0);
  }
  ibv_srq_attr attributes{};
  attributes.srq_limit = 5;
  EXPECT_EQ(ibv_modify_srq(srq.get(), &attributes, IBV_SRQ_LIMIT), 0);
  ibv_srq_attr queried{};
  ASSERT_EQ(ibv_query_srq(srq.get(), &queried), 0);
  EXPECT_GE(queried.max_wr, 20u);
  EXPECT_GE(queried.max_sge, 2u);
  EXPECT_EQ(queried.srq_limit, 5u);
}

TEST_F(device_test, RefusesSharedReceiveQueueAttributesThatItCannotHave) {
  const srq_ptr srq = create_srq(pd.get());
  ASSERT_TRUE(srq);
  ibv_srq_attr attributes{};
  attributes.srq_limit = 1000;
  EXPECT_EQ(ibv_modify_srq(srq.get(), &attributes, IBV_SRQ_LIMIT), EINVAL);
  attributes.max_wr = 100;
  EXPECT_EQ(ibv_modify_srq(srq.get(), &attributes, IBV_SRQ_MAX_WR), EINVAL);
  EXPECT_TRUE(contains(reported(), "cannot be resized"));
}

TEST_F(device_test, TellsOfASharedReceiveQueueBelowItsLimit) {
  const srq_ptr srq = create_srq(pd.get());
  ASSERT_TRUE(srq);
  ibv_srq_attr attributes{};
  attributes.srq_limit = 5;
  ASSERT_EQ(ibv_modify_srq(srq.get(), &attributes, IBV_SRQ_LIMIT), 0);
  ibv_async_event event{};
  ASSERT_EQ(ibv_get_async_event(context.get(), &event), 0);
  EXPECT_EQ(event.event_type, IBV_EVENT_SRQ_LIMIT_REACHED);
  EXPECT_EQ(event.element.srq, srq.get());
  ibv_ack_async_event(&event);
}

TEST_F(device_test, KeepsASharedReceiveQueueThatIsInUse) {
  const srq_ptr srq = create_srq(pd.get());
  ASSERT_TRUE(srq);
  const qp_ptr qp = create_qp(IBV_QPT_RC, srq.get());
  ASSERT_TRUE(qp);
  EXPECT_EQ(ibv_destroy_srq(srq.get()), EBUSY);
}

TEST_F(device_test, TakesAnRcQueuePairToRts) {
  const qp_ptr qp = create_qp();
  ASSERT_TRUE(qp);
  ASSERT_EQ(modify(qp.get(), IBV_QPS_INIT, init_mask), 0);
  ASSERT_EQ(modify(qp.get(), IBV_QPS_RTR, rtr_mask), 0);
  ASSERT_EQ(modify(qp.get(), IBV_QPS_RTS, rts_mask), 0);
  ibv_qp_attr is{};
  ibv_qp_init_attr made{};
  ASSERT_EQ(ibv_query_qp(qp.get(), &is, IBV_QP_STATE, &made), 0);
  EXPECT_EQ(is.qp_state, IBV_QPS_RTS);
  EXPECT_EQ(is.qp_access_flags, unsigned{IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ});
  EXPECT_EQ(is.path_mtu, IBV_MTU_2048);
  EXPECT_EQ(is.dest_qp_num, qp->qp_num);
  EXPECT_EQ(is.rq_psn, 0x123456u);
  EXPECT_EQ(is.sq_psn, 0x654321u);
  EXPECT_EQ(is.max_dest_rd_atomic, 4);
  EXPECT_EQ(is.max_rd_atomic, 5);
  EXPECT_EQ(is.min_rnr_timer, 12);
  EXPECT_EQ(is.timeout, 14);
  EXPECT_EQ(is.retry_cnt, 6);
  EXPECT_EQ(is.rnr_retry, 7);
  EXPECT_EQ(is.ah_attr.dlid, 1);
  EXPECT_EQ(is.ah_attr.sl, 3);
  EXPECT_EQ(is.port_num, 1);
  EXPECT_EQ(made.send_cq, cq.get());
}

TEST_F(device_test, TakesAUcQueuePairToRtsWithFewerAttributes) {
  const qp_ptr qp = create_qp(IBV_QPT_UC);
  ASSERT_TRUE(qp);
  ASSERT_EQ(modify(qp.get(), IBV_QPS_INIT, init_mask), 0);
  EXPECT_EQ(modify(qp.get(), IBV_QPS_RTR, rtr_mask), EINVAL);
  EXPECT_TRUE(contains(reported(), "MIN_RNR_TIMER, MAX_DEST_RD_ATOMIC not allowed"));
  ASSERT_EQ(modify(qp.get(), IBV_QPS_RTR, uc_rtr_mask), 0);
  ASSERT_EQ(modify(qp.get(), IBV_QPS_RTS, uc_rts_mask), 0);
}

TEST_F(device_test, NamesTheAttributesThatAreMissing) {
  const qp_ptr qp = create_qp();
  ASSERT_TRUE(qp);
  EXPECT_EQ(modify(qp.get(), IBV_QPS_INIT, IBV_QP_STATE | IBV_QP_PORT), EINVAL);
  EXPECT_TRUE(contains(reported(), "RESET to INIT: ACCESS_FLAGS, PKEY_INDEX missing"));
  ASSERT_EQ(modify(qp.get(), IBV_QPS_INIT, init_mask), 0);
  EXPECT_EQ(modify(qp.get(), IBV_QPS_RTR, rtr_mask & ~IBV_QP_DEST_QPN), EINVAL);
  EXPECT_TRUE(contains(reported(), "INIT to RTR: DEST_QPN missing"));
}

TEST_F(device_test, RefusesStatesOutOfOrder) {
  const qp_ptr qp = create_qp();
  ASSERT_TRUE(qp);
  EXPECT_EQ(modify(qp.get(), IBV_QPS_RTS, rts_mask), EINVAL);
  EXPECT_TRUE(contains(reported(), "cannot go from RESET to RTS"));
  EXPECT_EQ(modify(qp.get(), IBV_QPS_ERR, IBV_QP_STATE), EINVAL);
}

TEST_F(device_test, RefusesValuesOutOfRange) {
  const qp_ptr qp = create_qp();
  ASSERT_TRUE(qp);
  ibv_qp_attr attributes = attributes_for(IBV_QPS_INIT);
  attributes.port_num = 2;
  EXPECT_EQ(ibv_modify_qp(qp.get(), &attributes, init_mask), EINVAL);
  attributes.port_num = 1;
  attributes.pkey_index = 1;
  EXPECT_EQ(ibv_modify_qp(qp.get(), &attributes, init_mask), EINVAL);
  attributes.pkey_index = 0;
  ASSERT_EQ(ibv_modify_qp(qp.get(), &attributes, init_mask), 0);
  attributes = attributes_for(IBV_QPS_RTR);
  attributes.max_dest_rd_atomic = 200;
  EXPECT_EQ(ibv_modify_qp(qp.get(), &attributes, rtr_mask), EINVAL);
  EXPECT_TRUE(contains(reported(), "max_dest_rd_atomic is 200"));
  attributes = attributes_for(IBV_QPS_RTR);
  attributes.ah_attr.is_global = 1;
  attributes.ah_attr.grh.sgid_index = 3;
  EXPECT_EQ(ibv_modify_qp(qp.get(), &attributes, rtr_mask), EINVAL);
}

// The kernel copies what has a meaning, and looks at nothing else: IBV_ACCESS_FLUSH_GLOBAL and
// IBV_ACCESS_FLUSH_PERSISTENT of newer programs, IBV_ACCESS_LOCAL_WRITE of many.
TEST_F(device_test, TakesEveryAccessFlag) {
  const qp_ptr qp = create_qp();
  ASSERT_TRUE(qp);
  ibv_qp_attr attributes = attributes_for(IBV_QPS_INIT);
  attributes.qp_access_flags |= 1u << 8 | 1u << 9 | unsigned{IBV_ACCESS_LOCAL_WRITE};
  ASSERT_EQ(ibv_modify_qp(qp.get(), &attributes, init_mask), 0);
  ibv_qp_attr is{};
  ibv_qp_init_attr made{};
  ASSERT_EQ(ibv_query_qp(qp.get(), &is, IBV_QP_STATE, &made), 0);
  EXPECT_EQ(is.qp_access_flags, unsigned{IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ});
  EXPECT_EQ(reported(), "");
}

TEST_F(device_test, LeavesErrorsThroughReset) {
  const qp_ptr qp = create_qp();
  ASSERT_TRUE(qp);
  ASSERT_EQ(modify(qp.get(), IBV_QPS_INIT, init_mask), 0);
  ASSERT_EQ(modify(qp.get(), IBV_QPS_ERR, IBV_QP_STATE), 0);
  EXPECT_EQ(modify(qp.get(), IBV_QPS_INIT, init_mask), EINVAL);
  ASSERT_EQ(modify(qp.get(), IBV_QPS_RESET, IBV_QP_STATE), 0);
  EXPECT_EQ(modify(qp.get(), IBV_QPS_INIT, init_mask), 0);
}

TEST_F(device_test, RefusesQueuePairTypesThatItLacks) {
  EXPECT_FALSE(create_qp(IBV_QPT_RAW_PACKET));
  EXPECT_EQ(errno, EOPNOTSUPP);
  EXPECT_TRUE(contains(reported(), "raw packet queue pairs need an Ethernet port"));
}

TEST_F(device_test, RefusesQueuePairsThatAreTooLarge) {
  ibv_qp_init_attr attributes = queue_pair_attributes(IBV_QPT_RC);
  attributes.cap.max_send_wr = 1 << 20;
  EXPECT_EQ(ibv_create_qp(pd.get(), &attributes), nullptr);
}

TEST_F(device_test, NumbersQueuePairsApart) {
  std::set<std::uint32_t> numbers;
  for (int round = 0; round < 100; ++round) {
    const qp_ptr qp = create_qp();
    ASSERT_TRUE(qp);
    EXPECT_LT(qp->qp_num, 1u << 24);
    EXPECT_TRUE(numbers.insert(qp->qp_num).second) << "a number came back at once";
  }
}

TEST_F(device_test, ClosesOneContextAndKeepsTheOther) {
  context_ptr other = open_device();
  ASSERT_TRUE(other);
  pd_ptr other_pd(ibv_alloc_pd(other.get()));
  ASSERT_TRUE(other_pd);
  other_pd.reset();
  other.reset();
  EXPECT_TRUE(create_qp());
}

/// Runs `check` in a child of fork; its result is the exit status.
template <class Check>
int in_child(Check&& check) {
  const pid_t child = fork();
  if (child == 0) _exit(check());
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST_F(device_test, IsNotInheritedOverFork) {
  EXPECT_EQ(in_child([this] { return ibv_alloc_pd(context.get()) ? 0 : errno; }), EIO);
  EXPECT_TRUE(contains(reported(), "open it anew in the child"));
  EXPECT_TRUE(pd_ptr(ibv_alloc_pd(context.get())));
}

TEST_F(device_test, CanBeOpenedInAChild) {
  const int status = in_child([] {
    ibv_device** const list = ibv_get_device_list(nullptr);
    if (!list) return 1;
    ibv_context* const mine = ibv_open_device(list[0]);
    if (!mine) return 2;
    ibv_pd* const domain = ibv_alloc_pd(mine);
    if (!domain) return 3;
    return ibv_dealloc_pd(domain) == 0 && ibv_close_device(mine) == 0 ? 0 : 4;
  });
  EXPECT_EQ(status, 0);
}

TEST_F(device_test, TakesCommandsFromManyThreads) {
  const auto work = [this] {
    for (int round = 0; round < 200; ++round) {
      const pages memory(1);
      const mr_ptr mr(register_memory(pd.get(), memory.address(), page_bytes, 0));
      const qp_ptr qp = create_qp();
      ASSERT_TRUE(mr && qp);
      ASSERT_EQ(modify(qp.get(), IBV_QPS_INIT, init_mask), 0);
    }
  };
  std::vector<std::thread> threads;
  for (int count = 0; count < 4; ++count) threads.emplace_back(work);
  for (std::thread& one : threads) one.join();
}

TEST_F(device_test, OutlivesAChildThatClosesEverything) {
  EXPECT_EQ(in_child([] {
              for (int descriptor = 3; descriptor < 1024; ++descriptor) close(descriptor);
              return 0;
            }),
            0);
  EXPECT_TRUE(create_qp());
}

}  // namespace
}  // namespace verbatim::testing
