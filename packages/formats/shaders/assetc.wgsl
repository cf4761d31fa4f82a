// assetc: how shaders read compiled assets. Generated from the layouts; do not edit. Guide: docs/guide/shaders.md
// Structs have the offsets and strides of the files in storage buffers (std430, scalar, WGSL's storage). They consist of 32-bit
// members, because vectors of three would be padded. Do not use them in uniform buffers.

const ASSETC_HMESH_NO_MATERIAL: u32 = 4294967295u;
const ASSETC_HMESH_NO_GROUP: u32 = 4294967295u;
const ASSETC_HMESH_CLUSTER_SLOPPY: u32 = 1u;
const ASSETC_HMAT_FLAG_DOUBLE_SIDED: u32 = 1u;
const ASSETC_HMAT_ALPHA_MODE_SHIFT: u32 = 1u;

// VTXS: one vertex, ready for the GPU. 28 bytes.
const ASSETC_GPU_VERTEX_SIZE: u32 = 28u;
struct AssetcGpuVertex {
  position: array<f32, 3>, // R32G32B32_SFLOAT.
  normal: u32, // R16G16_SNORM, octahedral.
  tangent: u32, // R16G16_SINT, octahedral x 32767; bit 0 of x is set when handedness is negative.
  uv: array<f32, 2>, // R32G32_SFLOAT, origin top left.
}
fn assetcGpuVertexPosition(row: AssetcGpuVertex) -> vec3f {
  return vec3f(row.position[0], row.position[1], row.position[2]);
}
fn assetcGpuVertexUv(row: AssetcGpuVertex) -> vec2f {
  return vec2f(row.uv[0], row.uv[1]);
}

// SKIN: the joints of one vertex. 24 bytes.
const ASSETC_GPU_SKIN_VERTEX_SIZE: u32 = 24u;
struct AssetcGpuSkinVertex {
  joints: array<u32, 2>, // R16G16B16A16_UINT, into SKEL.
  weights: array<f32, 4>, // R32G32B32A32_SFLOAT, sum 1.
}
fn assetcGpuSkinVertexWeights(row: AssetcGpuSkinVertex) -> vec4f {
  return vec4f(row.weights[0], row.weights[1], row.weights[2], row.weights[3]);
}

// GRID: how compact vertices are decoded. 80 bytes.
const ASSETC_VERTEX_GRID_SIZE: u32 = 80u;
struct AssetcVertexGrid {
  step: f32, // Distance of two points of the grid, on all axes: a power of two.
  offset: array<f32, 3>, // Position of the integers 0, 0, 0: multiples of the step.
  uvMin: array<f32, 2>, // Added to texture coordinates; 0 if they are halfs.
  uvExtent: array<f32, 2>, // Factor of texture coordinates; 1 if they are halfs.
  uvs1Min: array<f32, 2>, // The same for UV1C.
  uvs1Extent: array<f32, 2>, // The same for UV1C.
  uvFormat: u32, // 0 R16G16_UNORM, 1 R16G16_SFLOAT.
  uvs1Format: u32, // The same for UV1C; 0 without.
  morphNormalStep: f32, // Factor of the normal deltas of MRPC.
  morphTangentStep: f32, // Factor of the tangent deltas of MRPC.
  positionError: f32, // Maximum distance of a position from that of the full form, in units of the mesh.
  normalError: f32, // Maximum angle by which tangents are turned around their normals, in degrees. Normals have the bits of the full form.
  uvError: f32, // Maximum difference of a texture coordinate.
  weightError: f32, // Maximum difference of a skin weight.
}
fn assetcVertexGridOffset(row: AssetcVertexGrid) -> vec3f {
  return vec3f(row.offset[0], row.offset[1], row.offset[2]);
}
fn assetcVertexGridUvMin(row: AssetcVertexGrid) -> vec2f {
  return vec2f(row.uvMin[0], row.uvMin[1]);
}
fn assetcVertexGridUvExtent(row: AssetcVertexGrid) -> vec2f {
  return vec2f(row.uvExtent[0], row.uvExtent[1]);
}
fn assetcVertexGridUvs1Min(row: AssetcVertexGrid) -> vec2f {
  return vec2f(row.uvs1Min[0], row.uvs1Min[1]);
}
fn assetcVertexGridUvs1Extent(row: AssetcVertexGrid) -> vec2f {
  return vec2f(row.uvs1Extent[0], row.uvs1Extent[1]);
}

// VTXC: one compact vertex. 16 bytes.
const ASSETC_COMPACT_VERTEX_SIZE: u32 = 16u;
struct AssetcCompactVertex {
  position: array<u32, 2>, // R16G16B16A16_SINT: x, y, z on the grid, never -32768; w is the tangent, 0 if there is none.
  normal: u32, // R16G16_SNORM, octahedral.
  uv: u32, // R16G16_UNORM x extent + minimum, or R16G16_SFLOAT: see VertexGrid.uvFormat.
}

// VPSC: the position and tangent of a compact vertex. 8 bytes.
const ASSETC_COMPACT_POSITION_SIZE: u32 = 8u;
struct AssetcCompactPosition {
  position: array<u32, 2>, // R16G16B16A16_SINT: x, y, z on the grid, never -32768; w is the tangent, 0 if there is none.
}

// VATC: the rest of a compact vertex. 8 bytes.
const ASSETC_COMPACT_ATTRIBUTES_SIZE: u32 = 8u;
struct AssetcCompactAttributes {
  normal: u32, // R16G16_SNORM, octahedral.
  uv: u32, // R16G16_UNORM x extent + minimum, or R16G16_SFLOAT: see VertexGrid.uvFormat.
}

// SKNC: the joints of one vertex; at most 256 joints. 8 bytes.
const ASSETC_COMPACT_SKIN_VERTEX_SIZE: u32 = 8u;
struct AssetcCompactSkinVertex {
  joints: u32, // R8G8B8A8_UINT, into SKEL.
  weights: u32, // R8G8B8A8_UNORM; the sum is exactly 255.
}

// SKNC: the joints of one vertex; more than 256 joints. 12 bytes.
const ASSETC_COMPACT_SKIN_VERTEX_WIDE_SIZE: u32 = 12u;
struct AssetcCompactSkinVertexWide {
  joints: array<u32, 2>, // R16G16B16A16_UINT, into SKEL.
  weights: u32, // R8G8B8A8_UNORM; the sum is exactly 255.
}

// VPOS: the position of a vertex. 12 bytes.
const ASSETC_SPLIT_POSITION_SIZE: u32 = 12u;
struct AssetcSplitPosition {
  position: array<f32, 3>, // R32G32B32_SFLOAT.
}
fn assetcSplitPositionPosition(row: AssetcSplitPosition) -> vec3f {
  return vec3f(row.position[0], row.position[1], row.position[2]);
}

// VATR: the rest of a vertex. 16 bytes.
const ASSETC_SPLIT_ATTRIBUTES_SIZE: u32 = 16u;
struct AssetcSplitAttributes {
  normal: u32, // As in GpuVertex.
  tangent: u32, // As in GpuVertex.
  uv: array<f32, 2>, // As in GpuVertex.
}
fn assetcSplitAttributesUv(row: AssetcSplitAttributes) -> vec2f {
  return vec2f(row.uv[0], row.uv[1]);
}

// SKEL: one joint. 112 bytes.
const ASSETC_GPU_JOINT_SIZE: u32 = 112u;
struct AssetcGpuJoint {
  inverseBind: array<f32, 16>, // Column-major.
  bindT: array<f32, 3>, // Translation of the bind pose, relative to the parent.
  bindR: array<f32, 4>, // Rotation, x y z w.
  bindS: array<f32, 3>, // Scale.
  parent: i32, // Joint index, -1 for a root.
  pad: u32, // Zero.
}
fn assetcGpuJointBindT(row: AssetcGpuJoint) -> vec3f {
  return vec3f(row.bindT[0], row.bindT[1], row.bindT[2]);
}
fn assetcGpuJointBindR(row: AssetcGpuJoint) -> vec4f {
  return vec4f(row.bindR[0], row.bindR[1], row.bindR[2], row.bindR[3]);
}
fn assetcGpuJointBindS(row: AssetcGpuJoint) -> vec3f {
  return vec3f(row.bindS[0], row.bindS[1], row.bindS[2]);
}

// SUBM: one draw with one material. 64 bytes.
const ASSETC_SUB_MESH_SIZE: u32 = 64u;
struct AssetcSubMesh {
  firstIndex: u32, // First index in IDXS; submeshes tile it in order.
  indexCount: u32, // A multiple of 3.
  firstMeshlet: u32, // First meshlet in MLET; submeshes tile it in order.
  meshletCount: u32, // Meshlets of this submesh.
  materialSlot: u32, // Into MTRL and the rows of the companion .hmat; 0xFFFFFFFF for none.
  baseVertex: u32, // Zero: indices are global.
  aabbMin: array<f32, 3>, // Low corner of the box.
  aabbMax: array<f32, 3>, // High corner of the box.
  sphereCenter: array<f32, 3>, // The box's center.
  sphereRadius: f32, // Largest distance of a vertex from the center.
}
fn assetcSubMeshAabbMin(row: AssetcSubMesh) -> vec3f {
  return vec3f(row.aabbMin[0], row.aabbMin[1], row.aabbMin[2]);
}
fn assetcSubMeshAabbMax(row: AssetcSubMesh) -> vec3f {
  return vec3f(row.aabbMax[0], row.aabbMax[1], row.aabbMax[2]);
}
fn assetcSubMeshSphereCenter(row: AssetcSubMesh) -> vec3f {
  return vec3f(row.sphereCenter[0], row.sphereCenter[1], row.sphereCenter[2]);
}

// LODT: the range of one reduced level of one submesh. 8 bytes.
const ASSETC_MESH_LOD_SIZE: u32 = 8u;
struct AssetcMeshLod {
  firstIndex: u32, // Into LODI.
  indexCount: u32, // A multiple of 3; 0: stalled, reuse the previous level.
}

// MLET: one meshlet. 16 bytes.
const ASSETC_MESHLET_SIZE: u32 = 16u;
struct AssetcMeshlet {
  vertexOffset: u32, // First entry in MLVR.
  vertexCount: u32, // Entries in MLVR, at most 64.
  triangleOffset: u32, // First triangle in MLTR, counted in triangles.
  triangleCount: u32, // Triangles in MLTR, at most 124.
}

// MLBN: the bounds of one meshlet, for culling. 32 bytes.
const ASSETC_MESHLET_BOUNDS_SIZE: u32 = 32u;
struct AssetcMeshletBounds {
  center: array<f32, 3>, // Center of the bounding sphere.
  radius: f32, // Its radius.
  coneAxis: array<f32, 3>, // Axis of the cone of normals.
  coneCutoff: f32, // Cull when dot(center - eye, coneAxis) >= coneCutoff * |center - eye| + radius.
}
fn assetcMeshletBoundsCenter(row: AssetcMeshletBounds) -> vec3f {
  return vec3f(row.center[0], row.center[1], row.center[2]);
}
fn assetcMeshletBoundsConeAxis(row: AssetcMeshletBounds) -> vec3f {
  return vec3f(row.coneAxis[0], row.coneAxis[1], row.coneAxis[2]);
}

// CLUS: one cluster. 64 bytes.
const ASSETC_CLUSTER_SIZE: u32 = 64u;
struct AssetcCluster {
  vertexOffset: u32, // First entry in CLVR; at level 0 in MLVR.
  triangleOffset: u32, // First triangle in CLTR, counted in triangles; at level 0 in MLTR.
  word2: u32, // vertexCount, triangleCount, level, flags: see the functions below.
  submesh: u32, // The submesh that all its triangles belong to.
  center: array<f32, 3>, // Center of the bounding sphere, for culling.
  radius: f32, // Its radius.
  coneAxis: array<f32, 3>, // Axis of the cone of normals.
  coneCutoff: f32, // As in MeshletBounds.
  error: f32, // Error of its group; 0 at level 0.
  group: u32, // The group that it was made from; 0xFFFFFFFF at level 0.
  parentGroup: u32, // The group that it is a member of; 0xFFFFFFFF for a root.
  page: u32, // The page that it is in.
}
fn assetcClusterVertexCount(row: AssetcCluster) -> u32 {
  return (row.word2 >> 0u) & 0xffu;
}
fn assetcClusterTriangleCount(row: AssetcCluster) -> u32 {
  return (row.word2 >> 8u) & 0xffu;
}
fn assetcClusterLevel(row: AssetcCluster) -> u32 {
  return (row.word2 >> 16u) & 0xffu;
}
fn assetcClusterFlags(row: AssetcCluster) -> u32 {
  return (row.word2 >> 24u) & 0xffu;
}
fn assetcClusterCenter(row: AssetcCluster) -> vec3f {
  return vec3f(row.center[0], row.center[1], row.center[2]);
}
fn assetcClusterConeAxis(row: AssetcCluster) -> vec3f {
  return vec3f(row.coneAxis[0], row.coneAxis[1], row.coneAxis[2]);
}

// CLGR: clusters that are replaced together by fewer. 32 bytes.
const ASSETC_CLUSTER_GROUP_SIZE: u32 = 32u;
struct AssetcClusterGroup {
  center: array<f32, 3>, // Center of a sphere that contains the spheres of all groups below.
  radius: f32, // Its radius.
  error: f32, // Maximum distance of the clusters made from it to the mesh, in units of the mesh.
  level: u32, // Level of the clusters that were made from it.
  pageCount: u32, // Its members are loaded when this many pages are.
  pad: u32, // Zero.
}
fn assetcClusterGroupCenter(row: AssetcClusterGroup) -> vec3f {
  return vec3f(row.center[0], row.center[1], row.center[2]);
}

// One material; row i belongs to materialSlot i. 96 bytes.
const ASSETC_HMAT_ROW_SIZE: u32 = 96u;
struct AssetcHmatRow {
  baseColorFactor: array<f32, 4>, // Linear RGBA.
  emissiveFactor: array<f32, 3>, // Linear RGB.
  metallicFactor: f32, // As glTF has it.
  roughnessFactor: f32, // As glTF has it.
  normalScale: f32, // As glTF has it.
  occlusionStrength: f32, // As glTF has it.
  alphaCutoff: f32, // For alpha mode 1.
  flags: u32, // Bit 0: double-sided. Bits 1-2: alpha mode, 0 opaque, 1 mask, 2 blend.
  pad: u32, // Zero.
  baseColorTex: array<u32, 2>, // Texture ref, 0 for none.
  metallicRoughnessTex: array<u32, 2>, // Texture ref, 0 for none. Metallic in B, roughness in G.
  normalTex: array<u32, 2>, // Texture ref, 0 for none. X in R, Y in G.
  occlusionTex: array<u32, 2>, // Texture ref, 0 for none. Occlusion in R.
  emissiveTex: array<u32, 2>, // Texture ref, 0 for none.
}
fn assetcHmatRowBaseColorFactor(row: AssetcHmatRow) -> vec4f {
  return vec4f(row.baseColorFactor[0], row.baseColorFactor[1], row.baseColorFactor[2], row.baseColorFactor[3]);
}
fn assetcHmatRowEmissiveFactor(row: AssetcHmatRow) -> vec3f {
  return vec3f(row.emissiveFactor[0], row.emissiveFactor[1], row.emissiveFactor[2]);
}

// One glyph, sorted by codepoint. 40 bytes.
const ASSETC_GPU_GLYPH_SIZE: u32 = 40u;
struct AssetcGpuGlyph {
  codepoint: u32, // Unicode codepoint; 0 is .notdef.
  advance: f32, // Em.
  plane: array<f32, 4>, // Left, bottom, right, top in em, y up, baseline 0; the spread is included.
  uv: array<f32, 4>, // Left, top, right, bottom in the atlas, 0 to 1.
}
fn assetcGpuGlyphPlane(row: AssetcGpuGlyph) -> vec4f {
  return vec4f(row.plane[0], row.plane[1], row.plane[2], row.plane[3]);
}
fn assetcGpuGlyphUv(row: AssetcGpuGlyph) -> vec4f {
  return vec4f(row.uv[0], row.uv[1], row.uv[2], row.uv[3]);
}

// The view of a mesh. It may also be in a uniform buffer.
struct AssetcClusterView {
  eye: vec3f, // In the space of the mesh.
  pixelsPerUnit: f32, // Height of the viewport / (2 tan(fovY / 2)). Not multiplied by the scale of the model.
  maxPixels: f32, // Maximum error on the screen.
  pageCount: u32, // Loaded pages, from the first; 0xffffffff for all.
}

// Reads the low or the high half of a word as a signed number.
fn assetcSigned16(word: u32, isHigh: bool) -> i32 {
  return i32(select(word << 16u, word, isHigh)) >> 16u;
}

// The unit vector of a point on the octahedron, as a vertex attribute of R16G16_SNORM gives it.
fn assetcOctahedralDirection(e: vec2f) -> vec3f {
  var x: f32 = e.x;
  var y: f32 = e.y;
  let z: f32 = 1.0 - abs(x) - abs(y);
  if (z < 0.0) {
    let unfolded: f32 = (1.0 - abs(y)) * select(1.0, -1.0, x < 0.0);
    y = (1.0 - abs(x)) * select(1.0, -1.0, y < 0.0);
    x = unfolded;
  }
  let scale: f32 = sqrt(x * x + y * y + z * z);
  return vec3f(x / scale, y / scale, z / scale);
}

// The unit vector of two 16-bit numbers in a word: AssetcGpuVertex.normal.
fn assetcUnpackOctahedral(word: u32) -> vec3f {
  let x: f32 = f32(assetcSigned16(word, false)) / 32767.0;
  let y: f32 = f32(assetcSigned16(word, true)) / 32767.0;
  return assetcOctahedralDirection(vec2f(max(-1.0, x), max(-1.0, y)));
}

// AssetcGpuVertex.tangent: xyz is the direction, w the handedness, 1 or -1.
fn assetcUnpackTangent(word: u32) -> vec4f {
  return vec4f(assetcUnpackOctahedral(word & 0xfffffffeu), select(1.0, -1.0, (word & 1u) == 1u));
}

// The same for a vertex attribute of R16G16_SINT.
fn assetcTangentOf(xy: vec2i) -> vec4f {
  return assetcUnpackTangent((u32(xy.x) & 0xffffu) | (u32(xy.y) << 16u));
}

// Compact vertices (mesh.vertices: compact). A point of the grid in units of the mesh: a vertex attribute of R16G16B16A16_SINT.
fn assetcGridPosition(grid: AssetcVertexGrid, xyz: vec3i) -> vec3f {
  return vec3f(xyz) * grid.step + assetcVertexGridOffset(grid);
}

// The position of AssetcCompactVertex or AssetcCompactPosition in units of the mesh.
fn assetcCompactPositionOf(grid: AssetcVertexGrid, position: array<u32, 2>) -> vec3f {
  let x: i32 = assetcSigned16(position[0], false);
  let y: i32 = assetcSigned16(position[0], true);
  return assetcGridPosition(grid, vec3i(x, y, assetcSigned16(position[1], false)));
}

// The tangent that is an angle around the normal. angle: the fourth number of a compact position. Without a tangent, xyz is 0.
fn assetcTangentOfAngle(normal: vec3f, angle: i32) -> vec4f {
  let s: f32 = select(1.0, -1.0, normal.z < -1.0 / 65534.0);
  let a: f32 = -1.0 / (s + normal.z);
  let b: f32 = normal.x * normal.y * a;
  let along: vec3f = vec3f(1.0 + s * normal.x * normal.x * a, s * b, -s * normal.x);
  let across: vec3f = vec3f(b, s + normal.y * normal.y * a, -normal.y);
  let d: f32 = f32((angle >> 1u) & 0x7fff) / 8192.0;
  let u: f32 = abs(d - 2.0) - 1.0;
  let v: f32 = select(abs(d - 3.0) - 1.0, 1.0 - abs(d - 1.0), d < 2.0);
  let direction: vec3f = normalize(u * along + v * across) * select(1.0, 0.0, angle == 0);
  return vec4f(direction, select(1.0, -1.0, (angle & 1) == 1));
}

// The same from the words of a compact position.
fn assetcCompactTangentOf(normal: vec3f, position: array<u32, 2>) -> vec4f {
  return assetcTangentOfAngle(normal, assetcSigned16(position[1], true));
}

// A finite half float, without types and features of 16 bits.
fn assetcHalf(bits: u32) -> f32 {
  let isSmall: bool = (bits & 0x7c00u) == 0u;
  let small: f32 = f32(bits & 0x3ffu) / 16777216.0;
  let other: f32 = bitcast<f32>(((bits & 0x7fffu) << 13u) + 0x38000000u);
  return select(other, small, isSmall) * select(1.0, -1.0, (bits & 0x8000u) != 0u);
}

// Two compact texture coordinates in a word: halfs, or numbers between a minimum and the end of an extent.
fn assetcUnpackUv(word: u32, isHalf: bool, uvMin: vec2f, uvExtent: vec2f) -> vec2f {
  let shares: vec2f = vec2f(f32(word & 0xffffu), f32(word >> 16u)) / 65535.0;
  if (isHalf) {
    return vec2f(assetcHalf(word), assetcHalf(word >> 16u));
  }
  return shares * uvExtent + uvMin;
}

// Texture coordinates of AssetcCompactVertex or AssetcCompactAttributes.
fn assetcCompactUvOf(grid: AssetcVertexGrid, uv: u32) -> vec2f {
  return assetcUnpackUv(uv, grid.uvFormat == 1u, assetcVertexGridUvMin(grid), assetcVertexGridUvExtent(grid));
}

// Second texture coordinates: a word of UV1C.
fn assetcCompactUvs1Of(grid: AssetcVertexGrid, uv: u32) -> vec2f {
  return assetcUnpackUv(uv, grid.uvs1Format == 1u, assetcVertexGridUvs1Min(grid), assetcVertexGridUvs1Extent(grid));
}

// Joint i of 0 to 3 of a vertex of a mesh with at most 256 joints.
fn assetcCompactSkinJoint(skin: AssetcCompactSkinVertex, i: u32) -> u32 {
  return (skin.joints >> (i * 8u)) & 0xffu;
}

// Joint i of 0 to 3 of a vertex of a mesh with more joints.
fn assetcCompactSkinJointWide(skin: AssetcCompactSkinVertexWide, i: u32) -> u32 {
  let word: u32 = select(skin.joints[0], skin.joints[1], i > 1u);
  return (word >> ((i & 1u) * 16u)) & 0xffffu;
}

// The four weights of either.
fn assetcCompactSkinWeights(weights: u32) -> vec4f {
  return vec4f(f32(weights & 0xffu), f32((weights >> 8u) & 0xffu), f32((weights >> 16u) & 0xffu), f32(weights >> 24u)) / 255.0;
}

// The third axis of the tangent frame.
fn assetcBitangent(normal: vec3f, tangent: vec4f) -> vec3f {
  return cross(normal, tangent.xyz) * tangent.w;
}

// The normal that a normal map gives. texel: its red and green, 0 to 1; blue is computed. scale: normalScale of the material.
fn assetcMappedNormal(normal: vec3f, tangent: vec4f, texel: vec2f, scale: f32) -> vec3f {
  let xy: vec2f = texel * 2.0 - vec2f(1.0, 1.0);
  let z: f32 = sqrt(max(0.0, 1.0 - dot(xy, xy)));
  return normalize(tangent.xyz * (xy.x * scale) + assetcBitangent(normal, tangent) * (xy.y * scale) + normal * z);
}

// Whether both sides of a material are drawn.
fn assetcIsDoubleSided(flags: u32) -> bool {
  return (flags & ASSETC_HMAT_FLAG_DOUBLE_SIDED) != 0u;
}

// AssetcHmatRow.flags: 0 opaque, 1 mask, 2 blend.
fn assetcAlphaMode(flags: u32) -> u32 {
  return (flags >> ASSETC_HMAT_ALPHA_MODE_SHIFT) & 3u;
}

// Whether a fragment of a material with alpha mode mask is discarded.
fn assetcIsCutOut(material: AssetcHmatRow, alpha: f32) -> bool {
  return assetcAlphaMode(material.flags) == 1u && alpha < material.alphaCutoff;
}

// Metallic (x) and roughness (y). texel: the metallic-roughness texture, or ones if there is none.
fn assetcMetallicRoughness(material: AssetcHmatRow, texel: vec4f) -> vec2f {
  return vec2f(texel.b * material.metallicFactor, texel.g * material.roughnessFactor);
}

// How much image light reaches the surface. texel: red of the occlusion texture, or 1.
fn assetcOcclusion(material: AssetcHmatRow, texel: f32) -> f32 {
  return 1.0 + material.occlusionStrength * (texel - 1.0);
}

// Joint i of 0 to 3 of a vertex.
fn assetcSkinJoint(skin: AssetcGpuSkinVertex, i: u32) -> u32 {
  let word: u32 = select(skin.joints[0], skin.joints[1], i > 1u);
  return (word >> ((i & 1u) * 16u)) & 0xffffu;
}

// The matrix of a vertex. The others are the joints' matrices: global transform times inverse bind matrix.
fn assetcSkinMatrix(m0: mat4x4f, m1: mat4x4f, m2: mat4x4f, m3: mat4x4f, weights: vec4f) -> mat4x4f {
  return m0 * weights.x + m1 * weights.y + m2 * weights.z + m3 * weights.w;
}

// A position after an affine matrix.
fn assetcTransformPosition(m: mat4x4f, position: vec3f) -> vec3f {
  return (m * vec4f(position, 1.0)).xyz;
}

// A tangent after an affine matrix.
fn assetcTransformTangent(m: mat4x4f, tangent: vec4f) -> vec4f {
  return vec4f(normalize((m * vec4f(tangent.xyz, 0.0)).xyz), tangent.w);
}

// A normal after an affine matrix, also if that scales its axes differently or mirrors.
fn assetcTransformNormal(m: mat4x4f, normal: vec3f) -> vec3f {
  let x: vec3f = (m * vec4f(1.0, 0.0, 0.0, 0.0)).xyz;
  let y: vec3f = (m * vec4f(0.0, 1.0, 0.0, 0.0)).xyz;
  let z: vec3f = (m * vec4f(0.0, 0.0, 1.0, 0.0)).xyz;
  let yz: vec3f = cross(y, z);
  let n: vec3f = yz * normal.x + cross(z, x) * normal.y + cross(x, y) * normal.z;
  return normalize(n * select(1.0, -1.0, dot(x, yz) < 0.0));
}

// Triangles of meshlets (MLTR, CLTR) are three bytes each. This is the word that a triangle starts in.
fn assetcTriangleWord(index: u32) -> u32 {
  return (index * 3u) >> 2u;
}

// The three corners of a triangle, entries of its meshlet. low and high: the words assetcTriangleWord(index) and the next.
fn assetcUnpackTriangle(low: u32, high: u32, index: u32) -> vec3u {
  let shift: u32 = ((index * 3u) & 3u) * 8u;
  let bits: u32 = (low >> shift) | select(0u, high << ((32u - shift) & 31u), shift > 8u);
  return vec3u(bits & 0xffu, (bits >> 8u) & 0xffu, (bits >> 16u) & 0xffu);
}

// The same from a word of MLTW or CLTW, which has one triangle (mesh.meshlets.triangles: words).
fn assetcUnpackTriangleWord(word: u32) -> vec3u {
  return vec3u(word & 0xffu, (word >> 8u) & 0xffu, (word >> 16u) & 0xffu);
}

// Whether a meshlet or a cluster shows only backs to an eye in the space of the mesh.
fn assetcFacesAway(center: vec3f, radius: f32, coneAxis: vec3f, coneCutoff: f32, eye: vec3f) -> bool {
  let toCenter: vec3f = center - eye;
  return dot(toCenter, coneAxis) >= coneCutoff * length(toCenter) + radius;
}

// Irradiance of a surface with this unit normal. sh: the nine coefficients of assetcSH9 of an .ibl.ktx2, w is not used.
fn assetcIrradiance(sh: array<vec4f, 9>, normal: vec3f) -> vec3f {
  let x: f32 = normal.x;
  let y: f32 = normal.y;
  let z: f32 = normal.z;
  let first: vec4f = sh[0] * 0.28209479 + (sh[1] * y + sh[2] * z + sh[3] * x) * 0.48860251;
  let second: vec4f = (sh[4] * (x * y) + sh[5] * (y * z) + sh[7] * (x * z)) * 1.09254843;
  let third: vec4f = sh[6] * (0.31539157 * (3.0 * z * z - 1.0)) + sh[8] * (0.54627422 * (x * x - y * y));
  return max((first + second + third).xyz, vec3f(0.0, 0.0, 0.0));
}

// The level of an .ibl.ktx2 to sample for a roughness of 0 to 1.
fn assetcLightLevel(roughness: f32, levelCount: f32) -> f32 {
  return clamp(roughness, 0.0, 1.0) * max(0.0, levelCount - 1.0);
}

// Image light by the split sum. irradiance: assetcIrradiance at the normal. reflection: the .ibl.ktx2 at assetcLightLevel, in the
// direction reflect(-view, normal). dfg: red and green of assetc/dfg.ktx2 at (dot(normal, view), roughness). What the surface of a
// dielectric reflects does not reach its diffuse layer, so that a white furnace stays white.
fn assetcImageLight(irradiance: vec3f, reflection: vec3f, dfg: vec2f, albedo: vec3f, metallic: f32) -> vec3f {
  let f0: vec3f = mix(vec3f(0.04, 0.04, 0.04), albedo, metallic);
  let once: vec3f = f0 * dfg.x + vec3f(dfg.y, dfg.y, dfg.y);
  let again: vec3f = vec3f(1.0, 1.0, 1.0) + f0 * (1.0 / (dfg.x + dfg.y) - 1.0);
  let dielectric: f32 = (0.04 * dfg.x + dfg.y) * (1.0 + 0.04 * (1.0 / (dfg.x + dfg.y) - 1.0));
  return reflection * once * again + albedo * irradiance * ((1.0 - metallic) * (1.0 - dielectric) / 3.14159265);
}

// The median of three distances. It is the distance itself if all are equal, as in an SDF.
fn assetcMedian(texel: vec3f) -> f32 {
  return max(min(texel.r, texel.g), min(max(texel.r, texel.g), texel.b));
}

// How much of a pixel a glyph covers. pixelsPerTexel: pixels per em on the screen, divided by texels per em in the atlas.
fn assetcGlyphCoverage(texel: vec3f, edgeValue: f32, distanceRange: f32, pixelsPerTexel: f32) -> f32 {
  return clamp((assetcMedian(texel) - edgeValue) * distanceRange * pixelsPerTexel + 0.5, 0.0, 1.0);
}

// The index of a group for reading it: 0 if there is none.
fn assetcGroupIndex(group: u32) -> u32 {
  return select(group, 0u, group == ASSETC_HMESH_NO_GROUP);
}

// Whether a group is too coarse for the view, and its members are loaded.
fn assetcGroupIsCoarse(group: AssetcClusterGroup, view: AssetcClusterView) -> bool {
  let reach: f32 = max(0.0, distance(assetcClusterGroupCenter(group), view.eye) - group.radius);
  return group.error * view.pixelsPerUnit > view.maxPixels * reach && group.pageCount <= view.pageCount;
}

// Whether a cluster is part of the cut. own and parent: the groups assetcGroupIndex(cluster.group) and that of cluster.parentGroup.
fn assetcClusterIsDrawn(
  cluster: AssetcCluster, own: AssetcClusterGroup, parent: AssetcClusterGroup, view: AssetcClusterView
) -> bool {
  let isFine: bool = cluster.group == ASSETC_HMESH_NO_GROUP || !assetcGroupIsCoarse(own, view);
  let isNeeded: bool = cluster.parentGroup == ASSETC_HMESH_NO_GROUP || assetcGroupIsCoarse(parent, view);
  return cluster.page < view.pageCount && isFine && isNeeded;
}
