// The formats, their builders and the send queue of GPUs, as code for a GPU too. Include this header
// before all others of the library: Clang then compiles their functions for the GPU as well. On a
// CPU it only includes them.
#pragma once

#if defined(__CUDA__) || defined(__HIP__)

#include <cstdlib>  // Clang's own <new> needs it

// Without the headers of CUDA or HIP.
#if !defined(__host__)
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#endif

#if !defined(__CLANG_CUDA_RUNTIME_WRAPPER_H__) && !defined(__CLANG_HIP_RUNTIME_WRAPPER_H__)
extern "C" {
inline __device__ void* memcpy(void* to, const void* from, __SIZE_TYPE__ size) {
  return __builtin_memcpy(to, from, size);
}
inline __device__ void* memset(void* to, int value, __SIZE_TYPE__ size) {
  return __builtin_memset(to, value, size);
}
// A failed assertion ends the kernel.
[[noreturn]] inline __device__ void __assert_fail(const char*, const char*, unsigned, const char*) {
  __builtin_trap();
}
}
#endif

#endif

// The headers below use functions of the standard library that are constexpr or declared above. The
// standard library may not be included after the pragma.
#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>

#if defined(__CUDA__) || defined(__HIP__)
#pragma clang force_cuda_host_device begin
#endif

#include "verbatim/generated/cqes/cqe128.hpp"
#include "verbatim/generated/cqes/cqe64.hpp"
#include "verbatim/generated/cqes/enh_block.hpp"
#include "verbatim/generated/cqes/err_cqe.hpp"
#include "verbatim/generated/cqes/eth_cqe.hpp"
#include "verbatim/generated/cqes/mini_req.hpp"
#include "verbatim/generated/cqes/mini_resp_csum.hpp"
#include "verbatim/generated/cqes/mini_resp_csum_stridx.hpp"
#include "verbatim/generated/cqes/mini_resp_ftag.hpp"
#include "verbatim/generated/cqes/mini_resp_hash.hpp"
#include "verbatim/generated/cqes/mini_resp_l34h.hpp"
#include "verbatim/generated/cqes/sigerr_cqe.hpp"
#include "verbatim/generated/cqes/tm_list_cqe.hpp"
#include "verbatim/generated/cqes/tm_receive_cqe.hpp"
#include "verbatim/generated/doorbells/cq_dbrec.hpp"
#include "verbatim/generated/doorbells/cq_doorbell.hpp"
#include "verbatim/generated/doorbells/qp_dbrec.hpp"
#include "verbatim/generated/doorbells/srq_dbrec.hpp"
#include "verbatim/generated/enums.hpp"
#include "verbatim/generated/segments/atomic_seg.hpp"
#include "verbatim/generated/segments/av_dc_compact_seg.hpp"
#include "verbatim/generated/segments/av_dc_seg.hpp"
#include "verbatim/generated/segments/av_ud_compact_seg.hpp"
#include "verbatim/generated/segments/av_ud_seg.hpp"
#include "verbatim/generated/segments/bsf_ext_seg.hpp"
#include "verbatim/generated/segments/bsf_inl_seg.hpp"
#include "verbatim/generated/segments/bsf_seg.hpp"
#include "verbatim/generated/segments/crypto_bsf_seg.hpp"
#include "verbatim/generated/segments/ctrl_seg.hpp"
#include "verbatim/generated/segments/data_seg.hpp"
#include "verbatim/generated/segments/eth_pad_seg.hpp"
#include "verbatim/generated/segments/eth_seg.hpp"
#include "verbatim/generated/segments/eth_vlan_seg.hpp"
#include "verbatim/generated/segments/flow_tbl_access_seg.hpp"
#include "verbatim/generated/segments/flow_tbl_argument_seg.hpp"
#include "verbatim/generated/segments/inline_seg.hpp"
#include "verbatim/generated/segments/klm_seg.hpp"
#include "verbatim/generated/segments/masked_cs128_seg.hpp"
#include "verbatim/generated/segments/masked_cs32_seg.hpp"
#include "verbatim/generated/segments/masked_cs64_seg.hpp"
#include "verbatim/generated/segments/masked_fa128_seg.hpp"
#include "verbatim/generated/segments/masked_fa32_seg.hpp"
#include "verbatim/generated/segments/masked_fa64_seg.hpp"
#include "verbatim/generated/segments/mkey_ctx_seg.hpp"
#include "verbatim/generated/segments/mmo_meta_seg.hpp"
#include "verbatim/generated/segments/mtt_seg.hpp"
#include "verbatim/generated/segments/raddr_seg.hpp"
#include "verbatim/generated/segments/ravh_seg.hpp"
#include "verbatim/generated/segments/repeat_block_seg.hpp"
#include "verbatim/generated/segments/repeat_ent_seg.hpp"
#include "verbatim/generated/segments/rvh_seg.hpp"
#include "verbatim/generated/segments/rwqe_sig_seg.hpp"
#include "verbatim/generated/segments/set_psv_seg.hpp"
#include "verbatim/generated/segments/srq_next_seg.hpp"
#include "verbatim/generated/segments/tm_seg.hpp"
#include "verbatim/generated/segments/tmh_seg.hpp"
#include "verbatim/generated/segments/umr_ctrl_seg.hpp"
#include "verbatim/generated/segments/wait_cq_seg.hpp"
#include "verbatim/generated/segments/wait_data_seg.hpp"
#include "verbatim/generated/segments/xrc_seg.hpp"
#include "verbatim/generated/transports/dci.hpp"
#include "verbatim/generated/transports/dci_compact.hpp"
#include "verbatim/generated/transports/dci_roce.hpp"
#include "verbatim/generated/transports/dci_verbs.hpp"
#include "verbatim/generated/transports/raw_packet.hpp"
#include "verbatim/generated/transports/rc.hpp"
#include "verbatim/generated/transports/uc.hpp"
#include "verbatim/generated/transports/ud.hpp"
#include "verbatim/generated/transports/ud_compact.hpp"
#include "verbatim/generated/transports/ud_roce.hpp"
#include "verbatim/generated/transports/ud_underlay.hpp"
#include "verbatim/generated/transports/ud_verbs.hpp"
#include "verbatim/generated/transports/xrc.hpp"
#include "verbatim/generated/transports/xrq_cmd.hpp"
#include "verbatim/queue/gpu/send_queue.hpp"
#include "verbatim/wire/words.hpp"

#if defined(__CUDA__) || defined(__HIP__)
#pragma clang force_cuda_host_device end
#endif
