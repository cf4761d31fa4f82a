// Generated from the layouts by npm run generate; do not edit.

/** The text of `assetc.slang`, which shaders include or import. */
export const assetcSlang = `// assetc: how shaders read compiled assets. Generated from the layouts; do not edit. Guide: docs/guide/shaders.md
// Structs have the offsets and strides of the files in storage buffers (std430, scalar, WGSL's storage). They consist of 32-bit
// members, because vectors of three would be padded. Do not use them in uniform buffers.

#ifndef ASSETC_SLANG
#define ASSETC_SLANG

static const uint ASSETC_HMESH_NO_MATERIAL = 4294967295u;
static const uint ASSETC_HMESH_NO_GROUP = 4294967295u;
static const uint ASSETC_HMESH_CLUSTER_SLOPPY = 1u;
static const uint ASSETC_HMAT_FLAG_DOUBLE_SIDED = 1u;
static const uint ASSETC_HMAT_ALPHA_MODE_SHIFT = 1u;

// VTXS: one vertex, ready for the GPU. 28 bytes.
static const uint ASSETC_GPU_VERTEX_SIZE = 28u;
struct AssetcGpuVertex {
  float position[3]; // R32G32B32_SFLOAT.
  uint normal; // R16G16_SNORM, octahedral.
  uint tangent; // R16G16_SINT, octahedral x 32767; bit 0 of x is set when handedness is negative.
  float uv[2]; // R32G32_SFLOAT, origin top left.
};
float3 assetcGpuVertexPosition(AssetcGpuVertex row) {
  return float3(row.position[0], row.position[1], row.position[2]);
}
float2 assetcGpuVertexUv(AssetcGpuVertex row) {
  return float2(row.uv[0], row.uv[1]);
}

// SKIN: the joints of one vertex. 24 bytes.
static const uint ASSETC_GPU_SKIN_VERTEX_SIZE = 24u;
struct AssetcGpuSkinVertex {
  uint joints[2]; // R16G16B16A16_UINT, into SKEL.
  float weights[4]; // R32G32B32A32_SFLOAT, sum 1.
};
float4 assetcGpuSkinVertexWeights(AssetcGpuSkinVertex row) {
  return float4(row.weights[0], row.weights[1], row.weights[2], row.weights[3]);
}

// GRID: how compact vertices are decoded. 80 bytes.
static const uint ASSETC_VERTEX_GRID_SIZE = 80u;
struct AssetcVertexGrid {
  float step; // Distance of two points of the grid, on all axes: a power of two.
  float offset[3]; // Position of the integers 0, 0, 0: multiples of the step.
  float uvMin[2]; // Added to texture coordinates; 0 if they are halfs.
  float uvExtent[2]; // Factor of texture coordinates; 1 if they are halfs.
  float uvs1Min[2]; // The same for UV1C.
  float uvs1Extent[2]; // The same for UV1C.
  uint uvFormat; // 0 R16G16_UNORM, 1 R16G16_SFLOAT.
  uint uvs1Format; // The same for UV1C; 0 without.
  float morphNormalStep; // Factor of the normal deltas of MRPC.
  float morphTangentStep; // Factor of the tangent deltas of MRPC.
  float positionError; // Maximum distance of a position from that of the full form, in units of the mesh.
  float normalError; // Maximum angle by which tangents are turned around their normals, in degrees. Normals have the bits of the full form.
  float uvError; // Maximum difference of a texture coordinate.
  float weightError; // Maximum difference of a skin weight.
};
float3 assetcVertexGridOffset(AssetcVertexGrid row) {
  return float3(row.offset[0], row.offset[1], row.offset[2]);
}
float2 assetcVertexGridUvMin(AssetcVertexGrid row) {
  return float2(row.uvMin[0], row.uvMin[1]);
}
float2 assetcVertexGridUvExtent(AssetcVertexGrid row) {
  return float2(row.uvExtent[0], row.uvExtent[1]);
}
float2 assetcVertexGridUvs1Min(AssetcVertexGrid row) {
  return float2(row.uvs1Min[0], row.uvs1Min[1]);
}
float2 assetcVertexGridUvs1Extent(AssetcVertexGrid row) {
  return float2(row.uvs1Extent[0], row.uvs1Extent[1]);
}

// VTXC: one compact vertex. 16 bytes.
static const uint ASSETC_COMPACT_VERTEX_SIZE = 16u;
struct AssetcCompactVertex {
  uint position[2]; // R16G16B16A16_SINT: x, y, z on the grid, never -32768; w is the tangent, 0 if there is none.
  uint normal; // R16G16_SNORM, octahedral.
  uint uv; // R16G16_UNORM x extent + minimum, or R16G16_SFLOAT: see VertexGrid.uvFormat.
};

// VPSC: the position and tangent of a compact vertex. 8 bytes.
static const uint ASSETC_COMPACT_POSITION_SIZE = 8u;
struct AssetcCompactPosition {
  uint position[2]; // R16G16B16A16_SINT: x, y, z on the grid, never -32768; w is the tangent, 0 if there is none.
};

// VATC: the rest of a compact vertex. 8 bytes.
static const uint ASSETC_COMPACT_ATTRIBUTES_SIZE = 8u;
struct AssetcCompactAttributes {
  uint normal; // R16G16_SNORM, octahedral.
  uint uv; // R16G16_UNORM x extent + minimum, or R16G16_SFLOAT: see VertexGrid.uvFormat.
};

// SKNC: the joints of one vertex; at most 256 joints. 8 bytes.
static const uint ASSETC_COMPACT_SKIN_VERTEX_SIZE = 8u;
struct AssetcCompactSkinVertex {
  uint joints; // R8G8B8A8_UINT, into SKEL.
  uint weights; // R8G8B8A8_UNORM; the sum is exactly 255.
};

// SKNC: the joints of one vertex; more than 256 joints. 12 bytes.
static const uint ASSETC_COMPACT_SKIN_VERTEX_WIDE_SIZE = 12u;
struct AssetcCompactSkinVertexWide {
  uint joints[2]; // R16G16B16A16_UINT, into SKEL.
  uint weights; // R8G8B8A8_UNORM; the sum is exactly 255.
};

// VPOS: the position of a vertex. 12 bytes.
static const uint ASSETC_SPLIT_POSITION_SIZE = 12u;
struct AssetcSplitPosition {
  float position[3]; // R32G32B32_SFLOAT.
};
float3 assetcSplitPositionPosition(AssetcSplitPosition row) {
  return float3(row.position[0], row.position[1], row.position[2]);
}

// VATR: the rest of a vertex. 16 bytes.
static const uint ASSETC_SPLIT_ATTRIBUTES_SIZE = 16u;
struct AssetcSplitAttributes {
  uint normal; // As in GpuVertex.
  uint tangent; // As in GpuVertex.
  float uv[2]; // As in GpuVertex.
};
float2 assetcSplitAttributesUv(AssetcSplitAttributes row) {
  return float2(row.uv[0], row.uv[1]);
}

// SKEL: one joint. 112 bytes.
static const uint ASSETC_GPU_JOINT_SIZE = 112u;
struct AssetcGpuJoint {
  float inverseBind[16]; // Column-major.
  float bindT[3]; // Translation of the bind pose, relative to the parent.
  float bindR[4]; // Rotation, x y z w.
  float bindS[3]; // Scale.
  int parent; // Joint index, -1 for a root.
  uint pad; // Zero.
};
float3 assetcGpuJointBindT(AssetcGpuJoint row) {
  return float3(row.bindT[0], row.bindT[1], row.bindT[2]);
}
float4 assetcGpuJointBindR(AssetcGpuJoint row) {
  return float4(row.bindR[0], row.bindR[1], row.bindR[2], row.bindR[3]);
}
float3 assetcGpuJointBindS(AssetcGpuJoint row) {
  return float3(row.bindS[0], row.bindS[1], row.bindS[2]);
}

// SUBM: one draw with one material. 64 bytes.
static const uint ASSETC_SUB_MESH_SIZE = 64u;
struct AssetcSubMesh {
  uint firstIndex; // First index in IDXS; submeshes tile it in order.
  uint indexCount; // A multiple of 3.
  uint firstMeshlet; // First meshlet in MLET; submeshes tile it in order.
  uint meshletCount; // Meshlets of this submesh.
  uint materialSlot; // Into MTRL and the rows of the companion .hmat; 0xFFFFFFFF for none.
  uint baseVertex; // Zero: indices are global.
  float aabbMin[3]; // Low corner of the box.
  float aabbMax[3]; // High corner of the box.
  float sphereCenter[3]; // The box's center.
  float sphereRadius; // Largest distance of a vertex from the center.
};
float3 assetcSubMeshAabbMin(AssetcSubMesh row) {
  return float3(row.aabbMin[0], row.aabbMin[1], row.aabbMin[2]);
}
float3 assetcSubMeshAabbMax(AssetcSubMesh row) {
  return float3(row.aabbMax[0], row.aabbMax[1], row.aabbMax[2]);
}
float3 assetcSubMeshSphereCenter(AssetcSubMesh row) {
  return float3(row.sphereCenter[0], row.sphereCenter[1], row.sphereCenter[2]);
}

// LODT: the range of one reduced level of one submesh. 8 bytes.
static const uint ASSETC_MESH_LOD_SIZE = 8u;
struct AssetcMeshLod {
  uint firstIndex; // Into LODI.
  uint indexCount; // A multiple of 3; 0: stalled, reuse the previous level.
};

// MLET: one meshlet. 16 bytes.
static const uint ASSETC_MESHLET_SIZE = 16u;
struct AssetcMeshlet {
  uint vertexOffset; // First entry in MLVR.
  uint vertexCount; // Entries in MLVR, at most 64.
  uint triangleOffset; // First triangle in MLTR, counted in triangles.
  uint triangleCount; // Triangles in MLTR, at most 124.
};

// MLBN: the bounds of one meshlet, for culling. 32 bytes.
static const uint ASSETC_MESHLET_BOUNDS_SIZE = 32u;
struct AssetcMeshletBounds {
  float center[3]; // Center of the bounding sphere.
  float radius; // Its radius.
  float coneAxis[3]; // Axis of the cone of normals.
  float coneCutoff; // Cull when dot(center - eye, coneAxis) >= coneCutoff * |center - eye| + radius.
};
float3 assetcMeshletBoundsCenter(AssetcMeshletBounds row) {
  return float3(row.center[0], row.center[1], row.center[2]);
}
float3 assetcMeshletBoundsConeAxis(AssetcMeshletBounds row) {
  return float3(row.coneAxis[0], row.coneAxis[1], row.coneAxis[2]);
}

// CLUS: one cluster. 64 bytes.
static const uint ASSETC_CLUSTER_SIZE = 64u;
struct AssetcCluster {
  uint vertexOffset; // First entry in CLVR; at level 0 in MLVR.
  uint triangleOffset; // First triangle in CLTR, counted in triangles; at level 0 in MLTR.
  uint word2; // vertexCount, triangleCount, level, flags: see the functions below.
  uint submesh; // The submesh that all its triangles belong to.
  float center[3]; // Center of the bounding sphere, for culling.
  float radius; // Its radius.
  float coneAxis[3]; // Axis of the cone of normals.
  float coneCutoff; // As in MeshletBounds.
  float error; // Error of its group; 0 at level 0.
  uint group; // The group that it was made from; 0xFFFFFFFF at level 0.
  uint parentGroup; // The group that it is a member of; 0xFFFFFFFF for a root.
  uint page; // The page that it is in.
};
uint assetcClusterVertexCount(AssetcCluster row) {
  return (row.word2 >> 0u) & 0xffu;
}
uint assetcClusterTriangleCount(AssetcCluster row) {
  return (row.word2 >> 8u) & 0xffu;
}
uint assetcClusterLevel(AssetcCluster row) {
  return (row.word2 >> 16u) & 0xffu;
}
uint assetcClusterFlags(AssetcCluster row) {
  return (row.word2 >> 24u) & 0xffu;
}
float3 assetcClusterCenter(AssetcCluster row) {
  return float3(row.center[0], row.center[1], row.center[2]);
}
float3 assetcClusterConeAxis(AssetcCluster row) {
  return float3(row.coneAxis[0], row.coneAxis[1], row.coneAxis[2]);
}

// CLGR: clusters that are replaced together by fewer. 32 bytes.
static const uint ASSETC_CLUSTER_GROUP_SIZE = 32u;
struct AssetcClusterGroup {
  float center[3]; // Center of a sphere that contains the spheres of all groups below.
  float radius; // Its radius.
  float error; // Maximum distance of the clusters made from it to the mesh, in units of the mesh.
  uint level; // Level of the clusters that were made from it.
  uint pageCount; // Its members are loaded when this many pages are.
  uint pad; // Zero.
};
float3 assetcClusterGroupCenter(AssetcClusterGroup row) {
  return float3(row.center[0], row.center[1], row.center[2]);
}

// One material; row i belongs to materialSlot i. 96 bytes.
static const uint ASSETC_HMAT_ROW_SIZE = 96u;
struct AssetcHmatRow {
  float baseColorFactor[4]; // Linear RGBA.
  float emissiveFactor[3]; // Linear RGB.
  float metallicFactor; // As glTF has it.
  float roughnessFactor; // As glTF has it.
  float normalScale; // As glTF has it.
  float occlusionStrength; // As glTF has it.
  float alphaCutoff; // For alpha mode 1.
  uint flags; // Bit 0: double-sided. Bits 1-2: alpha mode, 0 opaque, 1 mask, 2 blend.
  uint pad; // Zero.
  uint baseColorTex[2]; // Texture ref, 0 for none.
  uint metallicRoughnessTex[2]; // Texture ref, 0 for none. Metallic in B, roughness in G.
  uint normalTex[2]; // Texture ref, 0 for none. X in R, Y in G.
  uint occlusionTex[2]; // Texture ref, 0 for none. Occlusion in R.
  uint emissiveTex[2]; // Texture ref, 0 for none.
};
float4 assetcHmatRowBaseColorFactor(AssetcHmatRow row) {
  return float4(row.baseColorFactor[0], row.baseColorFactor[1], row.baseColorFactor[2], row.baseColorFactor[3]);
}
float3 assetcHmatRowEmissiveFactor(AssetcHmatRow row) {
  return float3(row.emissiveFactor[0], row.emissiveFactor[1], row.emissiveFactor[2]);
}

// One glyph, sorted by codepoint. 40 bytes.
static const uint ASSETC_GPU_GLYPH_SIZE = 40u;
struct AssetcGpuGlyph {
  uint codepoint; // Unicode codepoint; 0 is .notdef.
  float advance; // Em.
  float plane[4]; // Left, bottom, right, top in em, y up, baseline 0; the spread is included.
  float uv[4]; // Left, top, right, bottom in the atlas, 0 to 1.
};
float4 assetcGpuGlyphPlane(AssetcGpuGlyph row) {
  return float4(row.plane[0], row.plane[1], row.plane[2], row.plane[3]);
}
float4 assetcGpuGlyphUv(AssetcGpuGlyph row) {
  return float4(row.uv[0], row.uv[1], row.uv[2], row.uv[3]);
}

// The view of a mesh. It may also be in a uniform buffer.
struct AssetcClusterView {
  float3 eye; // In the space of the mesh.
  float pixelsPerUnit; // Height of the viewport / (2 tan(fovY / 2)). Not multiplied by the scale of the model.
  float maxPixels; // Maximum error on the screen.
  uint pageCount; // Loaded pages, from the first; 0xffffffff for all.
};

// Reads the low or the high half of a word as a signed number.
int assetcSigned16(uint word, bool isHigh) {
  return int((isHigh ? word : word << 16u)) >> 16u;
}

// The unit vector of a point on the octahedron, as a vertex attribute of R16G16_SNORM gives it.
float3 assetcOctahedralDirection(float2 e) {
  float x = e.x;
  float y = e.y;
  float z = 1.0 - abs(x) - abs(y);
  if (z < 0.0) {
    float unfolded = (1.0 - abs(y)) * (x < 0.0 ? -1.0 : 1.0);
    y = (1.0 - abs(x)) * (y < 0.0 ? -1.0 : 1.0);
    x = unfolded;
  }
  float scale = sqrt(x * x + y * y + z * z);
  return float3(x / scale, y / scale, z / scale);
}

// The unit vector of two 16-bit numbers in a word: AssetcGpuVertex.normal.
float3 assetcUnpackOctahedral(uint word) {
  float x = float(assetcSigned16(word, false)) / 32767.0;
  float y = float(assetcSigned16(word, true)) / 32767.0;
  return assetcOctahedralDirection(float2(max(-1.0, x), max(-1.0, y)));
}

// AssetcGpuVertex.tangent: xyz is the direction, w the handedness, 1 or -1.
float4 assetcUnpackTangent(uint word) {
  return float4(assetcUnpackOctahedral(word & 0xfffffffeu), ((word & 1u) == 1u ? -1.0 : 1.0));
}

// The same for a vertex attribute of R16G16_SINT.
float4 assetcTangentOf(int2 xy) {
  return assetcUnpackTangent((uint(xy.x) & 0xffffu) | (uint(xy.y) << 16u));
}

// Compact vertices (mesh.vertices: compact). A point of the grid in units of the mesh: a vertex attribute of R16G16B16A16_SINT.
float3 assetcGridPosition(AssetcVertexGrid grid, int3 xyz) {
  return float3(xyz) * grid.step + assetcVertexGridOffset(grid);
}

// The position of AssetcCompactVertex or AssetcCompactPosition in units of the mesh.
float3 assetcCompactPositionOf(AssetcVertexGrid grid, uint position[2]) {
  int x = assetcSigned16(position[0], false);
  int y = assetcSigned16(position[0], true);
  return assetcGridPosition(grid, int3(x, y, assetcSigned16(position[1], false)));
}

// The tangent that is an angle around the normal. angle: the fourth number of a compact position. Without a tangent, xyz is 0.
float4 assetcTangentOfAngle(float3 normal, int angle) {
  float s = (normal.z < -1.0 / 65534.0 ? -1.0 : 1.0);
  float a = -1.0 / (s + normal.z);
  float b = normal.x * normal.y * a;
  float3 along = float3(1.0 + s * normal.x * normal.x * a, s * b, -s * normal.x);
  float3 across = float3(b, s + normal.y * normal.y * a, -normal.y);
  float d = float((angle >> 1u) & 0x7fff) / 8192.0;
  float u = abs(d - 2.0) - 1.0;
  float v = (d < 2.0 ? 1.0 - abs(d - 1.0) : abs(d - 3.0) - 1.0);
  float3 direction = normalize(u * along + v * across) * (angle == 0 ? 0.0 : 1.0);
  return float4(direction, ((angle & 1) == 1 ? -1.0 : 1.0));
}

// The same from the words of a compact position.
float4 assetcCompactTangentOf(float3 normal, uint position[2]) {
  return assetcTangentOfAngle(normal, assetcSigned16(position[1], true));
}

// A finite half float, without types and features of 16 bits.
float assetcHalf(uint bits) {
  bool isSmall = (bits & 0x7c00u) == 0u;
  float small = float(bits & 0x3ffu) / 16777216.0;
  float other = asfloat(((bits & 0x7fffu) << 13u) + 0x38000000u);
  return (isSmall ? small : other) * ((bits & 0x8000u) != 0u ? -1.0 : 1.0);
}

// Two compact texture coordinates in a word: halfs, or numbers between a minimum and the end of an extent.
float2 assetcUnpackUv(uint word, bool isHalf, float2 uvMin, float2 uvExtent) {
  float2 shares = float2(float(word & 0xffffu), float(word >> 16u)) / 65535.0;
  if (isHalf) {
    return float2(assetcHalf(word), assetcHalf(word >> 16u));
  }
  return shares * uvExtent + uvMin;
}

// Texture coordinates of AssetcCompactVertex or AssetcCompactAttributes.
float2 assetcCompactUvOf(AssetcVertexGrid grid, uint uv) {
  return assetcUnpackUv(uv, grid.uvFormat == 1u, assetcVertexGridUvMin(grid), assetcVertexGridUvExtent(grid));
}

// Second texture coordinates: a word of UV1C.
float2 assetcCompactUvs1Of(AssetcVertexGrid grid, uint uv) {
  return assetcUnpackUv(uv, grid.uvs1Format == 1u, assetcVertexGridUvs1Min(grid), assetcVertexGridUvs1Extent(grid));
}

// Joint i of 0 to 3 of a vertex of a mesh with at most 256 joints.
uint assetcCompactSkinJoint(AssetcCompactSkinVertex skin, uint i) {
  return (skin.joints >> (i * 8u)) & 0xffu;
}

// Joint i of 0 to 3 of a vertex of a mesh with more joints.
uint assetcCompactSkinJointWide(AssetcCompactSkinVertexWide skin, uint i) {
  uint word = (i > 1u ? skin.joints[1] : skin.joints[0]);
  return (word >> ((i & 1u) * 16u)) & 0xffffu;
}

// The four weights of either.
float4 assetcCompactSkinWeights(uint weights) {
  return float4(float(weights & 0xffu), float((weights >> 8u) & 0xffu), float((weights >> 16u) & 0xffu), float(weights >> 24u)) / 255.0;
}

// The third axis of the tangent frame.
float3 assetcBitangent(float3 normal, float4 tangent) {
  return cross(normal, tangent.xyz) * tangent.w;
}

// The normal that a normal map gives. texel: its red and green, 0 to 1; blue is computed. scale: normalScale of the material.
float3 assetcMappedNormal(float3 normal, float4 tangent, float2 texel, float scale) {
  float2 xy = texel * 2.0 - float2(1.0, 1.0);
  float z = sqrt(max(0.0, 1.0 - dot(xy, xy)));
  return normalize(tangent.xyz * (xy.x * scale) + assetcBitangent(normal, tangent) * (xy.y * scale) + normal * z);
}

// Whether both sides of a material are drawn.
bool assetcIsDoubleSided(uint flags) {
  return (flags & ASSETC_HMAT_FLAG_DOUBLE_SIDED) != 0u;
}

// AssetcHmatRow.flags: 0 opaque, 1 mask, 2 blend.
uint assetcAlphaMode(uint flags) {
  return (flags >> ASSETC_HMAT_ALPHA_MODE_SHIFT) & 3u;
}

// Whether a fragment of a material with alpha mode mask is discarded.
bool assetcIsCutOut(AssetcHmatRow material, float alpha) {
  return assetcAlphaMode(material.flags) == 1u && alpha < material.alphaCutoff;
}

// Metallic (x) and roughness (y). texel: the metallic-roughness texture, or ones if there is none.
float2 assetcMetallicRoughness(AssetcHmatRow material, float4 texel) {
  return float2(texel.b * material.metallicFactor, texel.g * material.roughnessFactor);
}

// How much image light reaches the surface. texel: red of the occlusion texture, or 1.
float assetcOcclusion(AssetcHmatRow material, float texel) {
  return 1.0 + material.occlusionStrength * (texel - 1.0);
}

// Joint i of 0 to 3 of a vertex.
uint assetcSkinJoint(AssetcGpuSkinVertex skin, uint i) {
  uint word = (i > 1u ? skin.joints[1] : skin.joints[0]);
  return (word >> ((i & 1u) * 16u)) & 0xffffu;
}

// The matrix of a vertex. The others are the joints' matrices: global transform times inverse bind matrix.
float4x4 assetcSkinMatrix(float4x4 m0, float4x4 m1, float4x4 m2, float4x4 m3, float4 weights) {
  return m0 * weights.x + m1 * weights.y + m2 * weights.z + m3 * weights.w;
}

// A position after an affine matrix.
float3 assetcTransformPosition(float4x4 m, float3 position) {
  return mul(m, float4(position, 1.0)).xyz;
}

// A tangent after an affine matrix.
float4 assetcTransformTangent(float4x4 m, float4 tangent) {
  return float4(normalize(mul(m, float4(tangent.xyz, 0.0)).xyz), tangent.w);
}

// A normal after an affine matrix, also if that scales its axes differently or mirrors.
float3 assetcTransformNormal(float4x4 m, float3 normal) {
  float3 x = mul(m, float4(1.0, 0.0, 0.0, 0.0)).xyz;
  float3 y = mul(m, float4(0.0, 1.0, 0.0, 0.0)).xyz;
  float3 z = mul(m, float4(0.0, 0.0, 1.0, 0.0)).xyz;
  float3 yz = cross(y, z);
  float3 n = yz * normal.x + cross(z, x) * normal.y + cross(x, y) * normal.z;
  return normalize(n * (dot(x, yz) < 0.0 ? -1.0 : 1.0));
}

// Triangles of meshlets (MLTR, CLTR) are three bytes each. This is the word that a triangle starts in.
uint assetcTriangleWord(uint index) {
  return (index * 3u) >> 2u;
}

// The three corners of a triangle, entries of its meshlet. low and high: the words assetcTriangleWord(index) and the next.
uint3 assetcUnpackTriangle(uint low, uint high, uint index) {
  uint shift = ((index * 3u) & 3u) * 8u;
  uint bits = (low >> shift) | (shift > 8u ? high << ((32u - shift) & 31u) : 0u);
  return uint3(bits & 0xffu, (bits >> 8u) & 0xffu, (bits >> 16u) & 0xffu);
}

// The same from a word of MLTW or CLTW, which has one triangle (mesh.meshlets.triangles: words).
uint3 assetcUnpackTriangleWord(uint word) {
  return uint3(word & 0xffu, (word >> 8u) & 0xffu, (word >> 16u) & 0xffu);
}

// Whether a meshlet or a cluster shows only backs to an eye in the space of the mesh.
bool assetcFacesAway(float3 center, float radius, float3 coneAxis, float coneCutoff, float3 eye) {
  float3 toCenter = center - eye;
  return dot(toCenter, coneAxis) >= coneCutoff * length(toCenter) + radius;
}

// Irradiance of a surface with this unit normal. sh: the nine coefficients of assetcSH9 of an .ibl.ktx2, w is not used.
float3 assetcIrradiance(float4 sh[9], float3 normal) {
  float x = normal.x;
  float y = normal.y;
  float z = normal.z;
  float4 first = sh[0] * 0.28209479 + (sh[1] * y + sh[2] * z + sh[3] * x) * 0.48860251;
  float4 second = (sh[4] * (x * y) + sh[5] * (y * z) + sh[7] * (x * z)) * 1.09254843;
  float4 third = sh[6] * (0.31539157 * (3.0 * z * z - 1.0)) + sh[8] * (0.54627422 * (x * x - y * y));
  return max((first + second + third).xyz, float3(0.0, 0.0, 0.0));
}

// The level of an .ibl.ktx2 to sample for a roughness of 0 to 1.
float assetcLightLevel(float roughness, float levelCount) {
  return clamp(roughness, 0.0, 1.0) * max(0.0, levelCount - 1.0);
}

// Image light by the split sum. irradiance: assetcIrradiance at the normal. reflection: the .ibl.ktx2 at assetcLightLevel, in the
// direction reflect(-view, normal). dfg: red and green of assetc/dfg.ktx2 at (dot(normal, view), roughness). What the surface of a
// dielectric reflects does not reach its diffuse layer, so that a white furnace stays white.
float3 assetcImageLight(float3 irradiance, float3 reflection, float2 dfg, float3 albedo, float metallic) {
  float3 f0 = lerp(float3(0.04, 0.04, 0.04), albedo, metallic);
  float3 once = f0 * dfg.x + float3(dfg.y, dfg.y, dfg.y);
  float3 again = float3(1.0, 1.0, 1.0) + f0 * (1.0 / (dfg.x + dfg.y) - 1.0);
  float dielectric = (0.04 * dfg.x + dfg.y) * (1.0 + 0.04 * (1.0 / (dfg.x + dfg.y) - 1.0));
  return reflection * once * again + albedo * irradiance * ((1.0 - metallic) * (1.0 - dielectric) / 3.14159265);
}

// The median of three distances. It is the distance itself if all are equal, as in an SDF.
float assetcMedian(float3 texel) {
  return max(min(texel.r, texel.g), min(max(texel.r, texel.g), texel.b));
}

// How much of a pixel a glyph covers. pixelsPerTexel: pixels per em on the screen, divided by texels per em in the atlas.
float assetcGlyphCoverage(float3 texel, float edgeValue, float distanceRange, float pixelsPerTexel) {
  return clamp((assetcMedian(texel) - edgeValue) * distanceRange * pixelsPerTexel + 0.5, 0.0, 1.0);
}

// The index of a group for reading it: 0 if there is none.
uint assetcGroupIndex(uint group) {
  return (group == ASSETC_HMESH_NO_GROUP ? 0u : group);
}

// Whether a group is too coarse for the view, and its members are loaded.
bool assetcGroupIsCoarse(AssetcClusterGroup group, AssetcClusterView view) {
  float reach = max(0.0, distance(assetcClusterGroupCenter(group), view.eye) - group.radius);
  return group.error * view.pixelsPerUnit > view.maxPixels * reach && group.pageCount <= view.pageCount;
}

// Whether a cluster is part of the cut. own and parent: the groups assetcGroupIndex(cluster.group) and that of cluster.parentGroup.
bool assetcClusterIsDrawn(
  AssetcCluster cluster, AssetcClusterGroup own, AssetcClusterGroup parent, AssetcClusterView view
) {
  bool isFine = cluster.group == ASSETC_HMESH_NO_GROUP || !assetcGroupIsCoarse(own, view);
  bool isNeeded = cluster.parentGroup == ASSETC_HMESH_NO_GROUP || assetcGroupIsCoarse(parent, view);
  return cluster.page < view.pageCount && isFine && isNeeded;
}

#endif
`;
