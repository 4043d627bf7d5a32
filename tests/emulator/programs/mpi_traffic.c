// Traffic between processes over MPI, every byte of which is checked: mpi_traffic ROUNDS.
//
// Each round sends messages of several lengths around, exchanges a burst of short ones, reduces, and puts,
// gets and adds in the memory of others. It prints how many checks each process made.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { longest = 100000, burst = 8, words = 64, window_size = 4096, block_at = 64 };

static int rank, size;
static unsigned long checks;

static void check(int right, const char* what, int round) {
  ++checks;
  if (right) return;
  fprintf(stderr, "rank %d, round %d: %s is wrong\n", rank, round, what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

// Bytes that depend on who sends them, in which round, and where they are.
static unsigned char byte_at(int from, int round, int i) {
  const uint32_t mixed =
      ((uint32_t)from * 40503u + (uint32_t)round) * 2654435761u + (uint32_t)i * 2246822519u;
  return (unsigned char)(mixed >> 24);
}
static void fill(unsigned char* at, int length, int from, int round) {
  for (int i = 0; i < length; ++i) at[i] = byte_at(from, round, i);
}
static int holds(const unsigned char* at, int length, int from, int round) {
  for (int i = 0; i < length; ++i)
    if (at[i] != byte_at(from, round, i)) return 0;
  return 1;
}

// A message to the next process and one from the last: short, in several packets, and too long to be sent
// before it is asked for.
static void exchange_messages(int round) {
  static const int lengths[] = {0, 8, 100, 1000, 8192, longest};
  static unsigned char out[longest], in[longest];
  const int length = round % 16 == 0 ? lengths[round / 16 % 6] : lengths[round % 4];
  const int next = (rank + 1) % size, last = (rank + size - 1) % size;
  MPI_Status status;
  int received;
  fill(out, length, rank, round);
  memset(in, 0, sizeof in);
  if (rank == 0) {
    MPI_Send(out, length, MPI_BYTE, next, round, MPI_COMM_WORLD);
    MPI_Recv(in, longest, MPI_BYTE, last, round, MPI_COMM_WORLD, &status);
  } else {
    MPI_Recv(in, longest, MPI_BYTE, last, round, MPI_COMM_WORLD, &status);
    MPI_Send(out, length, MPI_BYTE, next, round, MPI_COMM_WORLD);
  }
  MPI_Get_count(&status, MPI_BYTE, &received);
  check(received == length && holds(in, length, last, round), "a message", round);
}

static void exchange_bursts(int round) {
  static unsigned char out[burst][48], in[burst][48];
  MPI_Request requests[2 * burst];
  const int next = (rank + 1) % size, last = (rank + size - 1) % size;
  for (int i = 0; i < burst; ++i) {
    fill(out[i], sizeof out[i], rank, round + i);
    MPI_Irecv(in[i], sizeof in[i], MPI_BYTE, last, i, MPI_COMM_WORLD, &requests[i]);
    MPI_Isend(out[i], sizeof out[i], MPI_BYTE, next, i, MPI_COMM_WORLD, &requests[burst + i]);
  }
  MPI_Waitall(2 * burst, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < burst; ++i)
    check(holds(in[i], sizeof in[i], last, round + i), "a message of a burst", round);
}

static void reduce(int round) {
  int64_t mine[words], sums[words];
  for (int i = 0; i < words; ++i) mine[i] = (int64_t)(rank + 1) * (round + 1) + i;
  MPI_Allreduce(mine, sums, words, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  int right = 1;
  for (int i = 0; i < words; ++i)
    right &= sums[i] == (int64_t)size * (size + 1) / 2 * (round + 1) + (int64_t)size * i;
  check(right, "a sum", round);
}

// The neighbour's memory: a block that is put and got back, and a counter that everyone adds to.
static void reach_over(MPI_Win window, unsigned char* memory, int round) {
  static unsigned char block[1000], back[1000];
  const int next = (rank + 1) % size, last = (rank + size - 1) % size;
  const int64_t one = 1;
  int64_t before = -1;
  fill(block, sizeof block, rank, round);
  memset(back, 0, sizeof back);
  MPI_Put(block, sizeof block, MPI_BYTE, next, block_at, sizeof block, MPI_BYTE, window);
  MPI_Win_flush(next, window);
  MPI_Get(back, sizeof back, MPI_BYTE, next, block_at, sizeof back, MPI_BYTE, window);
  MPI_Win_flush(next, window);
  check(holds(back, sizeof back, rank, round), "what was put and got", round);
  MPI_Fetch_and_op(&one, &before, MPI_INT64_T, 0, 0, MPI_SUM, window);
  MPI_Win_flush(0, window);
  check(before >= (int64_t)size * round && before < (int64_t)size * (round + 1), "a counter",
        round);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Win_sync(window);
  check(holds(memory + block_at, sizeof block, last, round), "what a neighbour put", round);
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (argc != 2) return 2;
  const int rounds = atoi(argv[1]);
  unsigned char* memory = NULL;
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_allocate(window_size, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  memset(memory, 0, window_size);
  MPI_Win_lock_all(0, window);
  MPI_Win_sync(window);
  MPI_Barrier(MPI_COMM_WORLD);
  for (int round = 0; round < rounds; ++round) {
    exchange_messages(round);
    exchange_bursts(round);
    reduce(round);
    reach_over(window, memory, round);
  }
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0) printf("%lu checks on each of %d processes\n", checks, size);
  MPI_Finalize();
  return 0;
}
