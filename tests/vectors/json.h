// A reader of JSON lines: what the tables of vectors need, and nothing else. The lines have no escapes, no fractions and
// no negative numbers. Both C and C++ include this.
#ifndef VERBATIM_TESTS_VECTORS_JSON_H
#define VERBATIM_TESTS_VECTORS_JSON_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum json_type { json_number, json_string, json_array, json_object };

// A value, and the value behind it in its array or object.
struct json {
  enum json_type type;
  const char *name;  // in an object, else null
  uint64_t number;
  const char *string;
  size_t length;  // of the string
  const struct json *first;
  const struct json *next;
};

struct json_reader {
  char *at;
  struct json *room;
  size_t left;
};

static inline struct json *json_value(struct json_reader *from);

static inline int json_skip(struct json_reader *from, char wanted) {
  while (*from->at == ' ') from->at++;
  if (*from->at != wanted) return 0;
  from->at++;
  return 1;
}

static inline char *json_text(struct json_reader *from, size_t *length) {
  if (!json_skip(from, '"')) return NULL;
  char *const begin = from->at;
  char *const end = strpbrk(begin, "\"\\");
  if (end == NULL || *end == '\\') return NULL;
  *end = '\0';
  *length = (size_t)(end - begin);
  from->at = end + 1;
  return begin;
}

static inline struct json *json_list(struct json_reader *from, struct json *made, enum json_type type, char end) {
  struct json *last = NULL;
  made->type = type;
  if (json_skip(from, end)) return made;
  for (;;) {
    char *name = NULL;
    if (type == json_object) {
      size_t length = 0;
      name = json_text(from, &length);
      if (name == NULL || !json_skip(from, ':')) return NULL;
    }
    struct json *const one = json_value(from);
    if (one == NULL) return NULL;
    one->name = name;
    if (last == NULL) {
      made->first = one;
    } else {
      last->next = one;
    }
    last = one;
    if (json_skip(from, end)) return made;
    if (!json_skip(from, ',')) return NULL;
  }
}

static inline struct json *json_value(struct json_reader *from) {
  if (from->left == 0) return NULL;
  struct json *const made = from->room++;
  from->left--;
  memset(made, 0, sizeof *made);
  if (json_skip(from, '{')) return json_list(from, made, json_object, '}');
  if (json_skip(from, '[')) return json_list(from, made, json_array, ']');
  if (*from->at == '"') {
    made->type = json_string;
    made->string = json_text(from, &made->length);
    return made->string == NULL ? NULL : made;
  }
  if (*from->at < '0' || *from->at > '9') return NULL;
  made->type = json_number;
  while (*from->at >= '0' && *from->at <= '9') {
    const unsigned digit = (unsigned)(*from->at++ - '0');
    if (made->number > (UINT64_MAX - digit) / 10) return NULL;
    made->number = made->number * 10 + digit;
  }
  return made;
}

// Reads a line, which it changes: strings end in a zero afterwards. The values are in `room`. Returns null if the line
// is no JSON, or if the room is too small.
static inline const struct json *json_read(char *line, struct json *room, size_t count) {
  struct json_reader from = {line, room, count};
  const struct json *const read = json_value(&from);
  return read != NULL && *from.at == '\0' ? read : NULL;
}

// Returns the value of this name in an object, or null.
static inline const struct json *json_find(const struct json *object, const char *name) {
  for (const struct json *one = object->first; one != NULL; one = one->next) {
    if (one->name != NULL && strcmp(one->name, name) == 0) return one;
  }
  return NULL;
}

// Returns the value of this name, which is there and of this type. Ends the program with a message otherwise.
static inline const struct json *json_get(const struct json *object, const char *name, enum json_type type) {
  const struct json *const found = json_find(object, name);
  if (found == NULL || found->type != type) {
    fprintf(stderr, "a vector has no '%s', or one of another type\n", name);
    exit(1);
  }
  return found;
}

// Returns the number of values in an array or object.
static inline size_t json_count(const struct json *of) {
  size_t count = 0;
  for (const struct json *one = of->first; one != NULL; one = one->next) count++;
  return count;
}

static inline unsigned json_nibble(char digit) {
  if (digit >= '0' && digit <= '9') return (unsigned)(digit - '0');
  if (digit >= 'a' && digit <= 'f') return (unsigned)(digit - 'a') + 10;
  fprintf(stderr, "'%c' is no digit of a hexadecimal number in lower case\n", digit);
  exit(1);
}

// Writes the bytes that a string has in hex. Returns their number; ends the program if they are no bytes or more than
// `most`.
static inline size_t json_bytes(const struct json *string, unsigned char *bytes, size_t most) {
  if (string->type != json_string || string->length % 2 != 0 || string->length / 2 > most) {
    fprintf(stderr, "'%s' should be at most %zu bytes in hex\n", string->name ? string->name : "", most);
    exit(1);
  }
  for (size_t i = 0; i < string->length / 2; i++) {
    bytes[i] = (unsigned char)(json_nibble(string->string[2 * i]) * 16 + json_nibble(string->string[2 * i + 1]));
  }
  return string->length / 2;
}

#endif
