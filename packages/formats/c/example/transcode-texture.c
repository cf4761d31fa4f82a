/*
 * Transcodes every level of a UASTC texture and writes the blocks one after another, the largest level first: what a program
 * would hand to glCompressedTexSubImage2D or copy into a staging buffer.
 *
 *   cc -std=c99 -O2 -I packages/formats/c packages/formats/c/example/transcode-texture.c -o transcode-texture -lm
 *   ./transcode-texture chair.ktx2 bc7 chair.bc7
 *
 * Levels packed with Zstandard need its library: see `decompress` below.
 */
#define ASSETC_IMPLEMENTATION
#include "assetc.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static int fail(const char *path, const char *why) {
  fprintf(stderr, "%s: %s\n", path, why);
  return 1;
}

/* With libzstd: return ZSTD_decompress(out, outSize, in, inSize). */
static size_t decompress(void *user, uint32_t scheme, void *out, size_t outSize, const void *in, size_t inSize) {
  (void)user, (void)scheme, (void)out, (void)outSize, (void)in, (void)inSize;
  return 0;
}

static int find_target(const char *name, AssetcTarget *target) {
  static const char *const names[] = {
    "rgba8", "astc-4x4", "bc7", "bc1", "bc3", "bc4", "bc5", "bc5-ra", "etc2-rgb", "etc2-rgba", "eac-r11", "eac-rg11",
    "eac-rg11-ra"
  };
  size_t i;
  for (i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strcmp(name, names[i]) == 0) {
      *target = (AssetcTarget)i;
      return 1;
    }
  return 0;
}

static unsigned char *read_whole(const char *path, size_t *size) {
  FILE *file = fopen(path, "rb");
  unsigned char *bytes = NULL;
  long length;
  if (file == NULL) return NULL;
  if (fseek(file, 0, SEEK_END) == 0 && (length = ftell(file)) >= 0 && fseek(file, 0, SEEK_SET) == 0) {
    *size = (size_t)length;
    bytes = (unsigned char *)malloc(*size + 1);
    if (bytes != NULL && fread(bytes, 1, *size, file) != *size) {
      free(bytes);
      bytes = NULL;
    }
  }
  fclose(file);
  return bytes;
}

/* The buffers are as large as level 0 needs them: every other level is smaller. */
static int write_levels(
  const char *path, const AssetcTexture *texture, AssetcTarget target, unsigned char *blocks, unsigned char *made, FILE *out
) {
  uint32_t i;
  for (i = 0; i < texture->levelCount; i++) {
    AssetcTextureLevel level = assetc_texture_level(texture, i);
    uint32_t images = level.layers * level.faces;
    size_t size = assetc_transcode_level_size(level.width, level.height, images, target);
    AssetcError error;
    if (!assetc_texture_read_level(texture, i, blocks, level.size, decompress, NULL, &error))
      return fail(path, "a level cannot be decompressed without Zstandard");
    if (assetc_transcode_level(blocks, level.size, level.width, level.height, images, target, made, size) != ASSETC_OK)
      return fail(path, "a level is too short");
    if (fwrite(made, 1, size, out) != size) return fail(path, "cannot be written");
    printf("level %" PRIu32 ": %" PRIu32 " x %" PRIu32 ", %zu bytes\n", i, level.width, level.height, size);
  }
  return 0;
}

int main(int argc, char **argv) {
  AssetcTexture texture;
  AssetcTextureLevel largest;
  AssetcTarget target;
  AssetcError error;
  unsigned char *file, *blocks, *made;
  size_t size;
  FILE *out;
  int status;
  if (argc != 4 || !find_target(argv[2], &target)) return fail("usage", "transcode-texture <texture.ktx2> <target> <out>");
  file = read_whole(argv[1], &size);
  if (file == NULL) return fail(argv[1], "cannot be read");
  if (!assetc_texture_open(&texture, file, size, &error)) return fail(argv[1], assetc_error_name(error.code));
  if (texture.colorModel != ASSETC_KTX2_MODEL_UASTC) return fail(argv[1], "is not UASTC");
  largest = assetc_texture_level(&texture, 0);
  blocks = (unsigned char *)malloc(largest.size);
  made = (unsigned char *)malloc(
    assetc_transcode_level_size(largest.width, largest.height, largest.layers * largest.faces, target)
  );
  out = fopen(argv[3], "wb");
  if (blocks == NULL || made == NULL || out == NULL) return fail(argv[3], "cannot be written");
  status = write_levels(argv[1], &texture, target, blocks, made, out);
  fclose(out);
  free(made);
  free(blocks);
  free(file);
  return status;
}
