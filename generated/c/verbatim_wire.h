// Generated from specs/ by codegen.
// Do not edit: `meson compile -C build generate`.
#ifndef VERBATIM_C_WIRE_H
#define VERBATIM_C_WIRE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/// Define VERBATIM_ASSERT before the first of these headers to have another check than assert().
#ifndef VERBATIM_ASSERT
#include <assert.h>
#define VERBATIM_ASSERT(condition) assert(condition)
#endif

#ifdef __cplusplus
extern "C" {
#endif

// Words are big-endian in memory on every host. An address needs no alignment, and the memory no type.

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
static inline uint16_t verbatim_big_endian16(uint16_t value) { return value; }
static inline uint32_t verbatim_big_endian32(uint32_t value) { return value; }
static inline uint64_t verbatim_big_endian64(uint64_t value) { return value; }
#elif defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
static inline uint16_t verbatim_big_endian16(uint16_t value) { return __builtin_bswap16(value); }
static inline uint32_t verbatim_big_endian32(uint32_t value) { return __builtin_bswap32(value); }
static inline uint64_t verbatim_big_endian64(uint64_t value) { return __builtin_bswap64(value); }
#else
#error "the byte order is not known: GCC and Clang tell it by __BYTE_ORDER__"
#endif

static inline void verbatim_store32(void *at, uint32_t value) {
  value = verbatim_big_endian32(value);
  memcpy(at, &value, sizeof value);
}

static inline void verbatim_store64(void *at, uint64_t value) {
  value = verbatim_big_endian64(value);
  memcpy(at, &value, sizeof value);
}

static inline uint8_t verbatim_load8(const void *at) { return *(const uint8_t *)at; }

static inline uint16_t verbatim_load16(const void *at) {
  uint16_t value;
  memcpy(&value, at, sizeof value);
  return verbatim_big_endian16(value);
}

static inline uint32_t verbatim_load32(const void *at) {
  uint32_t value;
  memcpy(&value, at, sizeof value);
  return verbatim_big_endian32(value);
}

static inline uint64_t verbatim_load64(const void *at) {
  uint64_t value;
  memcpy(&value, at, sizeof value);
  return verbatim_big_endian64(value);
}

// A value at bits msb to lsb of a word, counted as the manual does: bit 0 is the lowest. Debug builds check
// that the value fits.

static inline uint32_t verbatim_put32(uint32_t value, unsigned msb, unsigned lsb) {
  (void)msb;
  VERBATIM_ASSERT((value >> (msb - lsb)) <= 1 && "the value does not fit its field");
  return value << lsb;
}

static inline uint64_t verbatim_put64(uint64_t value, unsigned msb, unsigned lsb) {
  (void)msb;
  VERBATIM_ASSERT((value >> (msb - lsb)) <= 1 && "the value does not fit its field");
  return value << lsb;
}

// An unshifted number, such as an address whose lowest bits hold other fields and are 0 in the number.

static inline uint32_t verbatim_put_in_place32(uint32_t value, unsigned msb, unsigned lsb) {
  (void)msb;
  (void)lsb;
  VERBATIM_ASSERT((value & ((UINT32_C(1) << lsb) - 1)) == 0 &&
                  "the value reaches into the fields below its own");
  VERBATIM_ASSERT((value >> msb) <= 1 && "the value does not fit its field");
  return value;
}

static inline uint64_t verbatim_put_in_place64(uint64_t value, unsigned msb, unsigned lsb) {
  (void)msb;
  (void)lsb;
  VERBATIM_ASSERT((value & ((UINT64_C(1) << lsb) - 1)) == 0 &&
                  "the value reaches into the fields below its own");
  VERBATIM_ASSERT((value >> msb) <= 1 && "the value does not fit its field");
  return value;
}

// Changes bits msb to lsb of the word at `at`, and no others. In release builds, a value that is too wide is
// cut.
static inline void verbatim_set32(void *at, uint32_t value, unsigned msb, unsigned lsb) {
  const uint32_t mask = (UINT32_MAX >> (31 - (msb - lsb))) << lsb;
  verbatim_store32(at, (verbatim_load32(at) & ~mask) | (verbatim_put32(value, msb, lsb) & mask));
}

// The same of the two bytes at `at`.
static inline void verbatim_set16(void *at, uint32_t value, unsigned msb, unsigned lsb) {
  const uint32_t mask = (UINT32_MAX >> (31 - (msb - lsb))) << lsb;
  const uint32_t word = (verbatim_load16(at) & ~mask) | (verbatim_put32(value, msb, lsb) & mask);
  const uint16_t stored = verbatim_big_endian16((uint16_t)word);
  memcpy(at, &stored, sizeof stored);
}

static inline uint32_t verbatim_get32(uint32_t word, unsigned msb, unsigned lsb) {
  return word >> lsb & (UINT32_MAX >> (31 - (msb - lsb)));
}

static inline uint64_t verbatim_get64(uint64_t word, unsigned msb, unsigned lsb) {
  return word >> lsb & (UINT64_MAX >> (63 - (msb - lsb)));
}

static inline uint32_t verbatim_get_in_place32(uint32_t word, unsigned msb, unsigned lsb) {
  return verbatim_get32(word, msb, lsb) << lsb;
}

static inline uint64_t verbatim_get_in_place64(uint64_t word, unsigned msb, unsigned lsb) {
  return verbatim_get64(word, msb, lsb) << lsb;
}

#ifdef __cplusplus
}
#endif

#endif
