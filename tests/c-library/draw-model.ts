// The twin of packages/formats/c/example/draw-model.c: the same picture by the same arithmetic, through the SDK.

import { type Hmesh, type Ktx2, type Material, NO_MATERIAL, unpackVertices, VkFormat } from '@assetc/formats';

const SIDE = 160;
const LIGHT = [0.48, 0.8, 0.36];
const RIGHT = [0.8, 0, -0.6];
const UP = [-0.36, 0.8, -0.48];
const BACK = [0.48, 0.6, 0.64];

interface Corner {
  readonly clip: readonly [number, number, number];
  readonly normal: readonly number[];
  readonly uv: readonly [number, number];
}

type Shade = (normal: readonly number[], uv: readonly [number, number]) => readonly number[];

/** RGB of 0 to 255, row by row. */
export function drawModel(
  mesh: Hmesh,
  materials: readonly Material[],
  textureOf: (hash: bigint) => Ktx2 | undefined,
): Uint8Array {
  const color = new Float64Array(SIDE * SIDE * 3);
  const depth = new Float64Array(SIDE * SIDE);
  const { positions, normals, uvs } = unpackVertices(mesh.vertices);
  const cornerAt = (vertex: number): Corner => ({
    clip: project(mesh, positions.subarray(vertex * 3, vertex * 3 + 3)),
    normal: [...normals.subarray(vertex * 3, vertex * 3 + 3)],
    uv: [uvs[vertex * 2] ?? 0, uvs[vertex * 2 + 1] ?? 0],
  });
  for (const { firstIndex, indexCount, materialSlot } of mesh.submeshes) {
    const material = materialSlot === NO_MATERIAL ? undefined : materials[materialSlot];
    const shade = surfaceOf(material, textureOf);
    for (let i = firstIndex; i + 2 < firstIndex + indexCount; i += 3) {
      const corners = [0, 1, 2].map((k) => cornerAt(mesh.indices[i + k] ?? 0));
      drawTriangle(color, depth, corners, material?.doubleSided === true, shade);
    }
  }
  return Uint8Array.from(color, (v) => (v >= 1 ? 255 : Math.trunc(v * 255 + 0.5)));
}

function surfaceOf(material: Material | undefined, textureOf: (hash: bigint) => Ktx2 | undefined): Shade {
  const factor = material?.baseColorFactor ?? [1, 1, 1, 1];
  const found = material === undefined || material.baseColorTex === 0n ? undefined : textureOf(material.baseColorTex);
  const isPlain = found?.vkFormat === VkFormat.r8g8b8a8Srgb && found.supercompressionScheme === 0;
  const texture = isPlain ? found : undefined;
  return (normal, uv) => {
    const [x = 0, y = 0, z = 0] = normal;
    const length = Math.sqrt(x * x + y * y + z * z);
    let lit = 0;
    for (let i = 0; i < 3; i++) lit += (normal[i] ?? 0) * (LIGHT[i] ?? 0);
    lit = length > 0 ? lit / length : 0;
    return [0, 1, 2].map((i) => {
      const value = (factor[i] ?? 0) * (0.25 + 0.75 * Math.max(lit, 0));
      return texture === undefined ? value : value * sample(texture, uv, i);
    });
  };
}

function sample(
  { pixelWidth: width, pixelHeight: height, levels }: Ktx2,
  [u, v]: readonly [number, number],
  channel: number,
) {
  const texels = levels[0]?.bytes ?? new Uint8Array(0);
  const [x, y] = [u * width - 0.5, v * height - 0.5];
  const [fx, fy] = [x - Math.floor(x), y - Math.floor(y)];
  let sum = 0;
  for (let i = 0; i < 4; i++) {
    const [column, row] = [wrapped(Math.floor(x) + (i & 1), width), wrapped(Math.floor(y) + (i >> 1), height)];
    const weight = ((i & 1) !== 0 ? fx : 1 - fx) * (i >> 1 !== 0 ? fy : 1 - fy);
    sum += weight * (texels[(row * width + column) * 4 + channel] ?? 0);
  }
  return sum / 255;
}

const wrapped = (n: number, size: number): number => ((n % size) + size) % size;

function project({ bounds }: Hmesh, position: Float32Array): [number, number, number] {
  const radius = bounds.sphereRadius > 0 ? bounds.sphereRadius : 1;
  let [x, y, z] = [0, 0, 0];
  for (let i = 0; i < 3; i++) {
    const offset = (position[i] ?? 0) - (bounds.sphereCenter[i] ?? 0);
    x += offset * (RIGHT[i] ?? 0);
    y += offset * (UP[i] ?? 0);
    z += offset * (BACK[i] ?? 0);
  }
  return [x * 2.4, y * 2.4, radius * 2.8 - z];
}

type Point = readonly [number, number];
const edge = (a: Point, b: Point, x: number, y: number): number => (a[0] - x) * (b[1] - y) - (b[0] - x) * (a[1] - y);
const limit = (value: number): number => (value < 0 ? 0 : value > SIDE ? SIDE : Math.trunc(value));

function drawTriangle(
  color: Float64Array,
  depth: Float64Array,
  corners: readonly Corner[],
  bothSides: boolean,
  shade: Shade,
): void {
  const [p, q, r] = corners;
  if (p === undefined || q === undefined || r === undefined || corners.some(({ clip }) => clip[2] < 0.001)) return;
  const at = [p, q, r].map(
    ({ clip: [x, y, w] }): Point => [((x / w) * 0.5 + 0.5) * SIDE, (0.5 - (y / w) * 0.5) * SIDE],
  );
  const [a = [0, 0], b = [0, 0], c = [0, 0]] = at;
  const area = edge(a, b, c[0], c[1]);
  if (area === 0 || (area > 0 && !bothSides)) return;
  const [xs, ys] = [at.map(([x]) => x), at.map(([, y]) => y)];
  for (let y = limit(Math.min(...ys)); y < limit(Math.max(...ys) + 1); y++)
    for (let x = limit(Math.min(...xs)); x < limit(Math.max(...xs) + 1); x++) {
      const [w0, w1] = [edge(b, c, x + 0.5, y + 0.5) / area, edge(c, a, x + 0.5, y + 0.5) / area];
      const w2 = 1 - w0 - w1;
      if (w0 < 0 || w1 < 0 || w2 < 0) continue;
      const [n0, n1, n2] = [w0 / p.clip[2], w1 / q.clip[2], w2 / r.clip[2]];
      const near = n0 + n1 + n2;
      const pixel = y * SIDE + x;
      if (near <= (depth[pixel] ?? 0)) continue;
      depth[pixel] = near;
      const mix = (values: readonly [number, number, number]): number =>
        values[0] * (n0 / near) + values[1] * (n1 / near) + values[2] * (n2 / near);
      const normal = [0, 1, 2].map((i) => mix([p.normal[i] ?? 0, q.normal[i] ?? 0, r.normal[i] ?? 0]));
      const uv: Point = [mix([p.uv[0], q.uv[0], r.uv[0]]), mix([p.uv[1], q.uv[1], r.uv[1]])];
      color.set(shade(normal, uv), pixel * 3);
    }
}
