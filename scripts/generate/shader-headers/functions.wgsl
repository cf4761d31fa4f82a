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
  return mul(m, vec4f(position, 1.0)).xyz;
}

// A tangent after an affine matrix.
fn assetcTransformTangent(m: mat4x4f, tangent: vec4f) -> vec4f {
  return vec4f(normalize(mul(m, vec4f(tangent.xyz, 0.0)).xyz), tangent.w);
}

// A normal after an affine matrix, also if that scales its axes differently or mirrors.
fn assetcTransformNormal(m: mat4x4f, normal: vec3f) -> vec3f {
  let x: vec3f = mul(m, vec4f(1.0, 0.0, 0.0, 0.0)).xyz;
  let y: vec3f = mul(m, vec4f(0.0, 1.0, 0.0, 0.0)).xyz;
  let z: vec3f = mul(m, vec4f(0.0, 0.0, 1.0, 0.0)).xyz;
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
