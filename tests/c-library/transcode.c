/* Transcodes levels of UASTC for a test: transcode <width> <height> <images> <in> <out>. Every target in the order of AssetcTarget. */
#define ASSETC_IMPLEMENTATION
#include "assetc.h"

#include <stdio.h>
#include <stdlib.h>

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

int main(int argc, char **argv) {
  uint32_t width, height, images;
  size_t size;
  unsigned char *in;
  FILE *out;
  int target, good = 1;
  if (argc != 6) return 2;
  width = (uint32_t)strtoul(argv[1], NULL, 10);
  height = (uint32_t)strtoul(argv[2], NULL, 10);
  images = (uint32_t)strtoul(argv[3], NULL, 10);
  in = read_whole(argv[4], &size);
  out = fopen(argv[5], "wb");
  if (in == NULL || out == NULL) return 2;
  for (target = ASSETC_TARGET_RGBA8; target <= ASSETC_TARGET_BC6H; target++) {
    AssetcTarget to = (AssetcTarget)target;
    size_t made = assetc_transcode_level_size(width, height, images, to);
    unsigned char *blocks = (unsigned char *)malloc(made + 1);
    if (blocks == NULL) return 2;
    if (assetc_transcode_level(in, size, width, height, images, to, blocks, made - 1) != ASSETC_ERROR_MEMORY) good = 0;
    if (assetc_transcode_level(in, size - 1, width, height, images, to, blocks, made) != ASSETC_ERROR_TRUNCATED) good = 0;
    if (assetc_transcode_level(in, size, width, height, images, to, blocks, made) != ASSETC_OK) good = 0;
    if (fwrite(blocks, 1, made, out) != made) good = 0;
    free(blocks);
  }
  free(in);
  fclose(out);
  return good ? 0 : 1;
}
