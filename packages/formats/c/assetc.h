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
#define ASSETC_HMESH_COLOR_UNORM8 UINT32_C(0) /* ColorHeader.format: unorm8. */
#define ASSETC_HMESH_COLOR_UNORM16 UINT32_C(1) /* ColorHeader.format: unorm16. */
#define ASSETC_HMESH_COLOR_FLOAT16 UINT32_C(2) /* ColorHeader.format: float16. */
#define ASSETC_HMESH_MORPH_NORMALS UINT32_C(1) /* MorphTarget.flags: there are normal deltas. */
#define ASSETC_HMESH_MORPH_TANGENTS UINT32_C(2) /* MorphTarget.flags: there are tangent deltas. */
#define ASSETC_HMESH_MODE_POINTS UINT32_C(0) /* LineRange.mode: points. */
#define ASSETC_HMESH_MODE_LINES UINT32_C(1) /* LineRange.mode: lines. */
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
#define ASSETC_HMESH_CHUNK_NAMS UINT32_C(0x534D414E) /* The bytes NAMS. */
#define ASSETC_HMESH_CHUNK_LODE UINT32_C(0x45444F4C) /* The bytes LODE. */
#define ASSETC_HMESH_CHUNK_CLR0 UINT32_C(0x30524C43) /* The bytes CLR0. */
#define ASSETC_HMESH_CHUNK_UVS1 UINT32_C(0x31535655) /* The bytes UVS1. */
#define ASSETC_HMESH_CHUNK_MRPH UINT32_C(0x4850524D) /* The bytes MRPH. */
#define ASSETC_HMESH_CHUNK_LNPT UINT32_C(0x54504E4C) /* The bytes LNPT. */

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
  uint32_t flags; /* Zero for the chunks of this page; of others, whatever their writer means by it. */
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

/* NAMS begins with this; a table of all names follows. */
typedef struct AssetcNamesHeader {
  uint32_t submeshCount; /* Names of submeshes: as many as in DESC. */
  uint32_t materialCount; /* Names of materials: as many as in DESC. */
  uint32_t jointCount; /* Names of joints: as many as in SKEL, 0 without. */
  uint32_t targetCount; /* Names of morph targets: as many as in MRPH, 0 without. */
} AssetcNamesHeader;
ASSETC_ASSERT(sizeof_AssetcNamesHeader, sizeof(AssetcNamesHeader) == 16);
ASSETC_ASSERT(AssetcNamesHeader_submeshCount, offsetof(AssetcNamesHeader, submeshCount) == 0);
ASSETC_ASSERT(AssetcNamesHeader_materialCount, offsetof(AssetcNamesHeader, materialCount) == 4);
ASSETC_ASSERT(AssetcNamesHeader_jointCount, offsetof(AssetcNamesHeader, jointCount) == 8);
ASSETC_ASSERT(AssetcNamesHeader_targetCount, offsetof(AssetcNamesHeader, targetCount) == 12);

/* CLR0 begins with this; one value a vertex follows. */
typedef struct AssetcColorHeader {
  uint32_t format; /* 0 R8G8B8A8_UNORM, 1 R16G16B16A16_UNORM, 2 R16G16B16A16_SFLOAT. */
  uint32_t pad[3]; /* Zero. */
} AssetcColorHeader;
ASSETC_ASSERT(sizeof_AssetcColorHeader, sizeof(AssetcColorHeader) == 16);
ASSETC_ASSERT(AssetcColorHeader_format, offsetof(AssetcColorHeader, format) == 0);
ASSETC_ASSERT(AssetcColorHeader_pad, offsetof(AssetcColorHeader, pad) == 4);

/* MRPH begins with this; ranges, targets, vertices and deltas follow. */
typedef struct AssetcMorphHeader {
  uint32_t targetCount; /* Targets of all submeshes. */
  uint32_t submeshCount; /* As in DESC. */
  uint32_t entryCount; /* Vertices and position deltas of all targets. */
  uint32_t normalCount; /* Normal deltas. */
  uint32_t tangentCount; /* Tangent deltas. */
  uint32_t pad[3]; /* Zero. */
} AssetcMorphHeader;
ASSETC_ASSERT(sizeof_AssetcMorphHeader, sizeof(AssetcMorphHeader) == 32);
ASSETC_ASSERT(AssetcMorphHeader_targetCount, offsetof(AssetcMorphHeader, targetCount) == 0);
ASSETC_ASSERT(AssetcMorphHeader_submeshCount, offsetof(AssetcMorphHeader, submeshCount) == 4);
ASSETC_ASSERT(AssetcMorphHeader_entryCount, offsetof(AssetcMorphHeader, entryCount) == 8);
ASSETC_ASSERT(AssetcMorphHeader_normalCount, offsetof(AssetcMorphHeader, normalCount) == 12);
ASSETC_ASSERT(AssetcMorphHeader_tangentCount, offsetof(AssetcMorphHeader, tangentCount) == 16);
ASSETC_ASSERT(AssetcMorphHeader_pad, offsetof(AssetcMorphHeader, pad) == 20);

/* MRPH: the targets of one submesh. */
typedef struct AssetcMorphRange {
  uint32_t firstTarget; /* First target; submeshes tile the targets in order. */
  uint32_t targetCount; /* 0: nothing of this submesh morphs. */
  float extent; /* Add it to the radii of the submesh and its meshlets: how far the targets move a vertex. */
  uint32_t pad; /* Zero. */
} AssetcMorphRange;
ASSETC_ASSERT(sizeof_AssetcMorphRange, sizeof(AssetcMorphRange) == 16);
ASSETC_ASSERT(AssetcMorphRange_firstTarget, offsetof(AssetcMorphRange, firstTarget) == 0);
ASSETC_ASSERT(AssetcMorphRange_targetCount, offsetof(AssetcMorphRange, targetCount) == 4);
ASSETC_ASSERT(AssetcMorphRange_extent, offsetof(AssetcMorphRange, extent) == 8);
ASSETC_ASSERT(AssetcMorphRange_pad, offsetof(AssetcMorphRange, pad) == 12);

/* MRPH: one target. */
typedef struct AssetcMorphTarget {
  uint32_t firstEntry; /* First vertex and position delta; targets tile them in order. */
  uint32_t entryCount; /* Vertices that the target moves. */
  uint32_t firstNormal; /* First normal delta; targets tile them in order, those without normals as none. */
  uint32_t firstTangent; /* First tangent delta, likewise. */
  uint32_t flags; /* Bit 0: entryCount normal deltas; bit 1: entryCount tangent deltas. */
  float defaultWeight; /* Weight where no clip sets it. */
  uint32_t pad[2]; /* Zero. */
} AssetcMorphTarget;
ASSETC_ASSERT(sizeof_AssetcMorphTarget, sizeof(AssetcMorphTarget) == 32);
ASSETC_ASSERT(AssetcMorphTarget_firstEntry, offsetof(AssetcMorphTarget, firstEntry) == 0);
ASSETC_ASSERT(AssetcMorphTarget_entryCount, offsetof(AssetcMorphTarget, entryCount) == 4);
ASSETC_ASSERT(AssetcMorphTarget_firstNormal, offsetof(AssetcMorphTarget, firstNormal) == 8);
ASSETC_ASSERT(AssetcMorphTarget_firstTangent, offsetof(AssetcMorphTarget, firstTangent) == 12);
ASSETC_ASSERT(AssetcMorphTarget_flags, offsetof(AssetcMorphTarget, flags) == 16);
ASSETC_ASSERT(AssetcMorphTarget_defaultWeight, offsetof(AssetcMorphTarget, defaultWeight) == 20);
ASSETC_ASSERT(AssetcMorphTarget_pad, offsetof(AssetcMorphTarget, pad) == 24);

/* LNPT begins with this; ranges and indices follow. */
typedef struct AssetcLinesHeader {
  uint32_t rangeCount; /* Ranges. */
  uint32_t indexCount; /* Indices of all ranges. */
  uint32_t pad[2]; /* Zero. */
} AssetcLinesHeader;
ASSETC_ASSERT(sizeof_AssetcLinesHeader, sizeof(AssetcLinesHeader) == 16);
ASSETC_ASSERT(AssetcLinesHeader_rangeCount, offsetof(AssetcLinesHeader, rangeCount) == 0);
ASSETC_ASSERT(AssetcLinesHeader_indexCount, offsetof(AssetcLinesHeader, indexCount) == 4);
ASSETC_ASSERT(AssetcLinesHeader_pad, offsetof(AssetcLinesHeader, pad) == 8);

/* LNPT: one draw of points or lines with one material. */
typedef struct AssetcLineRange {
  uint32_t mode; /* 0 points, 1 lines (two indices each). */
  uint32_t first; /* First index; ranges tile the indices in order. */
  uint32_t count; /* Indices; even for lines. */
  uint32_t materialSlot; /* As in SubMesh; 0xFFFFFFFF for none. */
} AssetcLineRange;
ASSETC_ASSERT(sizeof_AssetcLineRange, sizeof(AssetcLineRange) == 16);
ASSETC_ASSERT(AssetcLineRange_mode, offsetof(AssetcLineRange, mode) == 0);
ASSETC_ASSERT(AssetcLineRange_first, offsetof(AssetcLineRange, first) == 4);
ASSETC_ASSERT(AssetcLineRange_count, offsetof(AssetcLineRange, count) == 8);
ASSETC_ASSERT(AssetcLineRange_materialSlot, offsetof(AssetcLineRange, materialSlot) == 12);

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

/* ---- .hmatx, version 1: what materials have beyond .hmat. The chunk table is that of .hmesh. ---- */

#define ASSETC_HMATX_MAGIC UINT32_C(0x58544D48) /* The bytes HMTX. */
#define ASSETC_HMATX_VERSION UINT32_C(1) /* Current version. */
#define ASSETC_HMATX_CHUNK_MDSC UINT32_C(0x4353444D) /* The bytes MDSC. */
#define ASSETC_HMATX_CHUNK_TEXS UINT32_C(0x53584554) /* The bytes TEXS. */
#define ASSETC_HMATX_CHUNK_ANIS UINT32_C(0x53494E41) /* The bytes ANIS. */
#define ASSETC_HMATX_CHUNK_CLRC UINT32_C(0x43524C43) /* The bytes CLRC. */
#define ASSETC_HMATX_CHUNK_DTRN UINT32_C(0x4E525444) /* The bytes DTRN. */
#define ASSETC_HMATX_CHUNK_DISP UINT32_C(0x50534944) /* The bytes DISP. */
#define ASSETC_HMATX_CHUNK_IORX UINT32_C(0x58524F49) /* The bytes IORX. */
#define ASSETC_HMATX_CHUNK_IRID UINT32_C(0x44495249) /* The bytes IRID. */
#define ASSETC_HMATX_CHUNK_SHEN UINT32_C(0x4E454853) /* The bytes SHEN. */
#define ASSETC_HMATX_CHUNK_SPEC UINT32_C(0x43455053) /* The bytes SPEC. */
#define ASSETC_HMATX_CHUNK_TRNS UINT32_C(0x534E5254) /* The bytes TRNS. */
#define ASSETC_HMATX_CHUNK_UNLT UINT32_C(0x544C4E55) /* The bytes UNLT. */
#define ASSETC_HMATX_CHUNK_VOLM UINT32_C(0x4D4C4F56) /* The bytes VOLM. */
#define ASSETC_HMATX_CHUNK_VNAM UINT32_C(0x4D414E56) /* The bytes VNAM. */
#define ASSETC_HMATX_CHUNK_VMAP UINT32_C(0x50414D56) /* The bytes VMAP. */
#define ASSETC_HMATX_SLOT_BASE_COLOR UINT32_C(0) /* HmatxTextureRow.slot: baseColor. */
#define ASSETC_HMATX_SLOT_METALLIC_ROUGHNESS UINT32_C(1) /* HmatxTextureRow.slot: metallicRoughness. */
#define ASSETC_HMATX_SLOT_NORMAL UINT32_C(2) /* HmatxTextureRow.slot: normal. */
#define ASSETC_HMATX_SLOT_OCCLUSION UINT32_C(3) /* HmatxTextureRow.slot: occlusion. */
#define ASSETC_HMATX_SLOT_EMISSIVE UINT32_C(4) /* HmatxTextureRow.slot: emissive. */
#define ASSETC_HMATX_SLOT_ANISOTROPY UINT32_C(5) /* HmatxTextureRow.slot: anisotropy. */
#define ASSETC_HMATX_SLOT_CLEARCOAT UINT32_C(6) /* HmatxTextureRow.slot: clearcoat. */
#define ASSETC_HMATX_SLOT_CLEARCOAT_ROUGHNESS UINT32_C(7) /* HmatxTextureRow.slot: clearcoatRoughness. */
#define ASSETC_HMATX_SLOT_CLEARCOAT_NORMAL UINT32_C(8) /* HmatxTextureRow.slot: clearcoatNormal. */
#define ASSETC_HMATX_SLOT_DIFFUSE_TRANSMISSION UINT32_C(9) /* HmatxTextureRow.slot: diffuseTransmission. */
#define ASSETC_HMATX_SLOT_DIFFUSE_TRANSMISSION_COLOR UINT32_C(10) /* HmatxTextureRow.slot: diffuseTransmissionColor. */
#define ASSETC_HMATX_SLOT_IRIDESCENCE UINT32_C(11) /* HmatxTextureRow.slot: iridescence. */
#define ASSETC_HMATX_SLOT_IRIDESCENCE_THICKNESS UINT32_C(12) /* HmatxTextureRow.slot: iridescenceThickness. */
#define ASSETC_HMATX_SLOT_SHEEN_COLOR UINT32_C(13) /* HmatxTextureRow.slot: sheenColor. */
#define ASSETC_HMATX_SLOT_SHEEN_ROUGHNESS UINT32_C(14) /* HmatxTextureRow.slot: sheenRoughness. */
#define ASSETC_HMATX_SLOT_SPECULAR UINT32_C(15) /* HmatxTextureRow.slot: specular. */
#define ASSETC_HMATX_SLOT_SPECULAR_COLOR UINT32_C(16) /* HmatxTextureRow.slot: specularColor. */
#define ASSETC_HMATX_SLOT_TRANSMISSION UINT32_C(17) /* HmatxTextureRow.slot: transmission. */
#define ASSETC_HMATX_SLOT_THICKNESS UINT32_C(18) /* HmatxTextureRow.slot: thickness. */
#define ASSETC_HMATX_WRAP_REPEAT UINT32_C(0) /* HmatxTextureRow.wrapS, wrapT: repeat. */
#define ASSETC_HMATX_WRAP_CLAMP UINT32_C(1) /* HmatxTextureRow.wrapS, wrapT: clamp. */
#define ASSETC_HMATX_WRAP_MIRROR UINT32_C(2) /* HmatxTextureRow.wrapS, wrapT: mirror. */
#define ASSETC_HMATX_FILTER_UNSET UINT32_C(0) /* HmatxTextureRow.minFilter, magFilter: unset. */
#define ASSETC_HMATX_FILTER_NEAREST UINT32_C(1) /* HmatxTextureRow.minFilter, magFilter: nearest. */
#define ASSETC_HMATX_FILTER_LINEAR UINT32_C(2) /* HmatxTextureRow.minFilter, magFilter: linear. */
#define ASSETC_HMATX_FILTER_NEAREST_MIP_NEAREST UINT32_C(3) /* HmatxTextureRow.minFilter: nearest-mip-nearest. */
#define ASSETC_HMATX_FILTER_LINEAR_MIP_NEAREST UINT32_C(4) /* HmatxTextureRow.minFilter: linear-mip-nearest. */
#define ASSETC_HMATX_FILTER_NEAREST_MIP_LINEAR UINT32_C(5) /* HmatxTextureRow.minFilter: nearest-mip-linear. */
#define ASSETC_HMATX_FILTER_LINEAR_MIP_LINEAR UINT32_C(6) /* HmatxTextureRow.minFilter: linear-mip-linear. */

/* Start of the file. */
typedef struct AssetcHmatxFileHeader {
  uint32_t magic; /* The bytes HMTX. */
  uint32_t version; /* 1. */
  uint32_t chunkCount; /* Entries of the chunk table, which follows at once. */
  uint32_t flags; /* Zero. */
  uint64_t reserved0; /* Zero. */
  uint64_t reserved1; /* Zero. */
} AssetcHmatxFileHeader;
ASSETC_ASSERT(sizeof_AssetcHmatxFileHeader, sizeof(AssetcHmatxFileHeader) == 32);
ASSETC_ASSERT(AssetcHmatxFileHeader_magic, offsetof(AssetcHmatxFileHeader, magic) == 0);
ASSETC_ASSERT(AssetcHmatxFileHeader_version, offsetof(AssetcHmatxFileHeader, version) == 4);
ASSETC_ASSERT(AssetcHmatxFileHeader_chunkCount, offsetof(AssetcHmatxFileHeader, chunkCount) == 8);
ASSETC_ASSERT(AssetcHmatxFileHeader_flags, offsetof(AssetcHmatxFileHeader, flags) == 12);
ASSETC_ASSERT(AssetcHmatxFileHeader_reserved0, offsetof(AssetcHmatxFileHeader, reserved0) == 16);
ASSETC_ASSERT(AssetcHmatxFileHeader_reserved1, offsetof(AssetcHmatxFileHeader, reserved1) == 24);

/* MDSC: the counts. */
typedef struct AssetcHmatxDesc {
  uint32_t rowCount; /* Rows of the companion .hmat. */
  uint32_t variantCount; /* Names in VNAM. */
  uint32_t pad[2]; /* Zero. */
} AssetcHmatxDesc;
ASSETC_ASSERT(sizeof_AssetcHmatxDesc, sizeof(AssetcHmatxDesc) == 16);
ASSETC_ASSERT(AssetcHmatxDesc_rowCount, offsetof(AssetcHmatxDesc, rowCount) == 0);
ASSETC_ASSERT(AssetcHmatxDesc_variantCount, offsetof(AssetcHmatxDesc, variantCount) == 4);
ASSETC_ASSERT(AssetcHmatxDesc_pad, offsetof(AssetcHmatxDesc, pad) == 8);

/* TEXS: how one slot of one material uses its texture. */
typedef struct AssetcHmatxTextureRow {
  uint32_t row; /* Row of the companion .hmat; rows and slots ascend, each pair once. */
  uint32_t slot; /* Which texture of the material: 0 baseColor to 18 thickness. */
  uint64_t texture; /* Texture ref, never 0. */
  uint32_t uvSet; /* 0: the uv of VTXS; 1: UVS1. */
  uint8_t wrapS; /* 0 repeat, 1 clamp, 2 mirror. */
  uint8_t wrapT; /* 0 repeat, 1 clamp, 2 mirror. */
  uint8_t minFilter; /* 0 not said, 1 nearest, 2 linear, 3 nearest-mip-nearest, 4 linear-mip-nearest, 5 nearest-mip-linear, 6 linear-mip-linear. */
  uint8_t magFilter; /* 0 not said, 1 nearest, 2 linear. */
  float offset[2]; /* Of the origin of the texture coordinates. */
  float scale[2]; /* Of the texture coordinates, before the rotation. */
  float rotation; /* Radians, counter-clockwise, about the origin of the texture coordinates. */
  uint32_t pad; /* Zero. */
} AssetcHmatxTextureRow;
ASSETC_ASSERT(sizeof_AssetcHmatxTextureRow, sizeof(AssetcHmatxTextureRow) == 48);
ASSETC_ASSERT(AssetcHmatxTextureRow_row, offsetof(AssetcHmatxTextureRow, row) == 0);
ASSETC_ASSERT(AssetcHmatxTextureRow_slot, offsetof(AssetcHmatxTextureRow, slot) == 4);
ASSETC_ASSERT(AssetcHmatxTextureRow_texture, offsetof(AssetcHmatxTextureRow, texture) == 8);
ASSETC_ASSERT(AssetcHmatxTextureRow_uvSet, offsetof(AssetcHmatxTextureRow, uvSet) == 16);
ASSETC_ASSERT(AssetcHmatxTextureRow_wrapS, offsetof(AssetcHmatxTextureRow, wrapS) == 20);
ASSETC_ASSERT(AssetcHmatxTextureRow_wrapT, offsetof(AssetcHmatxTextureRow, wrapT) == 21);
ASSETC_ASSERT(AssetcHmatxTextureRow_minFilter, offsetof(AssetcHmatxTextureRow, minFilter) == 22);
ASSETC_ASSERT(AssetcHmatxTextureRow_magFilter, offsetof(AssetcHmatxTextureRow, magFilter) == 23);
ASSETC_ASSERT(AssetcHmatxTextureRow_offset, offsetof(AssetcHmatxTextureRow, offset) == 24);
ASSETC_ASSERT(AssetcHmatxTextureRow_scale, offsetof(AssetcHmatxTextureRow, scale) == 32);
ASSETC_ASSERT(AssetcHmatxTextureRow_rotation, offsetof(AssetcHmatxTextureRow, rotation) == 40);
ASSETC_ASSERT(AssetcHmatxTextureRow_pad, offsetof(AssetcHmatxTextureRow, pad) == 44);

/* ANIS: KHR_materials_anisotropy. */
typedef struct AssetcHmatxAnisotropyRow {
  uint32_t row; /* Row of the companion .hmat; ascending, each once. */
  float strength; /* anisotropyStrength. */
  float rotation; /* anisotropyRotation, radians from the tangent, counter-clockwise. */
} AssetcHmatxAnisotropyRow;
ASSETC_ASSERT(sizeof_AssetcHmatxAnisotropyRow, sizeof(AssetcHmatxAnisotropyRow) == 12);
ASSETC_ASSERT(AssetcHmatxAnisotropyRow_row, offsetof(AssetcHmatxAnisotropyRow, row) == 0);
ASSETC_ASSERT(AssetcHmatxAnisotropyRow_strength, offsetof(AssetcHmatxAnisotropyRow, strength) == 4);
ASSETC_ASSERT(AssetcHmatxAnisotropyRow_rotation, offsetof(AssetcHmatxAnisotropyRow, rotation) == 8);

/* CLRC: KHR_materials_clearcoat. */
typedef struct AssetcHmatxClearcoatRow {
  uint32_t row; /* Row of the companion .hmat; ascending, each once. */
  float factor; /* clearcoatFactor. */
  float roughness; /* clearcoatRoughnessFactor. */
  float normalScale; /* Scale of clearcoatNormalTexture. */
} AssetcHmatxClearcoatRow;
ASSETC_ASSERT(sizeof_AssetcHmatxClearcoatRow, sizeof(AssetcHmatxClearcoatRow) == 16);
ASSETC_ASSERT(AssetcHmatxClearcoatRow_row, offsetof(AssetcHmatxClearcoatRow, row) == 0);
ASSETC_ASSERT(AssetcHmatxClearcoatRow_factor, offsetof(AssetcHmatxClearcoatRow, factor) == 4);
ASSETC_ASSERT(AssetcHmatxClearcoatRow_roughness, offsetof(AssetcHmatxClearcoatRow, roughness) == 8);
ASSETC_ASSERT(AssetcHmatxClearcoatRow_normalScale, offsetof(AssetcHmatxClearcoatRow, normalScale) == 12);

/* DTRN: KHR_materials_diffuse_transmission. */
typedef struct AssetcHmatxDiffuseTransmissionRow {
  uint32_t row; /* Row of the companion .hmat; ascending, each once. */
  float factor; /* diffuseTransmissionFactor. */
  float color[3]; /* diffuseTransmissionColorFactor, linear RGB. */
} AssetcHmatxDiffuseTransmissionRow;
ASSETC_ASSERT(sizeof_AssetcHmatxDiffuseTransmissionRow, sizeof(AssetcHmatxDiffuseTransmissionRow) == 20);
ASSETC_ASSERT(AssetcHmatxDiffuseTransmissionRow_row, offsetof(AssetcHmatxDiffuseTransmissionRow, row) == 0);
ASSETC_ASSERT(AssetcHmatxDiffuseTransmissionRow_factor, offsetof(AssetcHmatxDiffuseTransmissionRow, factor) == 4);
ASSETC_ASSERT(AssetcHmatxDiffuseTransmissionRow_color, offsetof(AssetcHmatxDiffuseTransmissionRow, color) == 8);

/* DISP: KHR_materials_dispersion. */
typedef struct AssetcHmatxDispersionRow {
  uint32_t row; /* Row of the companion .hmat; ascending, each once. */
  float dispersion; /* 20 divided by the Abbe number. */
} AssetcHmatxDispersionRow;
ASSETC_ASSERT(sizeof_AssetcHmatxDispersionRow, sizeof(AssetcHmatxDispersionRow) == 8);
ASSETC_ASSERT(AssetcHmatxDispersionRow_row, offsetof(AssetcHmatxDispersionRow, row) == 0);
ASSETC_ASSERT(AssetcHmatxDispersionRow_dispersion, offsetof(AssetcHmatxDispersionRow, dispersion) == 4);

/* IORX: KHR_materials_ior. */
typedef struct AssetcHmatxIorRow {
  uint32_t row; /* Row of the companion .hmat; ascending, each once. */
  float ior; /* Index of refraction. */
} AssetcHmatxIorRow;
ASSETC_ASSERT(sizeof_AssetcHmatxIorRow, sizeof(AssetcHmatxIorRow) == 8);
ASSETC_ASSERT(AssetcHmatxIorRow_row, offsetof(AssetcHmatxIorRow, row) == 0);
ASSETC_ASSERT(AssetcHmatxIorRow_ior, offsetof(AssetcHmatxIorRow, ior) == 4);

/* IRID: KHR_materials_iridescence. */
typedef struct AssetcHmatxIridescenceRow {
  uint32_t row; /* Row of the companion .hmat; ascending, each once. */
  float factor; /* iridescenceFactor. */
  float ior; /* iridescenceIor: of the film. */
  float thicknessMin; /* iridescenceThicknessMinimum, nanometres. */
  float thicknessMax; /* iridescenceThicknessMaximum, nanometres. */
} AssetcHmatxIridescenceRow;
ASSETC_ASSERT(sizeof_AssetcHmatxIridescenceRow, sizeof(AssetcHmatxIridescenceRow) == 20);
ASSETC_ASSERT(AssetcHmatxIridescenceRow_row, offsetof(AssetcHmatxIridescenceRow, row) == 0);
ASSETC_ASSERT(AssetcHmatxIridescenceRow_factor, offsetof(AssetcHmatxIridescenceRow, factor) == 4);
ASSETC_ASSERT(AssetcHmatxIridescenceRow_ior, offsetof(AssetcHmatxIridescenceRow, ior) == 8);
ASSETC_ASSERT(AssetcHmatxIridescenceRow_thicknessMin, offsetof(AssetcHmatxIridescenceRow, thicknessMin) == 12);
ASSETC_ASSERT(AssetcHmatxIridescenceRow_thicknessMax, offsetof(AssetcHmatxIridescenceRow, thicknessMax) == 16);

/* SHEN: KHR_materials_sheen. */
typedef struct AssetcHmatxSheenRow {
  uint32_t row; /* Row of the companion .hmat; ascending, each once. */
  float roughness; /* sheenRoughnessFactor. */
  float color[3]; /* sheenColorFactor, linear RGB. */
} AssetcHmatxSheenRow;
ASSETC_ASSERT(sizeof_AssetcHmatxSheenRow, sizeof(AssetcHmatxSheenRow) == 20);
ASSETC_ASSERT(AssetcHmatxSheenRow_row, offsetof(AssetcHmatxSheenRow, row) == 0);
ASSETC_ASSERT(AssetcHmatxSheenRow_roughness, offsetof(AssetcHmatxSheenRow, roughness) == 4);
ASSETC_ASSERT(AssetcHmatxSheenRow_color, offsetof(AssetcHmatxSheenRow, color) == 8);

/* SPEC: KHR_materials_specular. */
typedef struct AssetcHmatxSpecularRow {
  uint32_t row; /* Row of the companion .hmat; ascending, each once. */
  float factor; /* specularFactor. */
  float color[3]; /* specularColorFactor, linear RGB. */
} AssetcHmatxSpecularRow;
ASSETC_ASSERT(sizeof_AssetcHmatxSpecularRow, sizeof(AssetcHmatxSpecularRow) == 20);
ASSETC_ASSERT(AssetcHmatxSpecularRow_row, offsetof(AssetcHmatxSpecularRow, row) == 0);
ASSETC_ASSERT(AssetcHmatxSpecularRow_factor, offsetof(AssetcHmatxSpecularRow, factor) == 4);
ASSETC_ASSERT(AssetcHmatxSpecularRow_color, offsetof(AssetcHmatxSpecularRow, color) == 8);

/* TRNS: KHR_materials_transmission. */
typedef struct AssetcHmatxTransmissionRow {
  uint32_t row; /* Row of the companion .hmat; ascending, each once. */
  float factor; /* transmissionFactor. */
} AssetcHmatxTransmissionRow;
ASSETC_ASSERT(sizeof_AssetcHmatxTransmissionRow, sizeof(AssetcHmatxTransmissionRow) == 8);
ASSETC_ASSERT(AssetcHmatxTransmissionRow_row, offsetof(AssetcHmatxTransmissionRow, row) == 0);
ASSETC_ASSERT(AssetcHmatxTransmissionRow_factor, offsetof(AssetcHmatxTransmissionRow, factor) == 4);

/* UNLT: KHR_materials_unlit. */
typedef struct AssetcHmatxUnlitRow {
  uint32_t row; /* Row of the companion .hmat; ascending, each once. */
} AssetcHmatxUnlitRow;
ASSETC_ASSERT(sizeof_AssetcHmatxUnlitRow, sizeof(AssetcHmatxUnlitRow) == 4);
ASSETC_ASSERT(AssetcHmatxUnlitRow_row, offsetof(AssetcHmatxUnlitRow, row) == 0);

/* VOLM: KHR_materials_volume. */
typedef struct AssetcHmatxVolumeRow {
  uint32_t row; /* Row of the companion .hmat; ascending, each once. */
  float thickness; /* thicknessFactor, in the units of the mesh. */
  float attenuationDistance; /* In world units; 0 for infinite. */
  float attenuationColor[3]; /* Linear RGB. */
} AssetcHmatxVolumeRow;
ASSETC_ASSERT(sizeof_AssetcHmatxVolumeRow, sizeof(AssetcHmatxVolumeRow) == 24);
ASSETC_ASSERT(AssetcHmatxVolumeRow_row, offsetof(AssetcHmatxVolumeRow, row) == 0);
ASSETC_ASSERT(AssetcHmatxVolumeRow_thickness, offsetof(AssetcHmatxVolumeRow, thickness) == 4);
ASSETC_ASSERT(AssetcHmatxVolumeRow_attenuationDistance, offsetof(AssetcHmatxVolumeRow, attenuationDistance) == 8);
ASSETC_ASSERT(AssetcHmatxVolumeRow_attenuationColor, offsetof(AssetcHmatxVolumeRow, attenuationColor) == 12);

/* VMAP: the material that a submesh has in a variant. */
typedef struct AssetcHmatxVariantRow {
  uint32_t variant; /* Into VNAM; variants and submeshes ascend, each pair once. */
  uint32_t submesh; /* Into SUBM of the companion .hmesh. */
  uint32_t row; /* Row of the companion .hmat. */
} AssetcHmatxVariantRow;
ASSETC_ASSERT(sizeof_AssetcHmatxVariantRow, sizeof(AssetcHmatxVariantRow) == 12);
ASSETC_ASSERT(AssetcHmatxVariantRow_variant, offsetof(AssetcHmatxVariantRow, variant) == 0);
ASSETC_ASSERT(AssetcHmatxVariantRow_submesh, offsetof(AssetcHmatxVariantRow, submesh) == 4);
ASSETC_ASSERT(AssetcHmatxVariantRow_row, offsetof(AssetcHmatxVariantRow, row) == 8);

/* ---- .hscene, version 1: nodes, cameras, lights and their animation. The chunk table is that of .hmesh. ---- */

#define ASSETC_HSCENE_MAGIC UINT32_C(0x4E435348) /* The bytes HSCN. */
#define ASSETC_HSCENE_VERSION UINT32_C(1) /* Current version. */
#define ASSETC_HSCENE_FLAG_BAKED UINT32_C(1) /* HsceneDesc.flags: meshes are baked. */
#define ASSETC_HSCENE_FLAG_VISIBLE UINT32_C(1) /* HsceneNodeRow.flags: visible. */
#define ASSETC_HSCENE_CHUNK_SDSC UINT32_C(0x43534453) /* The bytes SDSC. */
#define ASSETC_HSCENE_CHUNK_NODS UINT32_C(0x53444F4E) /* The bytes NODS. */
#define ASSETC_HSCENE_CHUNK_NAME UINT32_C(0x454D414E) /* The bytes NAME. */
#define ASSETC_HSCENE_CHUNK_CAMS UINT32_C(0x534D4143) /* The bytes CAMS. */
#define ASSETC_HSCENE_CHUNK_LGTS UINT32_C(0x5354474C) /* The bytes LGTS. */
#define ASSETC_HSCENE_CHUNK_INST UINT32_C(0x54534E49) /* The bytes INST. */
#define ASSETC_HSCENE_CHUNK_EXTR UINT32_C(0x52545845) /* The bytes EXTR. */
#define ASSETC_HSCENE_CHUNK_ANIM UINT32_C(0x4D494E41) /* The bytes ANIM. */
#define ASSETC_HSCENE_CAMERA_TYPE_PERSPECTIVE UINT32_C(0) /* HsceneCameraRow.type: perspective. */
#define ASSETC_HSCENE_CAMERA_TYPE_ORTHOGRAPHIC UINT32_C(1) /* HsceneCameraRow.type: orthographic. */
#define ASSETC_HSCENE_LIGHT_TYPE_DIRECTIONAL UINT32_C(0) /* HsceneLightRow.type: directional. */
#define ASSETC_HSCENE_LIGHT_TYPE_POINT UINT32_C(1) /* HsceneLightRow.type: point. */
#define ASSETC_HSCENE_LIGHT_TYPE_SPOT UINT32_C(2) /* HsceneLightRow.type: spot. */
#define ASSETC_HSCENE_TARGET_SCENE UINT32_C(0) /* HsceneExtrasRow.target, HsceneChannelRow.target: scene. */
#define ASSETC_HSCENE_TARGET_NODE UINT32_C(1) /* HsceneExtrasRow.target, HsceneChannelRow.target: node. */
#define ASSETC_HSCENE_TARGET_MESH UINT32_C(2) /* HsceneExtrasRow.target, HsceneChannelRow.target: mesh. */
#define ASSETC_HSCENE_TARGET_MATERIAL UINT32_C(3) /* HsceneExtrasRow.target, HsceneChannelRow.target: material. */
#define ASSETC_HSCENE_TARGET_CAMERA UINT32_C(4) /* HsceneExtrasRow.target, HsceneChannelRow.target: camera. */
#define ASSETC_HSCENE_TARGET_LIGHT UINT32_C(5) /* HsceneExtrasRow.target, HsceneChannelRow.target: light. */
#define ASSETC_HSCENE_TARGET_ASSET UINT32_C(6) /* HsceneExtrasRow.target, HsceneChannelRow.target: asset. */
#define ASSETC_HSCENE_INTERP_STEP UINT32_C(0) /* HsceneChannelRow.interp: STEP. */
#define ASSETC_HSCENE_INTERP_LINEAR UINT32_C(1) /* HsceneChannelRow.interp: LINEAR. */
#define ASSETC_HSCENE_NODE_TRANSLATION UINT32_C(0) /* HsceneChannelRow.property of a node: translation, 3 floats. */
#define ASSETC_HSCENE_NODE_ROTATION UINT32_C(1) /* HsceneChannelRow.property of a node: rotation, 4 floats. */
#define ASSETC_HSCENE_NODE_SCALE UINT32_C(2) /* HsceneChannelRow.property of a node: scale, 3 floats. */
#define ASSETC_HSCENE_NODE_VISIBILITY UINT32_C(3) /* HsceneChannelRow.property of a node: visibility, 1 float. */
#define ASSETC_HSCENE_CAMERA_ASPECT_OR_XMAG UINT32_C(0) /* HsceneChannelRow.property of a camera: aspectOrXmag, 1 float. */
#define ASSETC_HSCENE_CAMERA_YFOV_OR_YMAG UINT32_C(1) /* HsceneChannelRow.property of a camera: yfovOrYmag, 1 float. */
#define ASSETC_HSCENE_CAMERA_ZNEAR UINT32_C(2) /* HsceneChannelRow.property of a camera: znear, 1 float. */
#define ASSETC_HSCENE_CAMERA_ZFAR UINT32_C(3) /* HsceneChannelRow.property of a camera: zfar, 1 float. */
#define ASSETC_HSCENE_LIGHT_COLOR UINT32_C(0) /* HsceneChannelRow.property of a light: color, 3 floats. */
#define ASSETC_HSCENE_LIGHT_INTENSITY UINT32_C(1) /* HsceneChannelRow.property of a light: intensity, 1 float. */
#define ASSETC_HSCENE_LIGHT_RANGE UINT32_C(2) /* HsceneChannelRow.property of a light: range, 1 float. */
#define ASSETC_HSCENE_LIGHT_INNER_CONE UINT32_C(3) /* HsceneChannelRow.property of a light: innerCone, 1 float. */
#define ASSETC_HSCENE_LIGHT_OUTER_CONE UINT32_C(4) /* HsceneChannelRow.property of a light: outerCone, 1 float. */
#define ASSETC_HSCENE_MATERIAL_BASE_COLOR_FACTOR UINT32_C(0) /* HsceneChannelRow.property of a material: baseColorFactor, 4 floats. */
#define ASSETC_HSCENE_MATERIAL_EMISSIVE_FACTOR UINT32_C(1) /* HsceneChannelRow.property of a material: emissiveFactor, 3 floats. */
#define ASSETC_HSCENE_MATERIAL_METALLIC_FACTOR UINT32_C(2) /* HsceneChannelRow.property of a material: metallicFactor, 1 float. */
#define ASSETC_HSCENE_MATERIAL_ROUGHNESS_FACTOR UINT32_C(3) /* HsceneChannelRow.property of a material: roughnessFactor, 1 float. */
#define ASSETC_HSCENE_MATERIAL_NORMAL_SCALE UINT32_C(4) /* HsceneChannelRow.property of a material: normalScale, 1 float. */
#define ASSETC_HSCENE_MATERIAL_OCCLUSION_STRENGTH UINT32_C(5) /* HsceneChannelRow.property of a material: occlusionStrength, 1 float. */
#define ASSETC_HSCENE_MATERIAL_ALPHA_CUTOFF UINT32_C(6) /* HsceneChannelRow.property of a material: alphaCutoff, 1 float. */
#define ASSETC_HSCENE_MATERIAL_ANISOTROPY_STRENGTH UINT32_C(7) /* HsceneChannelRow.property of a material: anisotropy.strength, 1 float. */
#define ASSETC_HSCENE_MATERIAL_ANISOTROPY_ROTATION UINT32_C(8) /* HsceneChannelRow.property of a material: anisotropy.rotation, 1 float. */
#define ASSETC_HSCENE_MATERIAL_CLEARCOAT_FACTOR UINT32_C(9) /* HsceneChannelRow.property of a material: clearcoat.factor, 1 float. */
#define ASSETC_HSCENE_MATERIAL_CLEARCOAT_ROUGHNESS UINT32_C(10) /* HsceneChannelRow.property of a material: clearcoat.roughness, 1 float. */
#define ASSETC_HSCENE_MATERIAL_CLEARCOAT_NORMAL_SCALE UINT32_C(11) /* HsceneChannelRow.property of a material: clearcoat.normalScale, 1 float. */
#define ASSETC_HSCENE_MATERIAL_DIFFUSE_TRANSMISSION_FACTOR UINT32_C(12) /* HsceneChannelRow.property of a material: diffuseTransmission.factor, 1 float. */
#define ASSETC_HSCENE_MATERIAL_DIFFUSE_TRANSMISSION_COLOR UINT32_C(13) /* HsceneChannelRow.property of a material: diffuseTransmission.color, 3 floats. */
#define ASSETC_HSCENE_MATERIAL_DISPERSION_DISPERSION UINT32_C(14) /* HsceneChannelRow.property of a material: dispersion.dispersion, 1 float. */
#define ASSETC_HSCENE_MATERIAL_IOR_IOR UINT32_C(15) /* HsceneChannelRow.property of a material: ior.ior, 1 float. */
#define ASSETC_HSCENE_MATERIAL_IRIDESCENCE_FACTOR UINT32_C(16) /* HsceneChannelRow.property of a material: iridescence.factor, 1 float. */
#define ASSETC_HSCENE_MATERIAL_IRIDESCENCE_IOR UINT32_C(17) /* HsceneChannelRow.property of a material: iridescence.ior, 1 float. */
#define ASSETC_HSCENE_MATERIAL_IRIDESCENCE_THICKNESS_MIN UINT32_C(18) /* HsceneChannelRow.property of a material: iridescence.thicknessMin, 1 float. */
#define ASSETC_HSCENE_MATERIAL_IRIDESCENCE_THICKNESS_MAX UINT32_C(19) /* HsceneChannelRow.property of a material: iridescence.thicknessMax, 1 float. */
#define ASSETC_HSCENE_MATERIAL_SHEEN_ROUGHNESS UINT32_C(20) /* HsceneChannelRow.property of a material: sheen.roughness, 1 float. */
#define ASSETC_HSCENE_MATERIAL_SHEEN_COLOR UINT32_C(21) /* HsceneChannelRow.property of a material: sheen.color, 3 floats. */
#define ASSETC_HSCENE_MATERIAL_SPECULAR_FACTOR UINT32_C(22) /* HsceneChannelRow.property of a material: specular.factor, 1 float. */
#define ASSETC_HSCENE_MATERIAL_SPECULAR_COLOR UINT32_C(23) /* HsceneChannelRow.property of a material: specular.color, 3 floats. */
#define ASSETC_HSCENE_MATERIAL_TRANSMISSION_FACTOR UINT32_C(24) /* HsceneChannelRow.property of a material: transmission.factor, 1 float. */
#define ASSETC_HSCENE_MATERIAL_VOLUME_THICKNESS UINT32_C(25) /* HsceneChannelRow.property of a material: volume.thickness, 1 float. */
#define ASSETC_HSCENE_MATERIAL_VOLUME_ATTENUATION_DISTANCE UINT32_C(26) /* HsceneChannelRow.property of a material: volume.attenuationDistance, 1 float. */
#define ASSETC_HSCENE_MATERIAL_VOLUME_ATTENUATION_COLOR UINT32_C(27) /* HsceneChannelRow.property of a material: volume.attenuationColor, 3 floats. */
#define ASSETC_HSCENE_MATERIAL_TEXTURE_BASE UINT32_C(64) /* HsceneChannelRow.property of a material: the offset of the texture in slot 0, 2 floats. */
#define ASSETC_HSCENE_MATERIAL_TEXTURE_STRIDE UINT32_C(3) /* Numbers a texture slot: offset (2 floats), scale (2), rotation (1). */

/* Start of the file. */
typedef struct AssetcHsceneFileHeader {
  uint32_t magic; /* The bytes HSCN. */
  uint32_t version; /* 1. */
  uint32_t chunkCount; /* Entries of the chunk table, which follows at once. */
  uint32_t flags; /* Zero. */
  uint64_t reserved0; /* Zero. */
  uint64_t reserved1; /* Zero. */
} AssetcHsceneFileHeader;
ASSETC_ASSERT(sizeof_AssetcHsceneFileHeader, sizeof(AssetcHsceneFileHeader) == 32);
ASSETC_ASSERT(AssetcHsceneFileHeader_magic, offsetof(AssetcHsceneFileHeader, magic) == 0);
ASSETC_ASSERT(AssetcHsceneFileHeader_version, offsetof(AssetcHsceneFileHeader, version) == 4);
ASSETC_ASSERT(AssetcHsceneFileHeader_chunkCount, offsetof(AssetcHsceneFileHeader, chunkCount) == 8);
ASSETC_ASSERT(AssetcHsceneFileHeader_flags, offsetof(AssetcHsceneFileHeader, flags) == 12);
ASSETC_ASSERT(AssetcHsceneFileHeader_reserved0, offsetof(AssetcHsceneFileHeader, reserved0) == 16);
ASSETC_ASSERT(AssetcHsceneFileHeader_reserved1, offsetof(AssetcHsceneFileHeader, reserved1) == 24);

/* SDSC: the counts. */
typedef struct AssetcHsceneDesc {
  uint32_t nodeCount; /* Rows of NODS. */
  uint32_t cameraCount; /* Rows of CAMS. */
  uint32_t lightCount; /* Rows of LGTS. */
  uint32_t instanceCount; /* Rows of INST. */
  uint32_t flags; /* Bit 0: meshes are baked, the transforms of nodes must not be applied to them again. */
  uint32_t pad[3]; /* Zero. */
} AssetcHsceneDesc;
ASSETC_ASSERT(sizeof_AssetcHsceneDesc, sizeof(AssetcHsceneDesc) == 32);
ASSETC_ASSERT(AssetcHsceneDesc_nodeCount, offsetof(AssetcHsceneDesc, nodeCount) == 0);
ASSETC_ASSERT(AssetcHsceneDesc_cameraCount, offsetof(AssetcHsceneDesc, cameraCount) == 4);
ASSETC_ASSERT(AssetcHsceneDesc_lightCount, offsetof(AssetcHsceneDesc, lightCount) == 8);
ASSETC_ASSERT(AssetcHsceneDesc_instanceCount, offsetof(AssetcHsceneDesc, instanceCount) == 12);
ASSETC_ASSERT(AssetcHsceneDesc_flags, offsetof(AssetcHsceneDesc, flags) == 16);
ASSETC_ASSERT(AssetcHsceneDesc_pad, offsetof(AssetcHsceneDesc, pad) == 20);

/* NODS: one node, in pre-order. */
typedef struct AssetcHsceneNodeRow {
  float translation[3]; /* Relative to the parent. */
  float rotation[4]; /* x y z w, not all zero. */
  float scale[3]; /* Along the axes of the node. */
  int32_t parent; /* Node index, -1 for a root. */
  uint32_t firstSubmesh; /* First submesh of its mesh in SUBM of the companion .hmesh; nodes may share a range. */
  uint32_t submeshCount; /* 0: no triangles. */
  uint32_t firstLine; /* First of its ranges of lines and points in LNPT of the companion .hmesh. */
  uint32_t lineCount; /* 0: no lines or points. */
  int32_t skin; /* Number of the skin in the source, -1 for none; the joints are SKEL's. */
  int32_t camera; /* Row of CAMS, -1 for none. */
  int32_t light; /* Row of LGTS, -1 for none. */
  int32_t joint; /* Row of SKEL of the companion .hmesh that moves as this node does, -1 for none. */
  uint32_t flags; /* Bit 0: visible, as far as its ancestors are. */
  uint32_t firstInstance; /* First row of INST. */
  uint32_t instanceCount; /* 0: its mesh is shown once; else once for each instance, below the node. */
} AssetcHsceneNodeRow;
ASSETC_ASSERT(sizeof_AssetcHsceneNodeRow, sizeof(AssetcHsceneNodeRow) == 88);
ASSETC_ASSERT(AssetcHsceneNodeRow_translation, offsetof(AssetcHsceneNodeRow, translation) == 0);
ASSETC_ASSERT(AssetcHsceneNodeRow_rotation, offsetof(AssetcHsceneNodeRow, rotation) == 12);
ASSETC_ASSERT(AssetcHsceneNodeRow_scale, offsetof(AssetcHsceneNodeRow, scale) == 28);
ASSETC_ASSERT(AssetcHsceneNodeRow_parent, offsetof(AssetcHsceneNodeRow, parent) == 40);
ASSETC_ASSERT(AssetcHsceneNodeRow_firstSubmesh, offsetof(AssetcHsceneNodeRow, firstSubmesh) == 44);
ASSETC_ASSERT(AssetcHsceneNodeRow_submeshCount, offsetof(AssetcHsceneNodeRow, submeshCount) == 48);
ASSETC_ASSERT(AssetcHsceneNodeRow_firstLine, offsetof(AssetcHsceneNodeRow, firstLine) == 52);
ASSETC_ASSERT(AssetcHsceneNodeRow_lineCount, offsetof(AssetcHsceneNodeRow, lineCount) == 56);
ASSETC_ASSERT(AssetcHsceneNodeRow_skin, offsetof(AssetcHsceneNodeRow, skin) == 60);
ASSETC_ASSERT(AssetcHsceneNodeRow_camera, offsetof(AssetcHsceneNodeRow, camera) == 64);
ASSETC_ASSERT(AssetcHsceneNodeRow_light, offsetof(AssetcHsceneNodeRow, light) == 68);
ASSETC_ASSERT(AssetcHsceneNodeRow_joint, offsetof(AssetcHsceneNodeRow, joint) == 72);
ASSETC_ASSERT(AssetcHsceneNodeRow_flags, offsetof(AssetcHsceneNodeRow, flags) == 76);
ASSETC_ASSERT(AssetcHsceneNodeRow_firstInstance, offsetof(AssetcHsceneNodeRow, firstInstance) == 80);
ASSETC_ASSERT(AssetcHsceneNodeRow_instanceCount, offsetof(AssetcHsceneNodeRow, instanceCount) == 84);

/* CAMS: one camera. */
typedef struct AssetcHsceneCameraRow {
  uint32_t type; /* 0 perspective, 1 orthographic. */
  float aspectOrXmag; /* Aspect ratio, 0 where the source says none; orthographic: half the width. */
  float yfovOrYmag; /* Vertical field of view in radians; orthographic: half the height. */
  float znear; /* Distance of the near plane. */
  float zfar; /* Distance of the far plane, 0 for infinite. */
  uint32_t pad[3]; /* Zero. */
} AssetcHsceneCameraRow;
ASSETC_ASSERT(sizeof_AssetcHsceneCameraRow, sizeof(AssetcHsceneCameraRow) == 32);
ASSETC_ASSERT(AssetcHsceneCameraRow_type, offsetof(AssetcHsceneCameraRow, type) == 0);
ASSETC_ASSERT(AssetcHsceneCameraRow_aspectOrXmag, offsetof(AssetcHsceneCameraRow, aspectOrXmag) == 4);
ASSETC_ASSERT(AssetcHsceneCameraRow_yfovOrYmag, offsetof(AssetcHsceneCameraRow, yfovOrYmag) == 8);
ASSETC_ASSERT(AssetcHsceneCameraRow_znear, offsetof(AssetcHsceneCameraRow, znear) == 12);
ASSETC_ASSERT(AssetcHsceneCameraRow_zfar, offsetof(AssetcHsceneCameraRow, zfar) == 16);
ASSETC_ASSERT(AssetcHsceneCameraRow_pad, offsetof(AssetcHsceneCameraRow, pad) == 20);

/* LGTS: one light, as of KHR_lights_punctual. */
typedef struct AssetcHsceneLightRow {
  uint32_t type; /* 0 directional, 1 point, 2 spot. */
  float color[3]; /* Linear RGB. */
  float intensity; /* Lux for directional lights, candela for the others. */
  float range; /* 0 for infinite. */
  float innerCone; /* Radians from the axis, for spots. */
  float outerCone; /* Radians from the axis, for spots. */
} AssetcHsceneLightRow;
ASSETC_ASSERT(sizeof_AssetcHsceneLightRow, sizeof(AssetcHsceneLightRow) == 32);
ASSETC_ASSERT(AssetcHsceneLightRow_type, offsetof(AssetcHsceneLightRow, type) == 0);
ASSETC_ASSERT(AssetcHsceneLightRow_color, offsetof(AssetcHsceneLightRow, color) == 4);
ASSETC_ASSERT(AssetcHsceneLightRow_intensity, offsetof(AssetcHsceneLightRow, intensity) == 16);
ASSETC_ASSERT(AssetcHsceneLightRow_range, offsetof(AssetcHsceneLightRow, range) == 20);
ASSETC_ASSERT(AssetcHsceneLightRow_innerCone, offsetof(AssetcHsceneLightRow, innerCone) == 24);
ASSETC_ASSERT(AssetcHsceneLightRow_outerCone, offsetof(AssetcHsceneLightRow, outerCone) == 28);

/* INST: one instance of EXT_mesh_gpu_instancing, relative to its node. */
typedef struct AssetcHsceneInstanceRow {
  float translation[3]; /* Relative to the parent. */
  float rotation[4]; /* x y z w, not all zero. */
  float scale[3]; /* Along the axes of the node. */
} AssetcHsceneInstanceRow;
ASSETC_ASSERT(sizeof_AssetcHsceneInstanceRow, sizeof(AssetcHsceneInstanceRow) == 40);
ASSETC_ASSERT(AssetcHsceneInstanceRow_translation, offsetof(AssetcHsceneInstanceRow, translation) == 0);
ASSETC_ASSERT(AssetcHsceneInstanceRow_rotation, offsetof(AssetcHsceneInstanceRow, rotation) == 12);
ASSETC_ASSERT(AssetcHsceneInstanceRow_scale, offsetof(AssetcHsceneInstanceRow, scale) == 28);

/* EXTR begins with this; HsceneExtrasRow[count] follows, then the text. */
typedef struct AssetcHsceneExtrasHeader {
  uint32_t count; /* Rows. */
  uint32_t textBytes; /* Bytes of the text. */
  uint32_t pad[2]; /* Zero. */
} AssetcHsceneExtrasHeader;
ASSETC_ASSERT(sizeof_AssetcHsceneExtrasHeader, sizeof(AssetcHsceneExtrasHeader) == 16);
ASSETC_ASSERT(AssetcHsceneExtrasHeader_count, offsetof(AssetcHsceneExtrasHeader, count) == 0);
ASSETC_ASSERT(AssetcHsceneExtrasHeader_textBytes, offsetof(AssetcHsceneExtrasHeader, textBytes) == 4);
ASSETC_ASSERT(AssetcHsceneExtrasHeader_pad, offsetof(AssetcHsceneExtrasHeader, pad) == 8);

/* EXTR: whose extras lie where. */
typedef struct AssetcHsceneExtrasRow {
  uint32_t target; /* 0 scene, 1 node, 2 mesh, 3 material, 4 camera, 5 light, 6 asset; targets and indices ascend, each pair once. */
  uint32_t index; /* Of the node, material row, camera or light; of a mesh the first node that shows it; else 0. */
  uint32_t offset; /* Into the text; rows tile it in order. */
  uint32_t length; /* Bytes of JSON. */
} AssetcHsceneExtrasRow;
ASSETC_ASSERT(sizeof_AssetcHsceneExtrasRow, sizeof(AssetcHsceneExtrasRow) == 16);
ASSETC_ASSERT(AssetcHsceneExtrasRow_target, offsetof(AssetcHsceneExtrasRow, target) == 0);
ASSETC_ASSERT(AssetcHsceneExtrasRow_index, offsetof(AssetcHsceneExtrasRow, index) == 4);
ASSETC_ASSERT(AssetcHsceneExtrasRow_offset, offsetof(AssetcHsceneExtrasRow, offset) == 8);
ASSETC_ASSERT(AssetcHsceneExtrasRow_length, offsetof(AssetcHsceneExtrasRow, length) == 12);

/* ANIM begins with this; clips, channels, times and values follow, each on a multiple of 16 bytes from here. */
typedef struct AssetcHsceneAnimHeader {
  uint32_t clipCount; /* HsceneClipRow[]. */
  uint32_t channelCount; /* HsceneChannelRow[]. */
  uint32_t timeCount; /* f32[]: seconds. */
  uint32_t valueCount; /* f32[]. */
} AssetcHsceneAnimHeader;
ASSETC_ASSERT(sizeof_AssetcHsceneAnimHeader, sizeof(AssetcHsceneAnimHeader) == 16);
ASSETC_ASSERT(AssetcHsceneAnimHeader_clipCount, offsetof(AssetcHsceneAnimHeader, clipCount) == 0);
ASSETC_ASSERT(AssetcHsceneAnimHeader_channelCount, offsetof(AssetcHsceneAnimHeader, channelCount) == 4);
ASSETC_ASSERT(AssetcHsceneAnimHeader_timeCount, offsetof(AssetcHsceneAnimHeader, timeCount) == 8);
ASSETC_ASSERT(AssetcHsceneAnimHeader_valueCount, offsetof(AssetcHsceneAnimHeader, valueCount) == 12);

/* ANIM: one clip. */
typedef struct AssetcHsceneClipRow {
  uint32_t firstChannel; /* Clips tile the channels in order. */
  uint32_t channelCount; /* Channels of this clip. */
  float duration; /* Largest key time, 0 where there are no keys. */
  uint32_t pad; /* Zero. */
} AssetcHsceneClipRow;
ASSETC_ASSERT(sizeof_AssetcHsceneClipRow, sizeof(AssetcHsceneClipRow) == 16);
ASSETC_ASSERT(AssetcHsceneClipRow_firstChannel, offsetof(AssetcHsceneClipRow, firstChannel) == 0);
ASSETC_ASSERT(AssetcHsceneClipRow_channelCount, offsetof(AssetcHsceneClipRow, channelCount) == 4);
ASSETC_ASSERT(AssetcHsceneClipRow_duration, offsetof(AssetcHsceneClipRow, duration) == 8);
ASSETC_ASSERT(AssetcHsceneClipRow_pad, offsetof(AssetcHsceneClipRow, pad) == 12);

/* ANIM: one property over time. */
typedef struct AssetcHsceneChannelRow {
  uint32_t target; /* 1 node, 3 material, 4 camera, 5 light. */
  uint32_t index; /* Of the node, the camera or the light; row of the companion .hmat. */
  uint32_t property; /* Which property of the target; numbers below. */
  uint8_t interp; /* 0 STEP, 1 LINEAR. */
  uint8_t components; /* Floats of one value. */
  uint16_t pad; /* Zero. */
  uint32_t firstTime; /* Channels tile the times in order. */
  uint32_t keyCount; /* Times of this channel; as many values, of components floats each. */
  uint32_t firstValue; /* In floats; channels tile the values in order. */
  uint32_t pad2; /* Zero. */
} AssetcHsceneChannelRow;
ASSETC_ASSERT(sizeof_AssetcHsceneChannelRow, sizeof(AssetcHsceneChannelRow) == 32);
ASSETC_ASSERT(AssetcHsceneChannelRow_target, offsetof(AssetcHsceneChannelRow, target) == 0);
ASSETC_ASSERT(AssetcHsceneChannelRow_index, offsetof(AssetcHsceneChannelRow, index) == 4);
ASSETC_ASSERT(AssetcHsceneChannelRow_property, offsetof(AssetcHsceneChannelRow, property) == 8);
ASSETC_ASSERT(AssetcHsceneChannelRow_interp, offsetof(AssetcHsceneChannelRow, interp) == 12);
ASSETC_ASSERT(AssetcHsceneChannelRow_components, offsetof(AssetcHsceneChannelRow, components) == 13);
ASSETC_ASSERT(AssetcHsceneChannelRow_pad, offsetof(AssetcHsceneChannelRow, pad) == 14);
ASSETC_ASSERT(AssetcHsceneChannelRow_firstTime, offsetof(AssetcHsceneChannelRow, firstTime) == 16);
ASSETC_ASSERT(AssetcHsceneChannelRow_keyCount, offsetof(AssetcHsceneChannelRow, keyCount) == 20);
ASSETC_ASSERT(AssetcHsceneChannelRow_firstValue, offsetof(AssetcHsceneChannelRow, firstValue) == 24);
ASSETC_ASSERT(AssetcHsceneChannelRow_pad2, offsetof(AssetcHsceneChannelRow, pad2) == 28);

/* ---- .hanim, version 1: animation clips of a skeleton; .hanimx, version 2: clips of morph weights. ---- */

#define ASSETC_HANIM_MAGIC UINT32_C(0x4D4E4148) /* The bytes HANM. */
#define ASSETC_HANIM_VERSION UINT32_C(1) /* Clips of joints: .hanim. */
#define ASSETC_HANIM_VERSION_WEIGHTS UINT32_C(2) /* Clips of morph weights: .hanimx. */
#define ASSETC_HANIM_PATH_TRANSLATION UINT32_C(0) /* HanimChannel.path: translation. */
#define ASSETC_HANIM_PATH_ROTATION UINT32_C(1) /* HanimChannel.path: rotation. */
#define ASSETC_HANIM_PATH_SCALE UINT32_C(2) /* HanimChannel.path: scale. */
#define ASSETC_HANIM_PATH_WEIGHT UINT32_C(3) /* HanimChannel.path: weight, only in .hanimx. */
#define ASSETC_HANIM_INTERP_STEP UINT32_C(0) /* HanimChannel.interp: STEP. */
#define ASSETC_HANIM_INTERP_LINEAR UINT32_C(1) /* HanimChannel.interp: LINEAR. */

/* Start of the file; the clips follow at once. */
typedef struct AssetcHanimHeader {
  uint32_t magic; /* The bytes HANM. */
  uint32_t version; /* 1, or 2 in .hanimx. */
  uint32_t clipCount; /* Clips. */
  uint32_t reserved; /* Zero. */
} AssetcHanimHeader;
ASSETC_ASSERT(sizeof_AssetcHanimHeader, sizeof(AssetcHanimHeader) == 16);
ASSETC_ASSERT(AssetcHanimHeader_magic, offsetof(AssetcHanimHeader, magic) == 0);
ASSETC_ASSERT(AssetcHanimHeader_version, offsetof(AssetcHanimHeader, version) == 4);
ASSETC_ASSERT(AssetcHanimHeader_clipCount, offsetof(AssetcHanimHeader, clipCount) == 8);
ASSETC_ASSERT(AssetcHanimHeader_reserved, offsetof(AssetcHanimHeader, reserved) == 12);

/* Start of a clip; the name follows. Not aligned as a C struct would be: read it field by field. */
#define ASSETC_HANIM_CLIP_NAME_SIZE 2u
#define ASSETC_HANIM_CLIP_NAME_NAME_LEN_OFFSET 0u /* UTF-8 bytes of the name. */
static inline uint16_t assetc_hanim_clip_name_name_len(const void *p) { return assetc_read_u16((const unsigned char *)p + ASSETC_HANIM_CLIP_NAME_NAME_LEN_OFFSET); }

/* Behind the name; the channels follow. Not aligned as a C struct would be: read it field by field. */
#define ASSETC_HANIM_CLIP_SIZE 8u
#define ASSETC_HANIM_CLIP_DURATION_OFFSET 0u /* Largest key time, 0 where there are no keys. */
#define ASSETC_HANIM_CLIP_CHANNEL_COUNT_OFFSET 4u /* Channels. */
static inline float assetc_hanim_clip_duration(const void *p) { return assetc_read_f32((const unsigned char *)p + ASSETC_HANIM_CLIP_DURATION_OFFSET); }
static inline uint32_t assetc_hanim_clip_channel_count(const void *p) { return assetc_read_u32((const unsigned char *)p + ASSETC_HANIM_CLIP_CHANNEL_COUNT_OFFSET); }

/* Start of a channel; its keys follow. Not aligned as a C struct would be: read it field by field. */
#define ASSETC_HANIM_CHANNEL_SIZE 12u
#define ASSETC_HANIM_CHANNEL_JOINT_OFFSET 0u /* Into SKEL of the companion .hmesh; in .hanimx into the targets of MRPH. */
#define ASSETC_HANIM_CHANNEL_PATH_OFFSET 4u /* 0 translation, 1 rotation (x y z w), 2 scale; in .hanimx 3 weight. */
#define ASSETC_HANIM_CHANNEL_INTERP_OFFSET 5u /* 0 STEP, 1 LINEAR. */
#define ASSETC_HANIM_CHANNEL_COMPONENTS_OFFSET 6u /* 3, 4 for rotation, 1 for weight. */
#define ASSETC_HANIM_CHANNEL_PAD_OFFSET 7u /* Zero. */
#define ASSETC_HANIM_CHANNEL_KEY_COUNT_OFFSET 8u /* Keys of 4 + 4 * components bytes: time f32, value f32[components]. */
static inline uint32_t assetc_hanim_channel_joint(const void *p) { return assetc_read_u32((const unsigned char *)p + ASSETC_HANIM_CHANNEL_JOINT_OFFSET); }
static inline uint8_t assetc_hanim_channel_path(const void *p) { return assetc_read_u8((const unsigned char *)p + ASSETC_HANIM_CHANNEL_PATH_OFFSET); }
static inline uint8_t assetc_hanim_channel_interp(const void *p) { return assetc_read_u8((const unsigned char *)p + ASSETC_HANIM_CHANNEL_INTERP_OFFSET); }
static inline uint8_t assetc_hanim_channel_components(const void *p) { return assetc_read_u8((const unsigned char *)p + ASSETC_HANIM_CHANNEL_COMPONENTS_OFFSET); }
static inline uint8_t assetc_hanim_channel_pad(const void *p) { return assetc_read_u8((const unsigned char *)p + ASSETC_HANIM_CHANNEL_PAD_OFFSET); }
static inline uint32_t assetc_hanim_channel_key_count(const void *p) { return assetc_read_u32((const unsigned char *)p + ASSETC_HANIM_CHANNEL_KEY_COUNT_OFFSET); }

/* ---- .hman, version 1: which hash means which file. ---- */

#define ASSETC_HMAN_MAGIC UINT32_C(0x4E414D48) /* The bytes HMAN. */
#define ASSETC_HMAN_VERSION UINT32_C(1) /* Current version. */
#define ASSETC_HMAN_KIND_TEXTURE UINT32_C(0) /* HmanEntryHead.kind: texture. */
#define ASSETC_HMAN_KIND_MESH UINT32_C(1) /* HmanEntryHead.kind: mesh. */
#define ASSETC_HMAN_KIND_MATERIAL UINT32_C(2) /* HmanEntryHead.kind: material. */
#define ASSETC_HMAN_KIND_LUT UINT32_C(3) /* HmanEntryHead.kind: lut. */
#define ASSETC_HMAN_KIND_SHADER UINT32_C(4) /* HmanEntryHead.kind: shader. */
#define ASSETC_HMAN_KIND_EMBED UINT32_C(5) /* HmanEntryHead.kind: embed. */
#define ASSETC_HMAN_KIND_ANIMATION UINT32_C(6) /* HmanEntryHead.kind: animation. */
#define ASSETC_HMAN_KIND_FONT UINT32_C(7) /* HmanEntryHead.kind: font. */
#define ASSETC_HMAN_COLORSPACE_LINEAR UINT32_C(0) /* HmanEntryHead.colorspace. */
#define ASSETC_HMAN_COLORSPACE_SRGB UINT32_C(1) /* HmanEntryHead.colorspace. */

/* Starts a manifest; count entries follow, sorted by hash. */
typedef struct AssetcHmanHeader {
  uint32_t magic; /* The bytes "HMAN". */
  uint32_t version; /* Readers reject any other. */
  uint32_t count; /* Entries. */
  uint32_t reserved; /* 0. */
} AssetcHmanHeader;
ASSETC_ASSERT(sizeof_AssetcHmanHeader, sizeof(AssetcHmanHeader) == 16);
ASSETC_ASSERT(AssetcHmanHeader_magic, offsetof(AssetcHmanHeader, magic) == 0);
ASSETC_ASSERT(AssetcHmanHeader_version, offsetof(AssetcHmanHeader, version) == 4);
ASSETC_ASSERT(AssetcHmanHeader_count, offsetof(AssetcHmanHeader, count) == 8);
ASSETC_ASSERT(AssetcHmanHeader_reserved, offsetof(AssetcHmanHeader, reserved) == 12);

/* One entry; pathLen bytes of path follow. Not aligned as a C struct would be: read it field by field. */
#define ASSETC_HMAN_ENTRY_HEAD_SIZE 12u
#define ASSETC_HMAN_ENTRY_HEAD_HASH_OFFSET 0u /* The key; ascending, each once. */
#define ASSETC_HMAN_ENTRY_HEAD_KIND_OFFSET 8u /* 0 texture, 1 mesh, 2 material, 3 lut, 4 shader, 5 embed, 6 animation, 7 font; later versions may add others. */
#define ASSETC_HMAN_ENTRY_HEAD_COLORSPACE_OFFSET 9u /* 0 linear, 1 sRGB. */
#define ASSETC_HMAN_ENTRY_HEAD_PATH_LEN_OFFSET 10u /* Bytes of the path: UTF-8, relative to the output root, forward slashes. */
static inline uint64_t assetc_hman_entry_head_hash(const void *p) { return assetc_read_u64((const unsigned char *)p + ASSETC_HMAN_ENTRY_HEAD_HASH_OFFSET); }
static inline uint8_t assetc_hman_entry_head_kind(const void *p) { return assetc_read_u8((const unsigned char *)p + ASSETC_HMAN_ENTRY_HEAD_KIND_OFFSET); }
static inline uint8_t assetc_hman_entry_head_colorspace(const void *p) { return assetc_read_u8((const unsigned char *)p + ASSETC_HMAN_ENTRY_HEAD_COLORSPACE_OFFSET); }
static inline uint16_t assetc_hman_entry_head_path_len(const void *p) { return assetc_read_u16((const unsigned char *)p + ASSETC_HMAN_ENTRY_HEAD_PATH_LEN_OFFSET); }

/* ---- .hpack, version 2: one file that holds an output folder. ---- */

#define ASSETC_HPACK_MAGIC UINT32_C(0x4B415048) /* The bytes HPAK. */
#define ASSETC_HPACK_VERSION UINT32_C(2) /* Current version. */
#define ASSETC_HPACK_PAYLOAD_ALIGNMENT UINT32_C(16) /* Every payload starts on a multiple of this. */
#define ASSETC_HPACK_KIND_OTHER UINT32_C(0) /* HpackEntryHead.kind: any other extension. */
#define ASSETC_HPACK_KIND_HMESH UINT32_C(1) /* HpackEntryHead.kind: .hmesh. */
#define ASSETC_HPACK_KIND_HMAT UINT32_C(2) /* HpackEntryHead.kind: .hmat. */
#define ASSETC_HPACK_KIND_HMAN UINT32_C(3) /* HpackEntryHead.kind: .hman. */
#define ASSETC_HPACK_KIND_HANIM UINT32_C(4) /* HpackEntryHead.kind: .hanim. */
#define ASSETC_HPACK_KIND_KTX2 UINT32_C(5) /* HpackEntryHead.kind: .ktx2. */
#define ASSETC_HPACK_KIND_SPV UINT32_C(6) /* HpackEntryHead.kind: .spv. */
#define ASSETC_HPACK_KIND_HFONT UINT32_C(7) /* HpackEntryHead.kind: .hfont. */

/* Starts a pack; the table of contents follows. */
typedef struct AssetcHpackHeader {
  uint32_t magic; /* The bytes "HPAK". */
  uint32_t version; /* Readers reject any other. */
  uint32_t count; /* Entries. */
  uint32_t flags; /* 0. */
  uint64_t tocBytes; /* Bytes of the table of contents. */
} AssetcHpackHeader;
ASSETC_ASSERT(sizeof_AssetcHpackHeader, sizeof(AssetcHpackHeader) == 24);
ASSETC_ASSERT(AssetcHpackHeader_magic, offsetof(AssetcHpackHeader, magic) == 0);
ASSETC_ASSERT(AssetcHpackHeader_version, offsetof(AssetcHpackHeader, version) == 4);
ASSETC_ASSERT(AssetcHpackHeader_count, offsetof(AssetcHpackHeader, count) == 8);
ASSETC_ASSERT(AssetcHpackHeader_flags, offsetof(AssetcHpackHeader, flags) == 12);
ASSETC_ASSERT(AssetcHpackHeader_tocBytes, offsetof(AssetcHpackHeader, tocBytes) == 16);

/* One entry of the table; pathLen bytes of path follow. Not aligned as a C struct would be: read it field by field. */
#define ASSETC_HPACK_ENTRY_HEAD_SIZE 19u
#define ASSETC_HPACK_ENTRY_HEAD_OFFSET_OFFSET 0u /* Start of the payload, from the start of the file; a multiple of 16. */
#define ASSETC_HPACK_ENTRY_HEAD_SIZE_OFFSET 8u /* Bytes of the payload. */
#define ASSETC_HPACK_ENTRY_HEAD_KIND_OFFSET 16u /* By extension: 0 other, 1 .hmesh, 2 .hmat, 3 .hman, 4 .hanim, 5 .ktx2, 6 .spv, 7 .hfont; later versions may add others. */
#define ASSETC_HPACK_ENTRY_HEAD_PATH_LEN_OFFSET 17u /* Bytes of the path: UTF-8, relative, forward slashes; entries sort by these bytes. */
static inline uint64_t assetc_hpack_entry_head_offset(const void *p) { return assetc_read_u64((const unsigned char *)p + ASSETC_HPACK_ENTRY_HEAD_OFFSET_OFFSET); }
static inline uint64_t assetc_hpack_entry_head_size(const void *p) { return assetc_read_u64((const unsigned char *)p + ASSETC_HPACK_ENTRY_HEAD_SIZE_OFFSET); }
static inline uint8_t assetc_hpack_entry_head_kind(const void *p) { return assetc_read_u8((const unsigned char *)p + ASSETC_HPACK_ENTRY_HEAD_KIND_OFFSET); }
static inline uint16_t assetc_hpack_entry_head_path_len(const void *p) { return assetc_read_u16((const unsigned char *)p + ASSETC_HPACK_ENTRY_HEAD_PATH_LEN_OFFSET); }

/* ---- .ktx2, Khronos KTX 2.0: textures. ---- */

#define ASSETC_KTX2_VK_FORMAT_UNDEFINED UINT32_C(0) /* Ktx2Header.vkFormat of UASTC and ETC1S. */
#define ASSETC_KTX2_VK_FORMAT_R8G8B8A8_UNORM UINT32_C(37) /* Raw, linear. */
#define ASSETC_KTX2_VK_FORMAT_R8G8B8A8_SRGB UINT32_C(43) /* Raw, sRGB. */
#define ASSETC_KTX2_VK_FORMAT_R16G16B16A16_SFLOAT UINT32_C(97) /* Lookup tables in half floats. */
#define ASSETC_KTX2_VK_FORMAT_BC1_RGB_UNORM_BLOCK UINT32_C(131) /* BC1, linear. */
#define ASSETC_KTX2_VK_FORMAT_BC1_RGB_SRGB_BLOCK UINT32_C(132) /* BC1, sRGB. */
#define ASSETC_KTX2_VK_FORMAT_BC3_UNORM_BLOCK UINT32_C(137) /* BC3, linear. */
#define ASSETC_KTX2_VK_FORMAT_BC3_SRGB_BLOCK UINT32_C(138) /* BC3, sRGB. */
#define ASSETC_KTX2_VK_FORMAT_BC4_UNORM_BLOCK UINT32_C(139) /* BC4: grayscale in red. */
#define ASSETC_KTX2_VK_FORMAT_BC5_UNORM_BLOCK UINT32_C(141) /* BC5: X and Y of normals in red and green. */
#define ASSETC_KTX2_VK_FORMAT_BC7_UNORM_BLOCK UINT32_C(145) /* BC7, linear. */
#define ASSETC_KTX2_VK_FORMAT_BC7_SRGB_BLOCK UINT32_C(146) /* BC7, sRGB. */
#define ASSETC_KTX2_VK_FORMAT_ETC2_R8G8B8_UNORM_BLOCK UINT32_C(147) /* ETC2, opaque, linear. */
#define ASSETC_KTX2_VK_FORMAT_ETC2_R8G8B8_SRGB_BLOCK UINT32_C(148) /* ETC2, opaque, sRGB. */
#define ASSETC_KTX2_VK_FORMAT_ETC2_R8G8B8A8_UNORM_BLOCK UINT32_C(151) /* ETC2 with EAC alpha, linear. */
#define ASSETC_KTX2_VK_FORMAT_ETC2_R8G8B8A8_SRGB_BLOCK UINT32_C(152) /* ETC2 with EAC alpha, sRGB. */
#define ASSETC_KTX2_VK_FORMAT_EAC_R11_UNORM_BLOCK UINT32_C(153) /* EAC: grayscale in red. */
#define ASSETC_KTX2_VK_FORMAT_EAC_R11G11_UNORM_BLOCK UINT32_C(155) /* EAC: X and Y of normals in red and green. */
#define ASSETC_KTX2_VK_FORMAT_ASTC_4x4_UNORM_BLOCK UINT32_C(157) /* ASTC LDR 4x4, linear. */
#define ASSETC_KTX2_VK_FORMAT_ASTC_4x4_SRGB_BLOCK UINT32_C(158) /* ASTC LDR 4x4, sRGB. */
#define ASSETC_KTX2_SUPERCOMPRESSION_NONE UINT32_C(0) /* Levels can be uploaded as they lie. */
#define ASSETC_KTX2_SUPERCOMPRESSION_BASISLZ UINT32_C(1) /* Read, never written. */
#define ASSETC_KTX2_SUPERCOMPRESSION_ZSTD UINT32_C(2) /* Each level is one Zstandard frame. */
#define ASSETC_KTX2_SUPERCOMPRESSION_ZLIB UINT32_C(3) /* Read, never written. */
#define ASSETC_KTX2_MODEL_RGBSDA UINT32_C(1) /* DfdBasic.colorModel of raw textures. */
#define ASSETC_KTX2_MODEL_BC1A UINT32_C(128) /* DfdBasic.colorModel of BC1. */
#define ASSETC_KTX2_MODEL_BC3 UINT32_C(130) /* DfdBasic.colorModel of BC3. */
#define ASSETC_KTX2_MODEL_BC4 UINT32_C(131) /* DfdBasic.colorModel of BC4. */
#define ASSETC_KTX2_MODEL_BC5 UINT32_C(132) /* DfdBasic.colorModel of BC5. */
#define ASSETC_KTX2_MODEL_BC7 UINT32_C(134) /* DfdBasic.colorModel of BC7. */
#define ASSETC_KTX2_MODEL_ETC2 UINT32_C(161) /* DfdBasic.colorModel of ETC2 and EAC. */
#define ASSETC_KTX2_MODEL_ASTC UINT32_C(162) /* DfdBasic.colorModel of ASTC. */
#define ASSETC_KTX2_MODEL_ETC1S UINT32_C(163) /* DfdBasic.colorModel: read, never written. */
#define ASSETC_KTX2_MODEL_UASTC UINT32_C(166) /* DfdBasic.colorModel of UASTC LDR 4x4. */

/* The header of a KTX 2.0 file. */
typedef struct AssetcKtx2Header {
  uint8_t identifier[12]; /* AB 4B 54 58 20 32 30 BB 0D 0A 1A 0A. */
  uint32_t vkFormat; /* VkFormat; 0 for UASTC and ETC1S. */
  uint32_t typeSize; /* Bytes of the type that would be byte-swapped; 1 for block formats. */
  uint32_t pixelWidth; /* Width of level 0. */
  uint32_t pixelHeight; /* Height of level 0; 0 for 1D. */
  uint32_t pixelDepth; /* Depth of level 0; 0 unless 3D. */
  uint32_t layerCount; /* Array elements; 0 when not an array. */
  uint32_t faceCount; /* 6 for cubemaps, else 1. */
  uint32_t levelCount; /* Mip levels; 0 asks the loader to generate them. */
  uint32_t supercompressionScheme; /* 0 none, 1 BasisLZ, 2 Zstandard, 3 ZLIB. */
  uint32_t dfdByteOffset; /* Start of the data format descriptor. */
  uint32_t dfdByteLength; /* Its bytes. */
  uint32_t kvdByteOffset; /* Start of the key/value data; 0 when there is none. */
  uint32_t kvdByteLength; /* Its bytes, padding included. */
  uint64_t sgdByteOffset; /* Start of the supercompression global data; 0 when there is none. */
  uint64_t sgdByteLength; /* Its bytes. */
} AssetcKtx2Header;
ASSETC_ASSERT(sizeof_AssetcKtx2Header, sizeof(AssetcKtx2Header) == 80);
ASSETC_ASSERT(AssetcKtx2Header_identifier, offsetof(AssetcKtx2Header, identifier) == 0);
ASSETC_ASSERT(AssetcKtx2Header_vkFormat, offsetof(AssetcKtx2Header, vkFormat) == 12);
ASSETC_ASSERT(AssetcKtx2Header_typeSize, offsetof(AssetcKtx2Header, typeSize) == 16);
ASSETC_ASSERT(AssetcKtx2Header_pixelWidth, offsetof(AssetcKtx2Header, pixelWidth) == 20);
ASSETC_ASSERT(AssetcKtx2Header_pixelHeight, offsetof(AssetcKtx2Header, pixelHeight) == 24);
ASSETC_ASSERT(AssetcKtx2Header_pixelDepth, offsetof(AssetcKtx2Header, pixelDepth) == 28);
ASSETC_ASSERT(AssetcKtx2Header_layerCount, offsetof(AssetcKtx2Header, layerCount) == 32);
ASSETC_ASSERT(AssetcKtx2Header_faceCount, offsetof(AssetcKtx2Header, faceCount) == 36);
ASSETC_ASSERT(AssetcKtx2Header_levelCount, offsetof(AssetcKtx2Header, levelCount) == 40);
ASSETC_ASSERT(AssetcKtx2Header_supercompressionScheme, offsetof(AssetcKtx2Header, supercompressionScheme) == 44);
ASSETC_ASSERT(AssetcKtx2Header_dfdByteOffset, offsetof(AssetcKtx2Header, dfdByteOffset) == 48);
ASSETC_ASSERT(AssetcKtx2Header_dfdByteLength, offsetof(AssetcKtx2Header, dfdByteLength) == 52);
ASSETC_ASSERT(AssetcKtx2Header_kvdByteOffset, offsetof(AssetcKtx2Header, kvdByteOffset) == 56);
ASSETC_ASSERT(AssetcKtx2Header_kvdByteLength, offsetof(AssetcKtx2Header, kvdByteLength) == 60);
ASSETC_ASSERT(AssetcKtx2Header_sgdByteOffset, offsetof(AssetcKtx2Header, sgdByteOffset) == 64);
ASSETC_ASSERT(AssetcKtx2Header_sgdByteLength, offsetof(AssetcKtx2Header, sgdByteLength) == 72);

/* One mip level; the largest level comes first. */
typedef struct AssetcKtx2LevelIndex {
  uint64_t byteOffset; /* Start of the level, from the start of the file. */
  uint64_t byteLength; /* Stored bytes. */
  uint64_t uncompressedByteLength; /* Bytes after supercompression is undone; 0 under BasisLZ. */
} AssetcKtx2LevelIndex;
ASSETC_ASSERT(sizeof_AssetcKtx2LevelIndex, sizeof(AssetcKtx2LevelIndex) == 24);
ASSETC_ASSERT(AssetcKtx2LevelIndex_byteOffset, offsetof(AssetcKtx2LevelIndex, byteOffset) == 0);
ASSETC_ASSERT(AssetcKtx2LevelIndex_byteLength, offsetof(AssetcKtx2LevelIndex, byteLength) == 8);
ASSETC_ASSERT(AssetcKtx2LevelIndex_uncompressedByteLength, offsetof(AssetcKtx2LevelIndex, uncompressedByteLength) == 16);

/* Starts every descriptor block. */
typedef struct AssetcDfdBlockHeader {
  uint32_t vendorAndType; /* Vendor in bits 0-16, descriptor type in bits 17-31; 0 is the basic block. */
  uint16_t versionNumber; /* 2. */
  uint16_t descriptorBlockSize; /* Bytes of the block, this header included. */
} AssetcDfdBlockHeader;
ASSETC_ASSERT(sizeof_AssetcDfdBlockHeader, sizeof(AssetcDfdBlockHeader) == 8);
ASSETC_ASSERT(AssetcDfdBlockHeader_vendorAndType, offsetof(AssetcDfdBlockHeader, vendorAndType) == 0);
ASSETC_ASSERT(AssetcDfdBlockHeader_versionNumber, offsetof(AssetcDfdBlockHeader, versionNumber) == 4);
ASSETC_ASSERT(AssetcDfdBlockHeader_descriptorBlockSize, offsetof(AssetcDfdBlockHeader, descriptorBlockSize) == 6);

/* Follows the header of a basic block. */
typedef struct AssetcDfdBasic {
  uint8_t colorModel; /* 1 RGBSDA, 128 BC1 ... 134 BC7, 161 ETC2 and EAC, 162 ASTC, 163 ETC1S, 166 UASTC, ... */
  uint8_t colorPrimaries; /* 0 unspecified, 1 BT.709. */
  uint8_t transferFunction; /* 1 linear, 2 sRGB. */
  uint8_t flags; /* Bit 0: premultiplied alpha. */
  uint8_t texelBlockDimension[4]; /* Width, height, depth and length of a texel block, less one. */
  uint8_t bytesPlane[8]; /* Bytes of a texel block in each plane. */
} AssetcDfdBasic;
ASSETC_ASSERT(sizeof_AssetcDfdBasic, sizeof(AssetcDfdBasic) == 16);
ASSETC_ASSERT(AssetcDfdBasic_colorModel, offsetof(AssetcDfdBasic, colorModel) == 0);
ASSETC_ASSERT(AssetcDfdBasic_colorPrimaries, offsetof(AssetcDfdBasic, colorPrimaries) == 1);
ASSETC_ASSERT(AssetcDfdBasic_transferFunction, offsetof(AssetcDfdBasic, transferFunction) == 2);
ASSETC_ASSERT(AssetcDfdBasic_flags, offsetof(AssetcDfdBasic, flags) == 3);
ASSETC_ASSERT(AssetcDfdBasic_texelBlockDimension, offsetof(AssetcDfdBasic, texelBlockDimension) == 4);
ASSETC_ASSERT(AssetcDfdBasic_bytesPlane, offsetof(AssetcDfdBasic, bytesPlane) == 8);

/* One channel of a texel block. */
typedef struct AssetcDfdSample {
  uint16_t bitOffset; /* First bit of the sample in the block. */
  uint8_t bitLength; /* Bits of the sample, less one. */
  uint8_t channelType; /* Channel in bits 0-3; bit 4 linear, 5 exponent, 6 signed, 7 float. */
  uint8_t samplePosition[4]; /* Where in the block the sample is taken. */
  uint32_t lower; /* Value that means 0 (or -1). */
  uint32_t upper; /* Value that means 1. */
} AssetcDfdSample;
ASSETC_ASSERT(sizeof_AssetcDfdSample, sizeof(AssetcDfdSample) == 16);
ASSETC_ASSERT(AssetcDfdSample_bitOffset, offsetof(AssetcDfdSample, bitOffset) == 0);
ASSETC_ASSERT(AssetcDfdSample_bitLength, offsetof(AssetcDfdSample, bitLength) == 2);
ASSETC_ASSERT(AssetcDfdSample_channelType, offsetof(AssetcDfdSample, channelType) == 3);
ASSETC_ASSERT(AssetcDfdSample_samplePosition, offsetof(AssetcDfdSample, samplePosition) == 4);
ASSETC_ASSERT(AssetcDfdSample_lower, offsetof(AssetcDfdSample, lower) == 8);
ASSETC_ASSERT(AssetcDfdSample_upper, offsetof(AssetcDfdSample, upper) == 12);

/* Starts the global data of BasisLZ. */
typedef struct AssetcBasisLzGlobalHeader {
  uint16_t endpointCount; /* Entries of the endpoint codebook. */
  uint16_t selectorCount; /* Entries of the selector codebook. */
  uint32_t endpointsByteLength; /* Bytes of the endpoint codebook. */
  uint32_t selectorsByteLength; /* Bytes of the selector codebook. */
  uint32_t tablesByteLength; /* Bytes of the Huffman tables. */
  uint32_t extendedByteLength; /* Bytes of extended data. */
} AssetcBasisLzGlobalHeader;
ASSETC_ASSERT(sizeof_AssetcBasisLzGlobalHeader, sizeof(AssetcBasisLzGlobalHeader) == 20);
ASSETC_ASSERT(AssetcBasisLzGlobalHeader_endpointCount, offsetof(AssetcBasisLzGlobalHeader, endpointCount) == 0);
ASSETC_ASSERT(AssetcBasisLzGlobalHeader_selectorCount, offsetof(AssetcBasisLzGlobalHeader, selectorCount) == 2);
ASSETC_ASSERT(AssetcBasisLzGlobalHeader_endpointsByteLength, offsetof(AssetcBasisLzGlobalHeader, endpointsByteLength) == 4);
ASSETC_ASSERT(AssetcBasisLzGlobalHeader_selectorsByteLength, offsetof(AssetcBasisLzGlobalHeader, selectorsByteLength) == 8);
ASSETC_ASSERT(AssetcBasisLzGlobalHeader_tablesByteLength, offsetof(AssetcBasisLzGlobalHeader, tablesByteLength) == 12);
ASSETC_ASSERT(AssetcBasisLzGlobalHeader_extendedByteLength, offsetof(AssetcBasisLzGlobalHeader, extendedByteLength) == 16);

/* ---- .hfont, version 1: glyph metrics and kerning of a distance field font. ---- */

#define ASSETC_HFONT_MAGIC UINT32_C(0x544E4648) /* The bytes HFNT. */
#define ASSETC_HFONT_VERSION UINT32_C(1) /* Current version. */
#define ASSETC_HFONT_FLAG_MSDF UINT32_C(1) /* HfontHeader.flags: three channels, the median decides. */

/* Starts a font; glyphs and then kerning pairs follow. Not aligned as a C struct would be: read it field by field. */
#define ASSETC_HFONT_HEADER_SIZE 52u
#define ASSETC_HFONT_HEADER_MAGIC_OFFSET 0u /* The bytes "HFNT". */
#define ASSETC_HFONT_HEADER_VERSION_OFFSET 4u /* Readers reject any other. */
#define ASSETC_HFONT_HEADER_GLYPH_COUNT_OFFSET 8u /* Glyphs; the first is codepoint 0 (.notdef). */
#define ASSETC_HFONT_HEADER_KERNING_COUNT_OFFSET 12u /* Kerning pairs. */
#define ASSETC_HFONT_HEADER_ATLAS_TEX_OFFSET 16u /* hashRef of the font's source ref: the atlas texture. */
#define ASSETC_HFONT_HEADER_ASCENT_OFFSET 24u /* Em, above the baseline. */
#define ASSETC_HFONT_HEADER_DESCENT_OFFSET 28u /* Em; negative. */
#define ASSETC_HFONT_HEADER_LINE_GAP_OFFSET 32u /* Em between the descent of a line and the ascent of the next. */
#define ASSETC_HFONT_HEADER_DISTANCE_RANGE_OFFSET 36u /* Texels that the stored values 0 to 1 span. */
#define ASSETC_HFONT_HEADER_EDGE_VALUE_OFFSET 40u /* The stored value on the outline, 128/255. */
#define ASSETC_HFONT_HEADER_ATLAS_WIDTH_OFFSET 44u /* Texels. */
#define ASSETC_HFONT_HEADER_ATLAS_HEIGHT_OFFSET 46u /* Texels. */
#define ASSETC_HFONT_HEADER_FLAGS_OFFSET 48u /* Bit 0 set: 3-channel MSDF; clear: SDF. */
static inline uint32_t assetc_hfont_header_magic(const void *p) { return assetc_read_u32((const unsigned char *)p + ASSETC_HFONT_HEADER_MAGIC_OFFSET); }
static inline uint32_t assetc_hfont_header_version(const void *p) { return assetc_read_u32((const unsigned char *)p + ASSETC_HFONT_HEADER_VERSION_OFFSET); }
static inline uint32_t assetc_hfont_header_glyph_count(const void *p) { return assetc_read_u32((const unsigned char *)p + ASSETC_HFONT_HEADER_GLYPH_COUNT_OFFSET); }
static inline uint32_t assetc_hfont_header_kerning_count(const void *p) { return assetc_read_u32((const unsigned char *)p + ASSETC_HFONT_HEADER_KERNING_COUNT_OFFSET); }
static inline uint64_t assetc_hfont_header_atlas_tex(const void *p) { return assetc_read_u64((const unsigned char *)p + ASSETC_HFONT_HEADER_ATLAS_TEX_OFFSET); }
static inline float assetc_hfont_header_ascent(const void *p) { return assetc_read_f32((const unsigned char *)p + ASSETC_HFONT_HEADER_ASCENT_OFFSET); }
static inline float assetc_hfont_header_descent(const void *p) { return assetc_read_f32((const unsigned char *)p + ASSETC_HFONT_HEADER_DESCENT_OFFSET); }
static inline float assetc_hfont_header_line_gap(const void *p) { return assetc_read_f32((const unsigned char *)p + ASSETC_HFONT_HEADER_LINE_GAP_OFFSET); }
static inline float assetc_hfont_header_distance_range(const void *p) { return assetc_read_f32((const unsigned char *)p + ASSETC_HFONT_HEADER_DISTANCE_RANGE_OFFSET); }
static inline float assetc_hfont_header_edge_value(const void *p) { return assetc_read_f32((const unsigned char *)p + ASSETC_HFONT_HEADER_EDGE_VALUE_OFFSET); }
static inline uint16_t assetc_hfont_header_atlas_width(const void *p) { return assetc_read_u16((const unsigned char *)p + ASSETC_HFONT_HEADER_ATLAS_WIDTH_OFFSET); }
static inline uint16_t assetc_hfont_header_atlas_height(const void *p) { return assetc_read_u16((const unsigned char *)p + ASSETC_HFONT_HEADER_ATLAS_HEIGHT_OFFSET); }
static inline uint32_t assetc_hfont_header_flags(const void *p) { return assetc_read_u32((const unsigned char *)p + ASSETC_HFONT_HEADER_FLAGS_OFFSET); }

/* One glyph, sorted by codepoint. */
typedef struct AssetcGpuGlyph {
  uint32_t codepoint; /* Unicode codepoint; 0 is .notdef. */
  float advance; /* Em. */
  float plane[4]; /* Left, bottom, right, top in em, y up, baseline 0; the spread is included. */
  float uv[4]; /* Left, top, right, bottom in the atlas, 0 to 1. */
} AssetcGpuGlyph;
ASSETC_ASSERT(sizeof_AssetcGpuGlyph, sizeof(AssetcGpuGlyph) == 40);
ASSETC_ASSERT(AssetcGpuGlyph_codepoint, offsetof(AssetcGpuGlyph, codepoint) == 0);
ASSETC_ASSERT(AssetcGpuGlyph_advance, offsetof(AssetcGpuGlyph, advance) == 4);
ASSETC_ASSERT(AssetcGpuGlyph_plane, offsetof(AssetcGpuGlyph, plane) == 8);
ASSETC_ASSERT(AssetcGpuGlyph_uv, offsetof(AssetcGpuGlyph, uv) == 24);

/* One pair, sorted by left, then right. */
typedef struct AssetcKerningPair {
  uint32_t left; /* Codepoint. */
  uint32_t right; /* Codepoint. */
  float advance; /* Em to add to the advance of the left glyph. */
} AssetcKerningPair;
ASSETC_ASSERT(sizeof_AssetcKerningPair, sizeof(AssetcKerningPair) == 12);
ASSETC_ASSERT(AssetcKerningPair_left, offsetof(AssetcKerningPair, left) == 0);
ASSETC_ASSERT(AssetcKerningPair_right, offsetof(AssetcKerningPair, right) == 4);
ASSETC_ASSERT(AssetcKerningPair_advance, offsetof(AssetcKerningPair, advance) == 8);

/* ---- vkguide asset files, version 1: .tx, .mesh, .mat, .pfb. ---- */

#define ASSETC_VKGUIDE_MAGIC_TEXI UINT32_C(0x49584554) /* The bytes TEXI. */
#define ASSETC_VKGUIDE_MAGIC_MESH UINT32_C(0x4853454D) /* The bytes MESH. */
#define ASSETC_VKGUIDE_MAGIC_MATX UINT32_C(0x5854414D) /* The bytes MATX. */
#define ASSETC_VKGUIDE_MAGIC_PRFB UINT32_C(0x42465250) /* The bytes PRFB. */
#define ASSETC_VKGUIDE_VERSION UINT32_C(1) /* Current version. */

/* Starts the file; JSON and then the blob follow. */
typedef struct AssetcVkguideHeader {
  uint32_t magic; /* The bytes "TEXI", "MESH", "MATX" or "PRFB", or four other ASCII characters. */
  uint32_t version; /* 1 for those four. */
  uint32_t jsonLength; /* Bytes of the JSON. */
  uint32_t blobLength; /* Bytes of the blob. */
} AssetcVkguideHeader;
ASSETC_ASSERT(sizeof_AssetcVkguideHeader, sizeof(AssetcVkguideHeader) == 16);
ASSETC_ASSERT(AssetcVkguideHeader_magic, offsetof(AssetcVkguideHeader, magic) == 0);
ASSETC_ASSERT(AssetcVkguideHeader_version, offsetof(AssetcVkguideHeader, version) == 4);
ASSETC_ASSERT(AssetcVkguideHeader_jsonLength, offsetof(AssetcVkguideHeader, jsonLength) == 8);
ASSETC_ASSERT(AssetcVkguideHeader_blobLength, offsetof(AssetcVkguideHeader, blobLength) == 12);

/* A vertex of format PNCV_F32. */
typedef struct AssetcVkguideVertexPncv {
  float position[3]; /* Object space. */
  float normal[3]; /* Unit length. */
  float color[3]; /* Linear, 0 to 1. */
  float uv[2]; /* Origin top left. */
} AssetcVkguideVertexPncv;
ASSETC_ASSERT(sizeof_AssetcVkguideVertexPncv, sizeof(AssetcVkguideVertexPncv) == 44);
ASSETC_ASSERT(AssetcVkguideVertexPncv_position, offsetof(AssetcVkguideVertexPncv, position) == 0);
ASSETC_ASSERT(AssetcVkguideVertexPncv_normal, offsetof(AssetcVkguideVertexPncv, normal) == 12);
ASSETC_ASSERT(AssetcVkguideVertexPncv_color, offsetof(AssetcVkguideVertexPncv, color) == 24);
ASSETC_ASSERT(AssetcVkguideVertexPncv_uv, offsetof(AssetcVkguideVertexPncv, uv) == 36);

/* A vertex of format P32N8C8V16. */
typedef struct AssetcVkguideVertexPacked {
  float position[3]; /* Object space. */
  uint8_t normal[3]; /* floor((n + 1) / 2 * 255). */
  uint8_t color[3]; /* 0 to 255. */
  uint16_t pad; /* 0. */
  float uv[2]; /* Origin top left. */
} AssetcVkguideVertexPacked;
ASSETC_ASSERT(sizeof_AssetcVkguideVertexPacked, sizeof(AssetcVkguideVertexPacked) == 28);
ASSETC_ASSERT(AssetcVkguideVertexPacked_position, offsetof(AssetcVkguideVertexPacked, position) == 0);
ASSETC_ASSERT(AssetcVkguideVertexPacked_normal, offsetof(AssetcVkguideVertexPacked, normal) == 12);
ASSETC_ASSERT(AssetcVkguideVertexPacked_color, offsetof(AssetcVkguideVertexPacked, color) == 15);
ASSETC_ASSERT(AssetcVkguideVertexPacked_pad, offsetof(AssetcVkguideVertexPacked, pad) == 18);
ASSETC_ASSERT(AssetcVkguideVertexPacked_uv, offsetof(AssetcVkguideVertexPacked, uv) == 20);

/* ---- .gali, Galileo 0.1.0: meshes. ---- */

#define ASSETC_GALI_MAGIC UINT32_C(0x494C4147) /* The bytes GALI. */
#define ASSETC_GALI_TYPE_MESH UINT32_C(1) /* GaliHeader.type. */

/* Starts the file. Not aligned as a C struct would be: read it field by field. */
#define ASSETC_GALI_HEADER_SIZE 36u
#define ASSETC_GALI_HEADER_MAGIC_OFFSET 0u /* The bytes "GALI". */
#define ASSETC_GALI_HEADER_SPEC_MAJOR_OFFSET 4u /* 0. */
#define ASSETC_GALI_HEADER_SPEC_MINOR_OFFSET 5u /* 1. */
#define ASSETC_GALI_HEADER_SPEC_PATCH_OFFSET 6u /* 0. */
#define ASSETC_GALI_HEADER_UUID_OFFSET 8u /* Version 4 layout; derived from the source ref. */
#define ASSETC_GALI_HEADER_TYPE_OFFSET 24u /* 1: mesh. */
#define ASSETC_GALI_HEADER_CHECKSUM_OFFSET 28u /* XXH3-64 of everything after the header. */
static inline uint32_t assetc_gali_header_magic(const void *p) { return assetc_read_u32((const unsigned char *)p + ASSETC_GALI_HEADER_MAGIC_OFFSET); }
static inline uint8_t assetc_gali_header_spec_major(const void *p) { return assetc_read_u8((const unsigned char *)p + ASSETC_GALI_HEADER_SPEC_MAJOR_OFFSET); }
static inline uint8_t assetc_gali_header_spec_minor(const void *p) { return assetc_read_u8((const unsigned char *)p + ASSETC_GALI_HEADER_SPEC_MINOR_OFFSET); }
static inline uint16_t assetc_gali_header_spec_patch(const void *p) { return assetc_read_u16((const unsigned char *)p + ASSETC_GALI_HEADER_SPEC_PATCH_OFFSET); }
static inline uint8_t assetc_gali_header_uuid(const void *p, size_t i) { return assetc_read_u8((const unsigned char *)p + ASSETC_GALI_HEADER_UUID_OFFSET + i * 1u); }
static inline uint32_t assetc_gali_header_type(const void *p) { return assetc_read_u32((const unsigned char *)p + ASSETC_GALI_HEADER_TYPE_OFFSET); }
static inline uint64_t assetc_gali_header_checksum(const void *p) { return assetc_read_u64((const unsigned char *)p + ASSETC_GALI_HEADER_CHECKSUM_OFFSET); }

/* The mesh manifest; follows the header. Not aligned as a C struct would be: read it field by field. */
#define ASSETC_GALI_MESH_SIZE 44u
#define ASSETC_GALI_MESH_CENTER_OFFSET 0u /* Centre of the box. */
#define ASSETC_GALI_MESH_HALF_EXTENTS_OFFSET 12u /* Half of its size. */
#define ASSETC_GALI_MESH_VERTEX_GROUP_COUNT_OFFSET 24u /* Vertex groups. */
#define ASSETC_GALI_MESH_EXTENSION_COUNT_OFFSET 28u /* Extensions; assetc writes none. */
#define ASSETC_GALI_MESH_BUFFER_SIZE_OFFSET 32u /* Bytes of the buffer at the end of the file. */
#define ASSETC_GALI_MESH_NEXT_EXTENSION_OFFSET 40u /* Index + 1 of the first extension of the mesh, 0 for none. */
static inline float assetc_gali_mesh_center(const void *p, size_t i) { return assetc_read_f32((const unsigned char *)p + ASSETC_GALI_MESH_CENTER_OFFSET + i * 4u); }
static inline float assetc_gali_mesh_half_extents(const void *p, size_t i) { return assetc_read_f32((const unsigned char *)p + ASSETC_GALI_MESH_HALF_EXTENTS_OFFSET + i * 4u); }
static inline uint32_t assetc_gali_mesh_vertex_group_count(const void *p) { return assetc_read_u32((const unsigned char *)p + ASSETC_GALI_MESH_VERTEX_GROUP_COUNT_OFFSET); }
static inline uint32_t assetc_gali_mesh_extension_count(const void *p) { return assetc_read_u32((const unsigned char *)p + ASSETC_GALI_MESH_EXTENSION_COUNT_OFFSET); }
static inline uint64_t assetc_gali_mesh_buffer_size(const void *p) { return assetc_read_u64((const unsigned char *)p + ASSETC_GALI_MESH_BUFFER_SIZE_OFFSET); }
static inline uint32_t assetc_gali_mesh_next_extension(const void *p) { return assetc_read_u32((const unsigned char *)p + ASSETC_GALI_MESH_NEXT_EXTENSION_OFFSET); }

/* One vertex group. Not aligned as a C struct would be: read it field by field. */
#define ASSETC_GALI_GROUP_SIZE 56u
#define ASSETC_GALI_GROUP_CENTER_OFFSET 0u /* Centre of the box. */
#define ASSETC_GALI_GROUP_HALF_EXTENTS_OFFSET 12u /* Half of its size. */
#define ASSETC_GALI_GROUP_SLICE_BEGIN_OFFSET 24u /* Start in the buffer; slices follow each other from 0. */
#define ASSETC_GALI_GROUP_SLICE_SIZE_OFFSET 32u /* Bytes. */
#define ASSETC_GALI_GROUP_INDEX_COUNT_OFFSET 40u /* A multiple of 3. */
#define ASSETC_GALI_GROUP_VERTEX_COUNT_OFFSET 44u /* Vertices. */
#define ASSETC_GALI_GROUP_TEXCOORD_CHANNELS_OFFSET 48u /* Sets of u16x2 unorm. */
#define ASSETC_GALI_GROUP_COLOR_CHANNELS_OFFSET 49u /* Sets of u8x4. */
#define ASSETC_GALI_GROUP_JOINT_WEIGHT_CHANNELS_OFFSET 50u /* Sets of u16x4 joints and u16x4 unorm weights. */
#define ASSETC_GALI_GROUP_EXTENSION_CHANNELS_OFFSET 51u /* Sets of attributes that an extension describes. */
#define ASSETC_GALI_GROUP_NEXT_EXTENSION_OFFSET 52u /* Index + 1 of the first extension of the group, 0 for none. */
static inline float assetc_gali_group_center(const void *p, size_t i) { return assetc_read_f32((const unsigned char *)p + ASSETC_GALI_GROUP_CENTER_OFFSET + i * 4u); }
static inline float assetc_gali_group_half_extents(const void *p, size_t i) { return assetc_read_f32((const unsigned char *)p + ASSETC_GALI_GROUP_HALF_EXTENTS_OFFSET + i * 4u); }
static inline uint64_t assetc_gali_group_slice_begin(const void *p) { return assetc_read_u64((const unsigned char *)p + ASSETC_GALI_GROUP_SLICE_BEGIN_OFFSET); }
static inline uint64_t assetc_gali_group_slice_size(const void *p) { return assetc_read_u64((const unsigned char *)p + ASSETC_GALI_GROUP_SLICE_SIZE_OFFSET); }
static inline uint32_t assetc_gali_group_index_count(const void *p) { return assetc_read_u32((const unsigned char *)p + ASSETC_GALI_GROUP_INDEX_COUNT_OFFSET); }
static inline uint32_t assetc_gali_group_vertex_count(const void *p) { return assetc_read_u32((const unsigned char *)p + ASSETC_GALI_GROUP_VERTEX_COUNT_OFFSET); }
static inline uint8_t assetc_gali_group_texcoord_channels(const void *p) { return assetc_read_u8((const unsigned char *)p + ASSETC_GALI_GROUP_TEXCOORD_CHANNELS_OFFSET); }
static inline uint8_t assetc_gali_group_color_channels(const void *p) { return assetc_read_u8((const unsigned char *)p + ASSETC_GALI_GROUP_COLOR_CHANNELS_OFFSET); }
static inline uint8_t assetc_gali_group_joint_weight_channels(const void *p) { return assetc_read_u8((const unsigned char *)p + ASSETC_GALI_GROUP_JOINT_WEIGHT_CHANNELS_OFFSET); }
static inline uint8_t assetc_gali_group_extension_channels(const void *p) { return assetc_read_u8((const unsigned char *)p + ASSETC_GALI_GROUP_EXTENSION_CHANNELS_OFFSET); }
static inline uint32_t assetc_gali_group_next_extension(const void *p) { return assetc_read_u32((const unsigned char *)p + ASSETC_GALI_GROUP_NEXT_EXTENSION_OFFSET); }

/* One extension. Not aligned as a C struct would be: read it field by field. */
#define ASSETC_GALI_EXTENSION_INFO_SIZE 32u
#define ASSETC_GALI_EXTENSION_INFO_NAME_OFFSET 0u /* ASCII, zero-padded. */
#define ASSETC_GALI_EXTENSION_INFO_VERSION_OFFSET 16u /* The extension's own. */
#define ASSETC_GALI_EXTENSION_INFO_DATA_BEGIN_OFFSET 20u /* Start of its data in the buffer. */
#define ASSETC_GALI_EXTENSION_INFO_NEXT_OFFSET 28u /* Index + 1 of the next extension of the same chain, 0 for none. */
static inline uint8_t assetc_gali_extension_info_name(const void *p, size_t i) { return assetc_read_u8((const unsigned char *)p + ASSETC_GALI_EXTENSION_INFO_NAME_OFFSET + i * 1u); }
static inline uint32_t assetc_gali_extension_info_version(const void *p) { return assetc_read_u32((const unsigned char *)p + ASSETC_GALI_EXTENSION_INFO_VERSION_OFFSET); }
static inline uint64_t assetc_gali_extension_info_data_begin(const void *p) { return assetc_read_u64((const unsigned char *)p + ASSETC_GALI_EXTENSION_INFO_DATA_BEGIN_OFFSET); }
static inline uint32_t assetc_gali_extension_info_next(const void *p) { return assetc_read_u32((const unsigned char *)p + ASSETC_GALI_EXTENSION_INFO_NEXT_OFFSET); }

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
