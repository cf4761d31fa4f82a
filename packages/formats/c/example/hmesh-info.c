/*
 * Prints the counts and bounds of a .hmesh that it maps into memory: nothing is parsed, nothing is copied.
 *
 *   cc -std=c99 -I packages/formats/c packages/formats/c/example/hmesh-info.c -o hmesh-info && ./hmesh-info chair.hmesh
 */
#define _POSIX_C_SOURCE 200809L

#include "assetc.h"

#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static int fail(const char *path, const char *why) {
  fprintf(stderr, "%s: %s\n", path, why);
  return 1;
}

/* A chunk that must be there and hold exactly `count` elements of `size` bytes. */
static const void *rows(const void *file, size_t length, uint32_t fourcc, size_t count, size_t size) {
  size_t bytes;
  const void *payload = assetc_hmesh_chunk(file, length, fourcc, &bytes);
  return payload != NULL && bytes / size == count && bytes % size == 0 ? payload : NULL;
}

static int print(const char *path, const void *file, size_t length) {
  const AssetcHmeshFileHeader *header = (const AssetcHmeshFileHeader *)file;
  const AssetcMeshDesc *desc;
  const AssetcMeshBounds *bounds;
  const AssetcGpuVertex *vertices;
  const AssetcSubMesh *submeshes;
  const uint64_t *materials;
  const void *joints;
  size_t joint_bytes = 0;
  uint32_t i;

  if (length < sizeof *header || header->magic != ASSETC_HMESH_MAGIC) return fail(path, "not a .hmesh");
  if (header->version != ASSETC_HMESH_VERSION) return fail(path, "not version 2");
  desc = (const AssetcMeshDesc *)rows(file, length, ASSETC_HMESH_CHUNK_DESC, 1, sizeof *desc);
  bounds = (const AssetcMeshBounds *)rows(file, length, ASSETC_HMESH_CHUNK_BNDS, 1, sizeof *bounds);
  if (desc == NULL || bounds == NULL) return fail(path, "DESC or BNDS is missing");
  vertices = (const AssetcGpuVertex *)rows(file, length, ASSETC_HMESH_CHUNK_VTXS, desc->vertexCount, sizeof *vertices);
  submeshes = (const AssetcSubMesh *)rows(file, length, ASSETC_HMESH_CHUNK_SUBM, desc->submeshCount, sizeof *submeshes);
  materials = (const uint64_t *)rows(file, length, ASSETC_HMESH_CHUNK_MTRL, desc->materialCount, sizeof *materials);
  if (vertices == NULL || submeshes == NULL || materials == NULL) return fail(path, "a chunk disagrees with DESC");
  joints = assetc_hmesh_chunk(file, length, ASSETC_HMESH_CHUNK_SKEL, &joint_bytes);

  printf("vertices %" PRIu32 "\n", desc->vertexCount);
  printf("triangles %" PRIu32 "\n", desc->indexCount / 3);
  printf("meshlets %" PRIu32 "\n", desc->meshletCount);
  printf("joints %zu\n", joints == NULL ? (size_t)0 : joint_bytes / sizeof(AssetcGpuJoint));
  printf("tangents %s\n", desc->flags & ASSETC_HMESH_FLAG_TANGENTS ? "yes" : "no");
  printf("min %g %g %g\n", bounds->aabbMin[0], bounds->aabbMin[1], bounds->aabbMin[2]);
  printf("max %g %g %g\n", bounds->aabbMax[0], bounds->aabbMax[1], bounds->aabbMax[2]);
  for (i = 0; i < desc->submeshCount; i++) {
    printf("submesh %" PRIu32 ": %" PRIu32 " indices, ", i, submeshes[i].indexCount);
    if (submeshes[i].materialSlot == ASSETC_HMESH_NO_MATERIAL) printf("no material\n");
    else if (submeshes[i].materialSlot >= desc->materialCount) return fail(path, "a material slot is out of range");
    else printf("material %016" PRIx64 "\n", materials[submeshes[i].materialSlot]);
  }
  if (desc->vertexCount > 0) printf("first uv %g %g\n", vertices[0].uv[0], vertices[0].uv[1]);
  return 0;
}

int main(int argc, char **argv) {
  struct stat info;
  void *file;
  int fd, status;
  if (argc != 2) {
    fprintf(stderr, "usage: hmesh-info <file.hmesh>\n");
    return 2;
  }
  fd = open(argv[1], O_RDONLY);
  if (fd < 0 || fstat(fd, &info) != 0) return fail(argv[1], "cannot be opened");
  if (info.st_size == 0) return fail(argv[1], "empty");
  file = mmap(NULL, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  close(fd);
  if (file == MAP_FAILED) return fail(argv[1], "cannot be mapped");
  status = print(argv[1], file, (size_t)info.st_size);
  munmap(file, (size_t)info.st_size);
  return status;
}
