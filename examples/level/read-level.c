/* Reads a compiled level in place: the file is the data structure (little-endian machines, memory aligned to 8 bytes). */
#include <stddef.h>
#include <stdint.h>

typedef struct {
  uint64_t mesh; /* keys of the manifest */
  float at[3];
  float turn; /* degrees */
  uint64_t texture; /* 0 keeps the textures of the mesh */
} level_thing;

typedef struct {
  uint32_t magic; /* "LEVL" */
  uint32_t version; /* 1 */
  uint64_t ground;
  uint32_t thing_count;
  uint32_t zero;
} level_header;

_Static_assert(sizeof(level_header) == 24 && sizeof(level_thing) == 32, "as the plug-in writes them");

/* The header, with the things behind it (`(const level_thing *)(header + 1)`); NULL if the bytes are not a level. */
const level_header *level_open(const void *bytes, size_t size) {
  const level_header *header = bytes;
  if (size < sizeof *header || header->magic != 0x4c56454cu || header->version != 1) return NULL;
  if ((size - sizeof *header) / sizeof(level_thing) != header->thing_count) return NULL;
  return (size - sizeof *header) % sizeof(level_thing) == 0 ? header : NULL;
}
