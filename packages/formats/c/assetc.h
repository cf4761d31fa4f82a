/*
 * assetc.h: the files that assetc writes, for C99 and C++.
 *
 * Generated from packages/formats/src by `npm run generate`; do not edit.
 * The formats are specified in docs/formats.
 *
 * How to use it: map a file into memory (or read it whole into memory that is aligned to 16 bytes, which malloc does),
 * check magic and version, then point the structs at the bytes. Nothing is parsed. Check every offset and count against
 * the file's size before you follow it, unless you trust who wrote the file: `assetc check` does it in full.
 *
 * Structs named Assetc... may be cast to where the format places them. Where it places them on odd addresses there is no
 * struct, only offsets and functions that copy a field out.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef ASSETC_H
#define ASSETC_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__)
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
#error "assetc files are little-endian; this header reads them in place and needs a little-endian machine"
#endif
#endif

/* C99 has no _Static_assert: an array of a negative size does not compile. */
#define ASSETC_ASSERT(name, condition) typedef char assetc_assert_##name[(condition) ? 1 : -1]

ASSETC_ASSERT(float_has_32_bits, sizeof(float) == 4);

#ifdef __cplusplus
extern "C" {
#endif

/* Readers for any address. Compilers turn each into one load. */
static inline uint8_t assetc_read_u8(const void *p) { return *(const unsigned char *)p; }
static inline uint16_t assetc_read_u16(const void *p) { uint16_t v; memcpy(&v, p, sizeof v); return v; }
static inline int16_t assetc_read_i16(const void *p) { int16_t v; memcpy(&v, p, sizeof v); return v; }
static inline uint32_t assetc_read_u32(const void *p) { uint32_t v; memcpy(&v, p, sizeof v); return v; }
static inline int32_t assetc_read_i32(const void *p) { int32_t v; memcpy(&v, p, sizeof v); return v; }
static inline uint64_t assetc_read_u64(const void *p) { uint64_t v; memcpy(&v, p, sizeof v); return v; }
static inline float assetc_read_f32(const void *p) { float v; memcpy(&v, p, sizeof v); return v; }

/*
 * hashRef: FNV-1a 64 over UTF-8 bytes, ASCII letters lowercased. Manifests, material slots and texture references hold
 * such hashes. `text` need not end with a zero.
 */
static inline uint64_t assetc_hash_ref(const char *text, size_t length) {
  uint64_t hash = UINT64_C(0xcbf29ce484222325);
  size_t i;
  for (i = 0; i < length; i++) {
    unsigned char byte = (unsigned char)text[i];
    if (byte >= 'A' && byte <= 'Z') byte = (unsigned char)(byte + ('a' - 'A'));
    hash = (hash ^ byte) * UINT64_C(0x100000001b3);
  }
  return hash;
}

/* ---- .hmesh, versions 2 and 1: meshes, laid out for the GPU. ---- */

#define ASSETC_HMESH_MAGIC UINT32_C(0x48534D48) /* The bytes HMSH. */
#define ASSETC_HMESH_VERSION UINT32_C(2) /* Current version. */
#define ASSETC_HMESH_VERSION_1 UINT32_C(1) /* For older engines. */
#define ASSETC_HMESH_CHUNK_ALIGNMENT UINT32_C(16) /* Every payload starts on a multiple of this. */
#define ASSETC_HMESH_FLAG_TANGENTS UINT32_C(1) /* MeshDesc.flags: tangents are valid. */
#define ASSETC_HMESH_NO_MATERIAL UINT32_C(0xFFFFFFFF) /* SubMesh.materialSlot of a submesh without material. */
#define ASSETC_HMESH_CHUNK_DESC UINT32_C(0x43534544) /* The bytes DESC. */
#define ASSETC_HMESH_CHUNK_BNDS UINT32_C(0x53444E42) /* The bytes BNDS. */
#define ASSETC_HMESH_CHUNK_VTXS UINT32_C(0x53585456) /* The bytes VTXS. */
#define ASSETC_HMESH_CHUNK_IDXS UINT32_C(0x53584449) /* The bytes IDXS. */
#define ASSETC_HMESH_CHUNK_MLET UINT32_C(0x54454C4D) /* The bytes MLET. */
#define ASSETC_HMESH_CHUNK_MLVR UINT32_C(0x52564C4D) /* The bytes MLVR. */
#define ASSETC_HMESH_CHUNK_MLTR UINT32_C(0x52544C4D) /* The bytes MLTR. */
#define ASSETC_HMESH_CHUNK_MLBN UINT32_C(0x4E424C4D) /* The bytes MLBN. */
#define ASSETC_HMESH_CHUNK_MTRL UINT32_C(0x4C52544D) /* The bytes MTRL. */
#define ASSETC_HMESH_CHUNK_SUBM UINT32_C(0x4D425553) /* The bytes SUBM. */
#define ASSETC_HMESH_CHUNK_SKIN UINT32_C(0x4E494B53) /* The bytes SKIN. */
#define ASSETC_HMESH_CHUNK_SKEL UINT32_C(0x4C454B53) /* The bytes SKEL. */
#define ASSETC_HMESH_CHUNK_LODI UINT32_C(0x49444F4C) /* The bytes LODI. */
#define ASSETC_HMESH_CHUNK_LODT UINT32_C(0x54444F4C) /* The bytes LODT. */
#define ASSETC_HMESH_CHUNK_NODE UINT32_C(0x45444F4E) /* The bytes NODE. */

/* Start of the file. */
typedef struct AssetcHmeshFileHeader {
  uint32_t magic; /* The bytes HMSH. */
  uint32_t version; /* 2, or 1 for older engines. */
  uint32_t chunkCount; /* Entries of the chunk table, which follows at once. */
  uint32_t flags; /* Zero. */
  uint64_t reserved0; /* Zero. */
  uint64_t reserved1; /* Zero. */
} AssetcHmeshFileHeader;
ASSETC_ASSERT(sizeof_AssetcHmeshFileHeader, sizeof(AssetcHmeshFileHeader) == 32);
ASSETC_ASSERT(AssetcHmeshFileHeader_magic, offsetof(AssetcHmeshFileHeader, magic) == 0);
ASSETC_ASSERT(AssetcHmeshFileHeader_version, offsetof(AssetcHmeshFileHeader, version) == 4);
ASSETC_ASSERT(AssetcHmeshFileHeader_chunkCount, offsetof(AssetcHmeshFileHeader, chunkCount) == 8);
ASSETC_ASSERT(AssetcHmeshFileHeader_flags, offsetof(AssetcHmeshFileHeader, flags) == 12);
ASSETC_ASSERT(AssetcHmeshFileHeader_reserved0, offsetof(AssetcHmeshFileHeader, reserved0) == 16);
ASSETC_ASSERT(AssetcHmeshFileHeader_reserved1, offsetof(AssetcHmeshFileHeader, reserved1) == 24);

/* One row of the chunk table. */
typedef struct AssetcHmeshChunkEntry {
  uint32_t fourcc; /* Four ASCII bytes in file order. */
  uint32_t flags; /* Zero. */
  uint64_t offset; /* From the start of the file; a multiple of 16. */
  uint64_t size; /* Payload bytes without padding. */
} AssetcHmeshChunkEntry;
ASSETC_ASSERT(sizeof_AssetcHmeshChunkEntry, sizeof(AssetcHmeshChunkEntry) == 24);
ASSETC_ASSERT(AssetcHmeshChunkEntry_fourcc, offsetof(AssetcHmeshChunkEntry, fourcc) == 0);
ASSETC_ASSERT(AssetcHmeshChunkEntry_flags, offsetof(AssetcHmeshChunkEntry, flags) == 4);
ASSETC_ASSERT(AssetcHmeshChunkEntry_offset, offsetof(AssetcHmeshChunkEntry, offset) == 8);
ASSETC_ASSERT(AssetcHmeshChunkEntry_size, offsetof(AssetcHmeshChunkEntry, size) == 16);

/* DESC: the only place for counts, stride and index width. */
typedef struct AssetcMeshDesc {
  uint32_t vertexCount; /* Vertices in VTXS (and SKIN). */
  uint32_t indexCount; /* Indices in IDXS. */
  uint32_t meshletCount; /* Meshlets in MLET and MLBN. */
  uint32_t submeshCount; /* Submeshes in SUBM. */
  uint32_t materialCount; /* Hashes in MTRL. */
  uint16_t vertexStride; /* Bytes of a vertex: 28. */
  uint8_t indexWidth; /* 2 when there are at most 65535 vertices, else 4. */
  uint8_t flags; /* Bit 0: tangents are valid. */
  uint32_t meshletMaxVerts; /* Limit the meshlets were built with: 64. */
  uint32_t meshletMaxTris; /* Limit the meshlets were built with: 124. */
} AssetcMeshDesc;
ASSETC_ASSERT(sizeof_AssetcMeshDesc, sizeof(AssetcMeshDesc) == 32);
ASSETC_ASSERT(AssetcMeshDesc_vertexCount, offsetof(AssetcMeshDesc, vertexCount) == 0);
ASSETC_ASSERT(AssetcMeshDesc_indexCount, offsetof(AssetcMeshDesc, indexCount) == 4);
ASSETC_ASSERT(AssetcMeshDesc_meshletCount, offsetof(AssetcMeshDesc, meshletCount) == 8);
ASSETC_ASSERT(AssetcMeshDesc_submeshCount, offsetof(AssetcMeshDesc, submeshCount) == 12);
ASSETC_ASSERT(AssetcMeshDesc_materialCount, offsetof(AssetcMeshDesc, materialCount) == 16);
ASSETC_ASSERT(AssetcMeshDesc_vertexStride, offsetof(AssetcMeshDesc, vertexStride) == 20);
ASSETC_ASSERT(AssetcMeshDesc_indexWidth, offsetof(AssetcMeshDesc, indexWidth) == 22);
ASSETC_ASSERT(AssetcMeshDesc_flags, offsetof(AssetcMeshDesc, flags) == 23);
ASSETC_ASSERT(AssetcMeshDesc_meshletMaxVerts, offsetof(AssetcMeshDesc, meshletMaxVerts) == 24);
ASSETC_ASSERT(AssetcMeshDesc_meshletMaxTris, offsetof(AssetcMeshDesc, meshletMaxTris) == 28);

/* BNDS: box and sphere around every vertex. */
typedef struct AssetcMeshBounds {
  float aabbMin[3]; /* Low corner of the box. */
  float aabbMax[3]; /* High corner of the box. */
  float sphereCenter[3]; /* The box's centre. */
  float sphereRadius; /* Largest distance of a vertex from the centre. */
} AssetcMeshBounds;
ASSETC_ASSERT(sizeof_AssetcMeshBounds, sizeof(AssetcMeshBounds) == 40);
ASSETC_ASSERT(AssetcMeshBounds_aabbMin, offsetof(AssetcMeshBounds, aabbMin) == 0);
ASSETC_ASSERT(AssetcMeshBounds_aabbMax, offsetof(AssetcMeshBounds, aabbMax) == 12);
ASSETC_ASSERT(AssetcMeshBounds_sphereCenter, offsetof(AssetcMeshBounds, sphereCenter) == 24);
ASSETC_ASSERT(AssetcMeshBounds_sphereRadius, offsetof(AssetcMeshBounds, sphereRadius) == 36);

/* VTXS: one vertex, ready for the GPU. */
typedef struct AssetcGpuVertex {
  float position[3]; /* R32G32B32_SFLOAT. */
  int16_t normal[2]; /* R16G16_SNORM, octahedral. */
  int16_t tangent[2]; /* R16G16_SINT, octahedral x 32767; bit 0 of x is set when handedness is negative. */
  float uv[2]; /* R32G32_SFLOAT, origin top left. */
} AssetcGpuVertex;
ASSETC_ASSERT(sizeof_AssetcGpuVertex, sizeof(AssetcGpuVertex) == 28);
ASSETC_ASSERT(AssetcGpuVertex_position, offsetof(AssetcGpuVertex, position) == 0);
ASSETC_ASSERT(AssetcGpuVertex_normal, offsetof(AssetcGpuVertex, normal) == 12);
ASSETC_ASSERT(AssetcGpuVertex_tangent, offsetof(AssetcGpuVertex, tangent) == 16);
ASSETC_ASSERT(AssetcGpuVertex_uv, offsetof(AssetcGpuVertex, uv) == 20);

/* MLET: one meshlet. */
typedef struct AssetcMeshlet {
  uint32_t vertexOffset; /* First entry in MLVR. */
  uint32_t vertexCount; /* Entries in MLVR, at most 64. */
  uint32_t triangleOffset; /* First triangle in MLTR, counted in triangles. */
  uint32_t triangleCount; /* Triangles in MLTR, at most 124. */
} AssetcMeshlet;
ASSETC_ASSERT(sizeof_AssetcMeshlet, sizeof(AssetcMeshlet) == 16);
ASSETC_ASSERT(AssetcMeshlet_vertexOffset, offsetof(AssetcMeshlet, vertexOffset) == 0);
ASSETC_ASSERT(AssetcMeshlet_vertexCount, offsetof(AssetcMeshlet, vertexCount) == 4);
ASSETC_ASSERT(AssetcMeshlet_triangleOffset, offsetof(AssetcMeshlet, triangleOffset) == 8);
ASSETC_ASSERT(AssetcMeshlet_triangleCount, offsetof(AssetcMeshlet, triangleCount) == 12);

/* MLBN: what culling needs of one meshlet. */
typedef struct AssetcMeshletBounds {
  float center[3]; /* Centre of the bounding sphere. */
  float radius; /* Its radius. */
  float coneAxis[3]; /* Axis of the cone of normals. */
  float coneCutoff; /* Cull when dot(center - eye, coneAxis) >= coneCutoff * |center - eye| + radius. */
} AssetcMeshletBounds;
ASSETC_ASSERT(sizeof_AssetcMeshletBounds, sizeof(AssetcMeshletBounds) == 32);
ASSETC_ASSERT(AssetcMeshletBounds_center, offsetof(AssetcMeshletBounds, center) == 0);
ASSETC_ASSERT(AssetcMeshletBounds_radius, offsetof(AssetcMeshletBounds, radius) == 12);
ASSETC_ASSERT(AssetcMeshletBounds_coneAxis, offsetof(AssetcMeshletBounds, coneAxis) == 16);
ASSETC_ASSERT(AssetcMeshletBounds_coneCutoff, offsetof(AssetcMeshletBounds, coneCutoff) == 28);

/* SUBM: one draw with one material. */
typedef struct AssetcSubMesh {
  uint32_t firstIndex; /* First index in IDXS; submeshes tile it in order. */
  uint32_t indexCount; /* A multiple of 3. */
  uint32_t firstMeshlet; /* First meshlet in MLET; submeshes tile it in order. */
  uint32_t meshletCount; /* Meshlets of this submesh. */
  uint32_t materialSlot; /* Into MTRL and the rows of the companion .hmat; 0xFFFFFFFF for none. */
  uint32_t baseVertex; /* Zero: indices are global. */
  float aabbMin[3]; /* Low corner of the box. */
  float aabbMax[3]; /* High corner of the box. */
  float sphereCenter[3]; /* The box's centre. */
  float sphereRadius; /* Largest distance of a vertex from the centre. */
} AssetcSubMesh;
ASSETC_ASSERT(sizeof_AssetcSubMesh, sizeof(AssetcSubMesh) == 64);
ASSETC_ASSERT(AssetcSubMesh_firstIndex, offsetof(AssetcSubMesh, firstIndex) == 0);
ASSETC_ASSERT(AssetcSubMesh_indexCount, offsetof(AssetcSubMesh, indexCount) == 4);
ASSETC_ASSERT(AssetcSubMesh_firstMeshlet, offsetof(AssetcSubMesh, firstMeshlet) == 8);
ASSETC_ASSERT(AssetcSubMesh_meshletCount, offsetof(AssetcSubMesh, meshletCount) == 12);
ASSETC_ASSERT(AssetcSubMesh_materialSlot, offsetof(AssetcSubMesh, materialSlot) == 16);
ASSETC_ASSERT(AssetcSubMesh_baseVertex, offsetof(AssetcSubMesh, baseVertex) == 20);
ASSETC_ASSERT(AssetcSubMesh_aabbMin, offsetof(AssetcSubMesh, aabbMin) == 24);
ASSETC_ASSERT(AssetcSubMesh_aabbMax, offsetof(AssetcSubMesh, aabbMax) == 36);
ASSETC_ASSERT(AssetcSubMesh_sphereCenter, offsetof(AssetcSubMesh, sphereCenter) == 48);
ASSETC_ASSERT(AssetcSubMesh_sphereRadius, offsetof(AssetcSubMesh, sphereRadius) == 60);

/* SKIN: the joints of one vertex. */
typedef struct AssetcGpuSkinVertex {
  uint16_t joints[4]; /* R16G16B16A16_UINT, into SKEL. */
  float weights[4]; /* R32G32B32A32_SFLOAT, sum 1. */
} AssetcGpuSkinVertex;
ASSETC_ASSERT(sizeof_AssetcGpuSkinVertex, sizeof(AssetcGpuSkinVertex) == 24);
ASSETC_ASSERT(AssetcGpuSkinVertex_joints, offsetof(AssetcGpuSkinVertex, joints) == 0);
ASSETC_ASSERT(AssetcGpuSkinVertex_weights, offsetof(AssetcGpuSkinVertex, weights) == 8);

/* SKEL: one joint. */
typedef struct AssetcGpuJoint {
  float inverseBind[16]; /* Column-major. */
  float bindT[3]; /* Translation of the bind pose, relative to the parent. */
  float bindR[4]; /* Rotation, x y z w. */
  float bindS[3]; /* Scale. */
  int32_t parent; /* Joint index, -1 for a root. */
  uint32_t pad; /* Zero. */
} AssetcGpuJoint;
ASSETC_ASSERT(sizeof_AssetcGpuJoint, sizeof(AssetcGpuJoint) == 112);
ASSETC_ASSERT(AssetcGpuJoint_inverseBind, offsetof(AssetcGpuJoint, inverseBind) == 0);
ASSETC_ASSERT(AssetcGpuJoint_bindT, offsetof(AssetcGpuJoint, bindT) == 64);
ASSETC_ASSERT(AssetcGpuJoint_bindR, offsetof(AssetcGpuJoint, bindR) == 76);
ASSETC_ASSERT(AssetcGpuJoint_bindS, offsetof(AssetcGpuJoint, bindS) == 92);
ASSETC_ASSERT(AssetcGpuJoint_parent, offsetof(AssetcGpuJoint, parent) == 104);
ASSETC_ASSERT(AssetcGpuJoint_pad, offsetof(AssetcGpuJoint, pad) == 108);

/* NODE: a placement, in pre-order. */
typedef struct AssetcSceneNode {
  float local[16]; /* Column-major matrix, relative to the parent. */
  int32_t parent; /* Node index, -1 for a root. */
  uint32_t firstSubmesh; /* First submesh of the node's mesh; nodes may share a range. */
  uint32_t submeshCount; /* 0: no mesh. */
  uint32_t pad; /* Zero. */
  uint64_t nameHash; /* hashRef of the node's name, 0 if unnamed. */
} AssetcSceneNode;
ASSETC_ASSERT(sizeof_AssetcSceneNode, sizeof(AssetcSceneNode) == 88);
ASSETC_ASSERT(AssetcSceneNode_local, offsetof(AssetcSceneNode, local) == 0);
ASSETC_ASSERT(AssetcSceneNode_parent, offsetof(AssetcSceneNode, parent) == 64);
ASSETC_ASSERT(AssetcSceneNode_firstSubmesh, offsetof(AssetcSceneNode, firstSubmesh) == 68);
ASSETC_ASSERT(AssetcSceneNode_submeshCount, offsetof(AssetcSceneNode, submeshCount) == 72);
ASSETC_ASSERT(AssetcSceneNode_pad, offsetof(AssetcSceneNode, pad) == 76);
ASSETC_ASSERT(AssetcSceneNode_nameHash, offsetof(AssetcSceneNode, nameHash) == 80);

/* LODT: MeshLod[submeshCount][lodCount] follows. */
typedef struct AssetcLodTableHeader {
  uint32_t lodCount; /* Reduced levels of each submesh. */
  uint32_t submeshCount; /* As in DESC. */
} AssetcLodTableHeader;
ASSETC_ASSERT(sizeof_AssetcLodTableHeader, sizeof(AssetcLodTableHeader) == 8);
ASSETC_ASSERT(AssetcLodTableHeader_lodCount, offsetof(AssetcLodTableHeader, lodCount) == 0);
ASSETC_ASSERT(AssetcLodTableHeader_submeshCount, offsetof(AssetcLodTableHeader, submeshCount) == 4);

/* LODT: where one reduced level of one submesh lies. */
typedef struct AssetcMeshLod {
  uint32_t firstIndex; /* Into LODI. */
  uint32_t indexCount; /* A multiple of 3; 0: stalled, reuse the previous level. */
} AssetcMeshLod;
ASSETC_ASSERT(sizeof_AssetcMeshLod, sizeof(AssetcMeshLod) == 8);
ASSETC_ASSERT(AssetcMeshLod_firstIndex, offsetof(AssetcMeshLod, firstIndex) == 0);
ASSETC_ASSERT(AssetcMeshLod_indexCount, offsetof(AssetcMeshLod, indexCount) == 4);

/* VTXS of version 1 begins with this. */
typedef struct AssetcVerticesPreludeV1 {
  uint32_t count; /* Vertices that follow. */
  uint32_t stride; /* Bytes of a vertex: 36. */
} AssetcVerticesPreludeV1;
ASSETC_ASSERT(sizeof_AssetcVerticesPreludeV1, sizeof(AssetcVerticesPreludeV1) == 8);
ASSETC_ASSERT(AssetcVerticesPreludeV1_count, offsetof(AssetcVerticesPreludeV1, count) == 0);
ASSETC_ASSERT(AssetcVerticesPreludeV1_stride, offsetof(AssetcVerticesPreludeV1, stride) == 4);

/* IDXS of version 1 begins with this. */
typedef struct AssetcIndicesPreludeV1 {
  uint32_t count; /* Indices that follow. */
  uint32_t size; /* Bytes of an index: 2 or 4. */
} AssetcIndicesPreludeV1;
ASSETC_ASSERT(sizeof_AssetcIndicesPreludeV1, sizeof(AssetcIndicesPreludeV1) == 8);
ASSETC_ASSERT(AssetcIndicesPreludeV1_count, offsetof(AssetcIndicesPreludeV1, count) == 0);
ASSETC_ASSERT(AssetcIndicesPreludeV1_size, offsetof(AssetcIndicesPreludeV1, size) == 4);

/* MTRL of version 1 begins with this. */
typedef struct AssetcMaterialsPreludeV1 {
  uint32_t count; /* Hashes that follow, u64 each: misaligned, copy them. */
} AssetcMaterialsPreludeV1;
ASSETC_ASSERT(sizeof_AssetcMaterialsPreludeV1, sizeof(AssetcMaterialsPreludeV1) == 4);
ASSETC_ASSERT(AssetcMaterialsPreludeV1_count, offsetof(AssetcMaterialsPreludeV1, count) == 0);

/* VTXS of version 1: one vertex. */
typedef struct AssetcGpuVertexV1 {
  float position[3]; /* R32G32B32_SFLOAT. */
  int16_t normal[4]; /* [0..1] octahedral SNORM, [2..3] zero. */
  int16_t tangent[4]; /* [0..1] octahedral with the handedness bit, [2..3] zero. */
  float uv[2]; /* R32G32_SFLOAT, origin top left. */
} AssetcGpuVertexV1;
ASSETC_ASSERT(sizeof_AssetcGpuVertexV1, sizeof(AssetcGpuVertexV1) == 36);
ASSETC_ASSERT(AssetcGpuVertexV1_position, offsetof(AssetcGpuVertexV1, position) == 0);
ASSETC_ASSERT(AssetcGpuVertexV1_normal, offsetof(AssetcGpuVertexV1, normal) == 12);
ASSETC_ASSERT(AssetcGpuVertexV1_tangent, offsetof(AssetcGpuVertexV1, tangent) == 20);
ASSETC_ASSERT(AssetcGpuVertexV1_uv, offsetof(AssetcGpuVertexV1, uv) == 28);

/* ---- .hmat, version 1: a table of materials. ---- */

#define ASSETC_HMAT_MAGIC UINT32_C(0x54414D48) /* The bytes HMAT. */
#define ASSETC_HMAT_VERSION UINT32_C(1) /* Current version. */
#define ASSETC_HMAT_FLAG_DOUBLE_SIDED UINT32_C(1) /* HmatRow.flags. */
#define ASSETC_HMAT_ALPHA_MODE_SHIFT UINT32_C(1) /* HmatRow.flags: shift of the alpha mode. */
#define ASSETC_HMAT_ALPHA_MODE_MASK UINT32_C(6) /* HmatRow.flags: bits of the alpha mode. */
#define ASSETC_HMAT_ALPHA_OPAQUE UINT32_C(0) /* Alpha mode 0, after the shift. */
#define ASSETC_HMAT_ALPHA_MASK UINT32_C(1) /* Alpha mode 1, after the shift. */
#define ASSETC_HMAT_ALPHA_BLEND UINT32_C(2) /* Alpha mode 2, after the shift. */

/* Start of the file; the rows follow at once. */
typedef struct AssetcHmatHeader {
  uint32_t magic; /* The bytes HMAT. */
  uint32_t version; /* 1. */
  uint32_t count; /* Rows; the file has exactly 16 + 96 * count bytes. */
  uint32_t flags; /* Zero. */
} AssetcHmatHeader;
ASSETC_ASSERT(sizeof_AssetcHmatHeader, sizeof(AssetcHmatHeader) == 16);
ASSETC_ASSERT(AssetcHmatHeader_magic, offsetof(AssetcHmatHeader, magic) == 0);
ASSETC_ASSERT(AssetcHmatHeader_version, offsetof(AssetcHmatHeader, version) == 4);
ASSETC_ASSERT(AssetcHmatHeader_count, offsetof(AssetcHmatHeader, count) == 8);
ASSETC_ASSERT(AssetcHmatHeader_flags, offsetof(AssetcHmatHeader, flags) == 12);

/* One material; row i belongs to materialSlot i. */
typedef struct AssetcHmatRow {
  float baseColorFactor[4]; /* Linear RGBA. */
  float emissiveFactor[3]; /* Linear RGB. */
  float metallicFactor; /* As glTF has it. */
  float roughnessFactor; /* As glTF has it. */
  float normalScale; /* As glTF has it. */
  float occlusionStrength; /* As glTF has it. */
  float alphaCutoff; /* For alpha mode 1. */
  uint32_t flags; /* Bit 0: double-sided. Bits 1-2: alpha mode, 0 opaque, 1 mask, 2 blend. */
  uint32_t pad; /* Zero. */
  uint64_t baseColorTex; /* Texture ref, 0 for none. */
  uint64_t metallicRoughnessTex; /* Texture ref, 0 for none. Metallic in B, roughness in G. */
  uint64_t normalTex; /* Texture ref, 0 for none. X in R, Y in G. */
  uint64_t occlusionTex; /* Texture ref, 0 for none. Occlusion in R. */
  uint64_t emissiveTex; /* Texture ref, 0 for none. */
} AssetcHmatRow;
ASSETC_ASSERT(sizeof_AssetcHmatRow, sizeof(AssetcHmatRow) == 96);
ASSETC_ASSERT(AssetcHmatRow_baseColorFactor, offsetof(AssetcHmatRow, baseColorFactor) == 0);
ASSETC_ASSERT(AssetcHmatRow_emissiveFactor, offsetof(AssetcHmatRow, emissiveFactor) == 16);
ASSETC_ASSERT(AssetcHmatRow_metallicFactor, offsetof(AssetcHmatRow, metallicFactor) == 28);
ASSETC_ASSERT(AssetcHmatRow_roughnessFactor, offsetof(AssetcHmatRow, roughnessFactor) == 32);
ASSETC_ASSERT(AssetcHmatRow_normalScale, offsetof(AssetcHmatRow, normalScale) == 36);
ASSETC_ASSERT(AssetcHmatRow_occlusionStrength, offsetof(AssetcHmatRow, occlusionStrength) == 40);
ASSETC_ASSERT(AssetcHmatRow_alphaCutoff, offsetof(AssetcHmatRow, alphaCutoff) == 44);
ASSETC_ASSERT(AssetcHmatRow_flags, offsetof(AssetcHmatRow, flags) == 48);
ASSETC_ASSERT(AssetcHmatRow_pad, offsetof(AssetcHmatRow, pad) == 52);
ASSETC_ASSERT(AssetcHmatRow_baseColorTex, offsetof(AssetcHmatRow, baseColorTex) == 56);
ASSETC_ASSERT(AssetcHmatRow_metallicRoughnessTex, offsetof(AssetcHmatRow, metallicRoughnessTex) == 64);
ASSETC_ASSERT(AssetcHmatRow_normalTex, offsetof(AssetcHmatRow, normalTex) == 72);
ASSETC_ASSERT(AssetcHmatRow_occlusionTex, offsetof(AssetcHmatRow, occlusionTex) == 80);
ASSETC_ASSERT(AssetcHmatRow_emissiveTex, offsetof(AssetcHmatRow, emissiveTex) == 88);

/* ---- .hanim, version 1: animation clips of a skeleton. ---- */

#define ASSETC_HANIM_MAGIC UINT32_C(0x4D4E4148) /* The bytes HANM. */
#define ASSETC_HANIM_VERSION UINT32_C(1) /* Current version. */
#define ASSETC_HANIM_PATH_TRANSLATION UINT32_C(0) /* HanimChannel.path: translation. */
#define ASSETC_HANIM_PATH_ROTATION UINT32_C(1) /* HanimChannel.path: rotation. */
#define ASSETC_HANIM_PATH_SCALE UINT32_C(2) /* HanimChannel.path: scale. */
#define ASSETC_HANIM_INTERP_STEP UINT32_C(0) /* HanimChannel.interp: STEP. */
#define ASSETC_HANIM_INTERP_LINEAR UINT32_C(1) /* HanimChannel.interp: LINEAR. */

/* Start of the file; the clips follow at once. */
typedef struct AssetcHanimHeader {
  uint32_t magic; /* The bytes HANM. */
  uint32_t version; /* 1. */
  uint32_t clipCount; /* Clips. */
  uint32_t reserved; /* Zero. */
} AssetcHanimHeader;
ASSETC_ASSERT(sizeof_AssetcHanimHeader, sizeof(AssetcHanimHeader) == 16);
ASSETC_ASSERT(AssetcHanimHeader_magic, offsetof(AssetcHanimHeader, magic) == 0);
ASSETC_ASSERT(AssetcHanimHeader_version, offsetof(AssetcHanimHeader, version) == 4);
ASSETC_ASSERT(AssetcHanimHeader_clipCount, offsetof(AssetcHanimHeader, clipCount) == 8);
ASSETC_ASSERT(AssetcHanimHeader_reserved, offsetof(AssetcHanimHeader, reserved) == 12);

/* Start of a clip; the name follows. Misaligned in files: read it field by field. */
#define ASSETC_HANIM_CLIP_NAME_SIZE 2u
#define ASSETC_HANIM_CLIP_NAME_NAME_LEN_OFFSET 0u /* UTF-8 bytes of the name. */
static inline uint16_t assetc_hanim_clip_name_name_len(const void *p) { return assetc_read_u16((const unsigned char *)p + ASSETC_HANIM_CLIP_NAME_NAME_LEN_OFFSET); }

/* Behind the name; the channels follow. Misaligned in files: read it field by field. */
#define ASSETC_HANIM_CLIP_SIZE 8u
#define ASSETC_HANIM_CLIP_DURATION_OFFSET 0u /* Largest key time, 0 where there are no keys. */
#define ASSETC_HANIM_CLIP_CHANNEL_COUNT_OFFSET 4u /* Channels. */
static inline float assetc_hanim_clip_duration(const void *p) { return assetc_read_f32((const unsigned char *)p + ASSETC_HANIM_CLIP_DURATION_OFFSET); }
static inline uint32_t assetc_hanim_clip_channel_count(const void *p) { return assetc_read_u32((const unsigned char *)p + ASSETC_HANIM_CLIP_CHANNEL_COUNT_OFFSET); }

/* Start of a channel; its keys follow. Misaligned in files: read it field by field. */
#define ASSETC_HANIM_CHANNEL_SIZE 12u
#define ASSETC_HANIM_CHANNEL_JOINT_OFFSET 0u /* Into SKEL of the companion .hmesh. */
#define ASSETC_HANIM_CHANNEL_PATH_OFFSET 4u /* 0 translation, 1 rotation (x y z w), 2 scale. */
#define ASSETC_HANIM_CHANNEL_INTERP_OFFSET 5u /* 0 STEP, 1 LINEAR. */
#define ASSETC_HANIM_CHANNEL_COMPONENTS_OFFSET 6u /* 3, or 4 for rotation. */
#define ASSETC_HANIM_CHANNEL_PAD_OFFSET 7u /* Zero. */
#define ASSETC_HANIM_CHANNEL_KEY_COUNT_OFFSET 8u /* Keys of 4 + 4 * components bytes: time f32, value f32[components]. */
static inline uint32_t assetc_hanim_channel_joint(const void *p) { return assetc_read_u32((const unsigned char *)p + ASSETC_HANIM_CHANNEL_JOINT_OFFSET); }
static inline uint8_t assetc_hanim_channel_path(const void *p) { return assetc_read_u8((const unsigned char *)p + ASSETC_HANIM_CHANNEL_PATH_OFFSET); }
static inline uint8_t assetc_hanim_channel_interp(const void *p) { return assetc_read_u8((const unsigned char *)p + ASSETC_HANIM_CHANNEL_INTERP_OFFSET); }
static inline uint8_t assetc_hanim_channel_components(const void *p) { return assetc_read_u8((const unsigned char *)p + ASSETC_HANIM_CHANNEL_COMPONENTS_OFFSET); }
static inline uint8_t assetc_hanim_channel_pad(const void *p) { return assetc_read_u8((const unsigned char *)p + ASSETC_HANIM_CHANNEL_PAD_OFFSET); }
static inline uint32_t assetc_hanim_channel_key_count(const void *p) { return assetc_read_u32((const unsigned char *)p + ASSETC_HANIM_CHANNEL_KEY_COUNT_OFFSET); }

/*
 * The payload of a chunk of a .hmesh that lies at `file` with `size` bytes, or NULL where the file is no .hmesh, has no
 * such chunk, or the chunk does not lie inside it. `file` must be aligned to 8 bytes.
 */
static inline const void *assetc_hmesh_chunk(const void *file, size_t size, uint32_t fourcc, size_t *payload_size) {
  const unsigned char *bytes = (const unsigned char *)file;
  const AssetcHmeshFileHeader *header = (const AssetcHmeshFileHeader *)file;
  const AssetcHmeshChunkEntry *entries;
  uint32_t i;
  if (size < sizeof *header || header->magic != ASSETC_HMESH_MAGIC) return NULL;
  if (header->chunkCount > (size - sizeof *header) / sizeof *entries) return NULL;
  entries = (const AssetcHmeshChunkEntry *)(const void *)(bytes + sizeof *header);
  for (i = 0; i < header->chunkCount; i++) {
    if (entries[i].fourcc != fourcc) continue;
    if (entries[i].offset % ASSETC_HMESH_CHUNK_ALIGNMENT != 0) return NULL;
    if (entries[i].offset > size || entries[i].size > size - entries[i].offset) return NULL;
    if (payload_size != NULL) *payload_size = (size_t)entries[i].size;
    return bytes + entries[i].offset;
  }
  return NULL;
}

#ifdef __cplusplus
}
#endif

#endif /* ASSETC_H */
