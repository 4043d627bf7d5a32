// The processes that one launcher has started, and the values that they exchange by PMIx. See all_to_all.cpp.
#pragma once

#include <pmix.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

/// A job of PMIx, whose server is the launcher: mpirun of Open MPI, or srun --mpi=pmix of Slurm.
class pmix_job {
 public:
  pmix_job() {
    check(PMIx_Init(&self_, nullptr, 0), "PMIx_Init",
          ": start it by a launcher with PMIx, such as mpirun of Open MPI");
    pmix_value_t* const value = get(PMIX_RANK_WILDCARD, PMIX_JOB_SIZE);
    size_ = value->data.uint32;
    free_value(value);
  }
  ~pmix_job() { PMIx_Finalize(nullptr, 0); }
  pmix_job(const pmix_job&) = delete;
  pmix_job& operator=(const pmix_job&) = delete;

  unsigned rank() const { return self_.rank; }
  unsigned size() const { return size_; }

  /// Publishes a list, waits until all processes have published theirs, and collects all of them.
  template <class T>
  void publish(const std::vector<T>& list) const {
    static_assert(std::is_trivially_copyable_v<T>);
    pmix_value_t value{};
    value.type = PMIX_BYTE_OBJECT;
    value.data.bo.size = list.size() * sizeof(T);
    value.data.bo.bytes = reinterpret_cast<char*>(const_cast<T*>(list.data()));  // only read
    check(PMIx_Put(PMIX_GLOBAL, "list", &value), "PMIx_Put");
    check(PMIx_Commit(), "PMIx_Commit");
    wait_for_all(true);
  }

  /// Returns an element of the list that a process has published.
  template <class T>
  T published(unsigned rank, std::size_t index) const {
    pmix_value_t* const value = get(rank, "list");
    T element;
    const bool is_there = (index + 1) * sizeof element <= value->data.bo.size;
    if (is_there)
      std::memcpy(&element, value->data.bo.bytes + index * sizeof element, sizeof element);
    free_value(value);
    if (!is_there) throw std::runtime_error("a process has published a shorter list");
    return element;
  }

  /// Waits until all processes call this.
  void wait_for_all(bool collect = false) const {
    pmix_info_t info;
    PMIX_INFO_LOAD(&info, PMIX_COLLECT_DATA, &collect, PMIX_BOOL);
    check(PMIx_Fence(nullptr, 0, &info, 1), "PMIx_Fence");
  }

 private:
  static void check(pmix_status_t status, const char* call, const char* remedy = "") {
    if (status == PMIX_SUCCESS) return;
    throw std::runtime_error(std::string(call) + ": " + PMIx_Error_string(status) + remedy);
  }

  pmix_value_t* get(pmix_rank_t rank, const char* key) const {
    pmix_proc_t from = self_;
    from.rank = rank;
    pmix_value_t* value = nullptr;
    check(PMIx_Get(&from, key, nullptr, 0, &value), "PMIx_Get");
    return value;
  }

  static void free_value(pmix_value_t* value) { PMIX_VALUE_RELEASE(value); }

  pmix_proc_t self_;
  unsigned size_ = 0;
};
