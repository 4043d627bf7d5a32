// Memory regions of the emulated device through libibverbs: what its control path registers, and what not.
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cerrno>

#include "control_path_fixture.hpp"
#include "verbs_fixture.hpp"

namespace verbatim::testing {
namespace {

TEST_F(device_test, RegistersMemory) {
  const pages memory(2);
  const mr_ptr first(register_memory(pd.get(), memory.address(), 100, IBV_ACCESS_LOCAL_WRITE));
  const mr_ptr second(register_memory(pd.get(), memory.address(), memory.bytes(), 0));
  ASSERT_TRUE(first && second);
  EXPECT_NE(first->lkey, second->lkey);
  EXPECT_EQ(first->lkey, first->rkey);
}

TEST_F(device_test, RegistersUnderAnotherAddress) {
  const pages memory(1);
  EXPECT_TRUE(mr_ptr(ibv_reg_mr_iova(pd.get(), memory.address(), page_bytes, 0x10000, 0)));
  EXPECT_EQ(ibv_reg_mr_iova(pd.get(), memory.address(), page_bytes, 0x10010, 0), nullptr);
  EXPECT_EQ(errno, EINVAL);
  EXPECT_TRUE(contains(reported(), "same offset in their page"));
}

TEST_F(device_test, RefusesMemoryThatIsNotThere) {
  const pages memory(3);
  munmap(static_cast<char*>(memory.address()) + page_bytes, page_bytes);
  EXPECT_EQ(register_memory(pd.get(), memory.address(), memory.bytes(), 0), nullptr);
  EXPECT_EQ(errno, EFAULT);
  EXPECT_EQ(register_memory(pd.get(), memory.address(), 0, 0), nullptr);
  EXPECT_EQ(errno, EINVAL);
}

TEST_F(device_test, RefusesToWriteWhereTheProgramMayNot) {
  const pages memory(1, PROT_READ);
  EXPECT_TRUE(mr_ptr(register_memory(pd.get(), memory.address(), page_bytes, 0)));
  EXPECT_EQ(register_memory(pd.get(), memory.address(), page_bytes, IBV_ACCESS_LOCAL_WRITE),
            nullptr);
  EXPECT_EQ(errno, EFAULT);
}

TEST_F(device_test, RefusesRemoteWriteWithoutLocalWrite) {
  const pages memory(1);
  EXPECT_EQ(register_memory(pd.get(), memory.address(), 64, IBV_ACCESS_REMOTE_WRITE), nullptr);
  EXPECT_EQ(errno, EINVAL);
  EXPECT_TRUE(contains(reported(), "need local write access too"));
}

TEST_F(device_test, ReregistersUnderTheSameKey) {
  const pages memory(2);
  const mr_ptr mr(register_memory(pd.get(), memory.address(), 64, IBV_ACCESS_LOCAL_WRITE));
  ASSERT_TRUE(mr);
  const std::uint32_t key = mr->lkey;
  char* const other = static_cast<char*>(memory.address()) + page_bytes;
  EXPECT_EQ(ibv_rereg_mr(mr.get(), IBV_REREG_MR_CHANGE_TRANSLATION, nullptr, other, 128, 0), 0);
  EXPECT_EQ(mr->lkey, key);
  EXPECT_EQ(mr->length, 128u);
}

TEST_F(device_test, ReregistersMorePagesUnderAnotherKey) {
  const pages memory(2);
  const mr_ptr mr(register_memory(pd.get(), memory.address(), 64, IBV_ACCESS_LOCAL_WRITE));
  ASSERT_TRUE(mr);
  const std::uint32_t key = mr->lkey;
  EXPECT_EQ(ibv_rereg_mr(mr.get(), IBV_REREG_MR_CHANGE_TRANSLATION, nullptr, memory.address(),
                         page_bytes + 1, 0),
            0);
  EXPECT_NE(mr->lkey, key);
  EXPECT_EQ(mr->lkey, mr->rkey);
}

TEST_F(device_test, SaysWhyItDoesNotReregister) {
  const pages memory(1);
  const mr_ptr mr(register_memory(pd.get(), memory.address(), 64, IBV_ACCESS_LOCAL_WRITE));
  ASSERT_TRUE(mr);
  EXPECT_NE(ibv_rereg_mr(mr.get(), 0, nullptr, nullptr, 0, 0), 0);
  EXPECT_EQ(errno, EINVAL);
  EXPECT_TRUE(contains(reported(), "rereg_mr with flags 0x0"));
  const auto to_on_demand = [&](ibv_mr* of) {
    return ibv_rereg_mr(of, IBV_REREG_MR_CHANGE_ACCESS, nullptr, nullptr, 0,
                        IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_ON_DEMAND);
  };
  EXPECT_NE(to_on_demand(mr.get()), 0);
  EXPECT_EQ(errno, EINVAL);
  EXPECT_TRUE(contains(reported(), "changes on-demand access, and not the memory"));

  ibv_alloc_dm_attr wanted{};
  wanted.length = 64;
  ibv_dm* const on_device = ibv_alloc_dm(context.get(), &wanted);
  ASSERT_NE(on_device, nullptr);
  mr_ptr region(ibv_reg_dm_mr(pd.get(), on_device, 0, 64, IBV_ACCESS_ZERO_BASED));
  ASSERT_TRUE(region);
  reported();
  EXPECT_NE(ibv_rereg_mr(region.get(), IBV_REREG_MR_CHANGE_ACCESS, nullptr, nullptr, 0, 0), 0);
  EXPECT_EQ(errno, EINVAL);
  EXPECT_TRUE(contains(reported(), "rereg_mr of a region of device memory"));
  region.reset();
  EXPECT_EQ(ibv_free_dm(on_device), 0);
}

}  // namespace
}  // namespace verbatim::testing
