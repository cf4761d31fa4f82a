/*
 * Loads a vkguide .tx or .mesh as an engine would: a header, JSON that is searched for a few keys, one LZ4 block or several.
 * Written from the description of the format alone; needs nothing but the C library. Prints sizes and FNV-1a 64 checksums.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Decodes an LZ4 block to exactly `size` bytes; 0 where it is malformed. */
static int lz4_decode(const uint8_t *in, size_t in_size, uint8_t *out, size_t size) {
  size_t at = 0, to = 0;
  for (;;) {
    size_t literals, length, offset, i;
    uint8_t token, more;
    if (at >= in_size) return 0;
    token = in[at++];
    literals = token >> 4;
    if (literals == 15) {
      do {
        if (at >= in_size) return 0;
        more = in[at++];
        literals += more;
      } while (more == 255);
    }
    if (literals > in_size - at || literals > size - to) return 0;
    memcpy(out + to, in + at, literals);
    at += literals;
    to += literals;
    if (at == in_size) return to == size;
    if (in_size - at < 2) return 0;
    offset = in[at] | (size_t)in[at + 1] << 8;
    at += 2;
    if (offset == 0 || offset > to) return 0;
    length = (token & 15) + 4;
    if ((token & 15) == 15) {
      do {
        if (at >= in_size) return 0;
        more = in[at++];
        length += more;
      } while (more == 255);
    }
    if (length > size - to) return 0;
    for (i = 0; i < length; i++, to++) out[to] = out[to - offset];
  }
}

static uint64_t fnv(const uint8_t *bytes, size_t size) {
  uint64_t hash = 0xcbf29ce484222325u;
  size_t i;
  for (i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 0x100000001b3u;
  return hash;
}

static uint32_t u32_at(const uint8_t *p) {
  return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void fail(const char *why) {
  fprintf(stderr, "%s\n", why);
  exit(1);
}

/* The text behind `"key":`, at or behind `json`; keys of these files hold nothing that needs escaping. */
static const char *value_of(const char *json, const char *key) {
  char quoted[64];
  const char *found;
  snprintf(quoted, sizeof quoted, "\"%s\":", key);
  found = strstr(json, quoted);
  return found == NULL ? NULL : found + strlen(quoted);
}

static size_t number_of(const char *json, const char *key) {
  const char *text = value_of(json, key);
  if (text == NULL) fail("a key is missing");
  return (size_t)strtoul(text, NULL, 10);
}

static int is_text(const char *json, const char *key, const char *wanted) {
  const char *text = value_of(json, key);
  return text != NULL && text[0] == '"' && strncmp(text + 1, wanted, strlen(wanted)) == 0 && text[1 + strlen(wanted)] == '"';
}

static uint8_t *unpack(const char *json, const uint8_t *stored, size_t stored_size, size_t size) {
  uint8_t *out = malloc(size + 1);
  if (out == NULL) fail("no memory");
  if (is_text(json, "compression", "LZ4")) {
    if (!lz4_decode(stored, stored_size, out, size)) fail("the LZ4 block is malformed");
  } else {
    if (stored_size != size) fail("the blob has another size");
    memcpy(out, stored, size);
  }
  return out;
}

static void load_texture(const char *json, const uint8_t *blob, size_t blob_size) {
  const char *page = value_of(json, "pages");
  size_t at = 0;
  if (page == NULL) {
    size_t width = number_of(json, "width"), height = number_of(json, "height");
    uint8_t *pixels = unpack(json, blob, blob_size, number_of(json, "buffer_size"));
    printf("texture %zu %zu %016" PRIx64 "\n", width, height, fnv(pixels, width * height * 4));
    free(pixels);
    return;
  }
  while ((page = strstr(page, "{")) != NULL) {
    size_t stored = number_of(page, "compressed_size"), size = number_of(page, "original_size");
    size_t width = number_of(page, "width"), height = number_of(page, "height");
    uint8_t *pixels;
    if (size != width * height * 4 || stored > blob_size - at) fail("a page does not fit");
    pixels = unpack(json, blob + at, stored, size);
    printf("page %zu %zu %016" PRIx64 "\n", width, height, fnv(pixels, size));
    free(pixels);
    at += stored;
    page++;
  }
  if (at != blob_size) fail("bytes follow the pages");
}

static void load_mesh(const char *json, const uint8_t *blob, size_t blob_size) {
  size_t vertex_size = number_of(json, "vertex_buffer_size"), index_bytes = number_of(json, "index_buffer_size");
  size_t stride = is_text(json, "vertex_format", "PNCV_F32") ? 44 : 28, i, k;
  uint8_t *data = unpack(json, blob, blob_size, vertex_size + index_bytes);
  const char *text = value_of(json, "bounds");
  double bounds[7];
  if (number_of(json, "index_size") != 4) fail("indices are not 32 bits wide");
  if (text == NULL) fail("bounds are missing");
  for (i = 0, text++; i < 7; i++) {
    char *end;
    bounds[i] = strtod(text, &end);
    text = end + 1;
  }
  for (i = 0; i < vertex_size; i += stride) {
    double squared = 0;
    for (k = 0; k < 3; k++) {
      float position;
      double from;
      uint32_t bits = u32_at(data + i + 4 * k);
      memcpy(&position, &bits, 4);
      from = position - bounds[k];
      squared += from * from;
      if (from > bounds[4 + k] * 1.00001 + 1e-6 || from < -bounds[4 + k] * 1.00001 - 1e-6) fail("a vertex is outside the box");
    }
    if (squared > bounds[3] * bounds[3] * 1.00002 + 1e-6) fail("a vertex is outside the sphere");
  }
  for (i = 0; i < index_bytes; i += 4)
    if (u32_at(data + vertex_size + i) >= vertex_size / stride) fail("an index is out of range");
  printf("mesh %zu %zu %016" PRIx64 " %016" PRIx64 "\n", vertex_size / stride, index_bytes / 4, fnv(data, vertex_size),
         fnv(data + vertex_size, index_bytes));
  free(data);
}

int main(int argc, char **argv) {
  int i;
  for (i = 1; i < argc; i++) {
    FILE *file = fopen(argv[i], "rb");
    uint8_t header[16], *blob;
    char *json;
    size_t json_size, blob_size;
    if (file == NULL || fread(header, 1, 16, file) != 16) fail("the header is missing");
    if (u32_at(header + 4) != 1) fail("not version 1");
    json_size = u32_at(header + 8);
    blob_size = u32_at(header + 12);
    json = calloc(json_size + 1, 1);
    blob = malloc(blob_size + 1);
    if (json == NULL || blob == NULL) fail("no memory");
    if (fread(json, 1, json_size, file) != json_size || fread(blob, 1, blob_size, file) != blob_size) fail("the file is cut off");
    if (fgetc(file) != EOF) fail("bytes follow the blob");
    fclose(file);
    if (memcmp(header, "TEXI", 4) == 0) load_texture(json, blob, blob_size);
    else if (memcmp(header, "MESH", 4) == 0) load_mesh(json, blob, blob_size);
    else fail("neither a texture nor a mesh");
    free(json);
    free(blob);
  }
  return 0;
}
