// Builds vectors with the headers of generated/c and compares the bytes: vectors_c [FILE...], or the standard input.
// Each WQE is also built with less room than it needs, at an odd address, and copied into a ring at every place.
#include "verbatim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"

static uint64_t number(const struct json *values, const char *name) {
  return json_get(values, name, json_number)->number;
}

// Returns 1 if a step has this name, and arguments with these names, which have spaces between them.
static int is_step(const struct json *step, const char *call, const char *names) {
  const struct json *value = step->first->next->first;
  if (strcmp(step->first->string, call) != 0) return 0;
  for (; value != NULL && *names != '\0'; value = value->next) {
    const size_t length = strcspn(names, " ");
    if (strlen(value->name) != length || memcmp(value->name, names, length) != 0) return 0;
    names += length + (names[length] != '\0');
  }
  return value == NULL && *names == '\0';
}

// The chains of every vector, which a script writes.
#include "c_chains.h"

enum { ring_wqebbs = 32, ring_bytes = 32 * 64, most_values = 2000, longest_line = 1 << 16 };

// The byte that old WQEs have left everywhere.
static const uint8_t old_byte = 0xa5;

struct line {
  const char *text;
  const struct json *vector;
  uint8_t expected[VERBATIM_WQE_MAX_BYTES];
  size_t length;
};

static uint8_t ctrl_byte(const struct json *ctrl, const char *name) { return (uint8_t)number(ctrl, name); }

// Builds the WQE in `bytes` bytes at `at`. Returns its WQEBBs, or 0.
static uint32_t build(const struct json *vector, struct verbatim_wqe *wqe, uint8_t *at, size_t bytes) {
  const char *const transport = json_get(vector, "transport", json_string)->string;
  const char *const name = json_get(vector, "wqe", json_string)->string;
  const struct json *const ctrl = json_get(vector, "ctrl", json_object);
  const struct json *step = json_get(vector, "steps", json_array)->first;
  if (!begin(transport, wqe, at, bytes)) return 0;
  while (step != NULL && strcmp(step->first->string, verb_of(name)) != 0) {
    if (!transport_step(transport, wqe, step)) return 0;
    step = step->next;
  }
  if (step == NULL) return 0;
  step = take_verb(name, wqe, step);
  for (step = step->next; step != NULL; step = step->next) {
    if (!wqe_step(name, wqe, step)) return 0;
  }
  wqe->ctrl.fm = ctrl_byte(ctrl, "fm");
  wqe->ctrl.se = ctrl_byte(ctrl, "se");
  wqe->ctrl.dci_stream_channel_id = (uint16_t)number(ctrl, "dci_stream_channel_id");
  return verbatim_wqe_finish(wqe, (uint16_t)number(ctrl, "wqe_index"), (uint32_t)number(ctrl, "qpn"),
                             ctrl_byte(ctrl, "ce"));
}

static const char *complaint(const struct line *line) {
  // The memory behind the WQE is allocated to the byte, so that a sanitizer sees a store behind it.
  uint8_t *const memory = (uint8_t *)malloc(line->length + 1);
  const char *wrong = NULL;
  struct verbatim_wqe wqe;
  memset(memory, old_byte, line->length + 1);
  const uint32_t wqebbs = build(line->vector, &wqe, memory + 1, line->length);
  if (wqebbs != (line->length + VERBATIM_WQEBB - 1) / VERBATIM_WQEBB) {
    wrong = "the functions of C refuse it, or count other WQEBBs";
  } else if (memcmp(memory + 1, line->expected, line->length) != 0) {
    wrong = "the functions of C write other bytes";
  } else {
    uint8_t ring[ring_bytes];
    for (uint32_t pi = 0; pi < ring_wqebbs && wrong == NULL; pi++) {
      memset(ring, old_byte, sizeof ring);
      verbatim_ring_copy(ring, ring_wqebbs, pi, &wqe);
      for (size_t i = 0; i < sizeof ring; i++) {
        const uint8_t wanted = i < line->length ? line->expected[i] : old_byte;
        if (ring[(pi * VERBATIM_WQEBB + i) % sizeof ring] != wanted) wrong = "it is copied into the ring otherwise";
      }
    }
  }
  free(memory);
  return wrong;
}

static const char *complaint_without_room(const struct line *line) {
  const char *wrong = NULL;
  for (size_t bytes = 0; bytes < line->length && wrong == NULL; bytes += VERBATIM_OCTOWORD) {
    uint8_t *const memory = (uint8_t *)malloc(bytes + (bytes == 0));
    struct verbatim_wqe wqe;
    if (build(line->vector, &wqe, memory, bytes) != 0) wrong = "it fits into less room than it has bytes";
    if (wqe.error != VERBATIM_WQE_NO_ROOM) wrong = "too little room is another error";
    free(memory);
  }
  return wrong;
}

static const char *layout_complaint(const struct line *line) {
  const char *const kinds[] = {"segment", "cqe", "doorbell"};
  const struct json *const fields = json_get(line->vector, "fields", json_object);
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    const struct json *const name = json_find(line->vector, kinds[i]);
    uint8_t bytes[VERBATIM_WQE_MAX_BYTES];
    if (name == NULL) continue;
    if (!reads(name->string, fields, line->expected)) return "its fields are read otherwise";
    memset(bytes, old_byte, sizeof bytes);
    if (write_layout(name->string, fields, bytes) != line->length) return "it has another size";
    if (!reads(name->string, fields, bytes)) return "its fields are written otherwise";
    // Only devices write CQEs, and they use bits that have no name.
    if (i != 1 && memcmp(bytes, line->expected, line->length) != 0) return "other bytes are written";
    return NULL;
  }
  return "there is no such kind of line";
}

static const char *wrong_with(char *text, struct json *room, int with_rings) {
  struct line line;
  const char *wrong;
  line.vector = json_read(text, room, most_values);
  if (line.vector == NULL) return "it is no line of JSON, or has too many values";
  line.length = json_bytes(json_get(line.vector, "bytes", json_string), line.expected, sizeof line.expected);
  if (line.length == 0) return "it has no bytes";
  if (json_find(line.vector, "wqe") == NULL) return layout_complaint(&line);
  wrong = complaint(&line);
  return wrong != NULL || !with_rings ? wrong : complaint_without_room(&line);
}

static unsigned long compared, differ;

static void compare(const char *name, FILE *file, int with_rings) {
  static char text[longest_line];
  static struct json room[most_values];
  for (unsigned long number_of_line = 1; fgets(text, sizeof text, file) != NULL; number_of_line++) {
    text[strcspn(text, "\n")] = '\0';
    const char *const wrong = wrong_with(text, room, with_rings);
    compared++;
    if (wrong == NULL) continue;
    differ++;
    fprintf(stderr, "%s:%lu: %s\n", name, number_of_line, wrong);
  }
}

int main(int count, char **words) {
  if (count == 1) compare("standard input", stdin, 0);
  for (int i = 1; i < count; i++) {
    FILE *const file = fopen(words[i], "r");
    if (file == NULL) {
      perror(words[i]);
      return 1;
    }
    compare(words[i], file, 1);
    fclose(file);
  }
  printf("%lu vectors, %lu of them differ\n", compared, differ);
  return differ != 0 || compared == 0;
}
