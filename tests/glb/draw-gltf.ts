// A picture of a glTF by the demo's rasterizer: geometry as three's GLTFLoader has it, materials as glTF-Transform reads them.
// Base color, vertex colors, normal map, emission and one light, at rest. Not pretty, but the same for all models.

import { type Document, type Material, NodeIO, type Texture, type TextureInfo } from '@gltf-transform/core';
import { type EmissiveStrength, EXTMeshGPUInstancing, type Transform } from '@gltf-transform/extensions';
import { Box3, InstancedMesh, Matrix3, Matrix4, type Mesh, Vector3 } from 'three';
import { GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { importImage } from '../../packages/compiler/src/importers/image/import-image.js';
import { lookAt, multiply, perspective, type Vector } from '../../scripts/demo/render/matrix.js';
import { canvas, drawTriangle } from '../../scripts/demo/render/raster.js';
import { linearTexels, type SampledTexture, sample } from '../../scripts/demo/render/sampled-texture.js';

export const WIDTH = 320;
export const HEIGHT = 240;

interface Map2D {
  readonly texture: SampledTexture;
  /** Sampler constants of glTF. */
  readonly wrapS: number;
  readonly wrapT: number;
  readonly uvSet: number;
  /** Offset, scale, sine and cosine. */
  readonly transform: readonly [number, number, number, number, number, number];
}

interface Look {
  readonly factor: readonly number[];
  readonly emission: readonly number[];
  readonly isUnlit: boolean;
  readonly isBlended: boolean;
  readonly isDoubleSided: boolean;
  readonly cutoff: number;
  readonly baseColor: Map2D | undefined;
  readonly normal: Map2D | undefined;
  readonly emissive: Map2D | undefined;
}

interface Corner {
  readonly position: Vector3;
  readonly normal: Vector3 | undefined;
  readonly uvs: readonly (readonly [number, number])[];
  readonly color: readonly number[];
}

interface Drawn {
  readonly look: Look;
  /** Three a triangle. */
  readonly corners: readonly Corner[];
}

/** What is drawn, by draw. The document is used up. */
export async function drawnBy(document: Document): Promise<readonly Drawn[]> {
  const root = document.getRoot();
  const looks: Look[] = [];
  for (const [i, material] of root.listMaterials().entries()) {
    looks.push(await lookOf(material));
    material.setName(`m${i}`);
  }
  for (const list of [root.listTextures(), root.listCameras(), root.listAnimations()])
    for (const item of list) item.dispose();
  for (const extension of root.listExtensionsUsed())
    if (extension.extensionName !== 'EXT_mesh_gpu_instancing') extension.dispose();
  const [buffer, ...others] = root.listBuffers();
  for (const accessor of root.listAccessors()) accessor.setBuffer(buffer ?? null);
  for (const other of others) other.dispose();
  const bytes = await new NodeIO().registerExtensions([EXTMeshGPUInstancing]).writeBinary(document);
  const { scene } = await new GLTFLoader().parseAsync(bytes.slice().buffer, '');
  scene.updateMatrixWorld(true);
  const drawn: Drawn[] = [];
  scene.traverse((object) => {
    if (!('isMesh' in object)) return;
    const mesh = object as Mesh;
    const material = Array.isArray(mesh.material) ? mesh.material[0] : mesh.material;
    const look = looks[Number(/^m(\d+)$/.exec(material?.name ?? '')?.[1] ?? -1)] ?? PLAIN;
    for (const world of worldsOf(mesh)) drawn.push({ look, corners: cornersOf(mesh, world) });
  });
  return drawn;
}

const PLAIN: Look = {
  factor: [1, 1, 1, 1],
  emission: [0, 0, 0],
  isUnlit: false,
  isBlended: false,
  isDoubleSided: false,
  cutoff: 0,
  baseColor: undefined,
  normal: undefined,
  emissive: undefined,
};

async function lookOf(material: Material): Promise<Look> {
  const strength =
    material.getExtension<EmissiveStrength>('KHR_materials_emissive_strength')?.getEmissiveStrength() ?? 1;
  return {
    factor: material.getBaseColorFactor(),
    emission: material.getEmissiveFactor().map((n) => n * strength),
    isUnlit: material.getExtension('KHR_materials_unlit') !== null,
    isBlended: material.getAlphaMode() === 'BLEND',
    isDoubleSided: material.getDoubleSided(),
    cutoff: material.getAlphaMode() === 'MASK' ? material.getAlphaCutoff() : 0,
    baseColor: await mapOf(material.getBaseColorTexture(), material.getBaseColorTextureInfo(), true),
    normal: await mapOf(material.getNormalTexture(), material.getNormalTextureInfo(), false),
    emissive: await mapOf(material.getEmissiveTexture(), material.getEmissiveTextureInfo(), true),
  };
}

async function mapOf(texture: Texture | null, info: TextureInfo | null, isColor: boolean): Promise<Map2D | undefined> {
  const bytes = texture?.getImage();
  if (!bytes || info === null) return undefined;
  const about = { file: 'x', origin: {}, limit: 2 ** 28, colors: 'as-is' as const, warn: () => {} };
  const { width, height, pixels } = await importImage({ ...about, bytes });
  const rgba = pixels instanceof Uint8Array ? pixels : Uint8Array.from(pixels, (value) => value >> 8);
  const transform = info.getExtension<Transform>('KHR_texture_transform');
  const [ox, oy] = transform?.getOffset() ?? [0, 0];
  const [sx, sy] = transform?.getScale() ?? [1, 1];
  const turn = transform?.getRotation() ?? 0;
  return {
    texture: { levels: [{ width, height, texels: linearTexels(rgba, isColor) }] },
    wrapS: info.getWrapS(),
    wrapT: info.getWrapT(),
    uvSet: transform?.getTexCoord() ?? info.getTexCoord(),
    transform: [ox, oy, sx, sy, Math.sin(turn), Math.cos(turn)],
  };
}

function worldsOf(mesh: Mesh): readonly Matrix4[] {
  if (!(mesh instanceof InstancedMesh)) return [mesh.matrixWorld];
  return Array.from({ length: mesh.count }, (_, i) => {
    const matrix = new Matrix4();
    mesh.getMatrixAt(i, matrix);
    return matrix.premultiply(mesh.matrixWorld);
  });
}

function cornersOf(mesh: Mesh, world: Matrix4): readonly Corner[] {
  const { index, attributes } = mesh.geometry;
  const isSkinned = 'isSkinnedMesh' in mesh;
  const normalMatrix = new Matrix3().getNormalMatrix(world);
  const isMirrored = !isSkinned && world.determinant() < 0;
  const count = index?.count ?? attributes.position?.count ?? 0;
  const corner = (at: number): Corner => {
    const i = index?.getX(at) ?? at;
    const read = (name: string, width: number): number[] | undefined =>
      attributes[name] && Array.from({ length: width }, (_, k) => attributes[name]?.getComponent(i, k) ?? 0);
    const normal = isSkinned || mesh.geometry.morphAttributes.position ? undefined : read('normal', 3);
    const [u = 0, v = 0] = read('uv', 2) ?? [];
    const [s = 0, t = 0] = read('uv1', 2) ?? [];
    return {
      position: mesh.getVertexPosition(i, new Vector3()).applyMatrix4(world),
      normal: normal && new Vector3().fromArray(normal).applyMatrix3(normalMatrix).normalize(),
      uvs: [
        [u, v],
        [s, t],
      ],
      color: read('color', attributes.color?.itemSize ?? 4) ?? [1, 1, 1, 1],
    };
  };
  const corners: Corner[] = [];
  for (let at = 0; at + 2 < count; at += 3)
    for (const k of isMirrored ? [0, 2, 1] : [0, 1, 2]) corners.push(corner(at + k));
  return corners;
}

/** From ahead, above and to the right of a box. */
export function cameraFor(drawn: readonly Drawn[]): { readonly eye: Vector; readonly matrix: Float32Array } {
  const box = new Box3().setFromPoints(drawn.flatMap(({ corners }) => corners.map(({ position }) => position)));
  const center = box.getCenter(new Vector3());
  const away = Math.max(box.getSize(new Vector3()).length(), 1e-3) * 1.1;
  // The rasterizer's near plane is for scenes of meters.
  const scale = 10 / away;
  const at: Vector = [center.x, center.y, center.z];
  const eye: Vector = [at[0] + away * 0.4, at[1] + away * 0.35, at[2] + away * 0.85];
  const view = lookAt([eye[0] * scale, eye[1] * scale, eye[2] * scale], [at[0] * scale, at[1] * scale, at[2] * scale]);
  const sized = Float32Array.of(scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, 1);
  return { eye, matrix: multiply(multiply(perspective(45, WIDTH / HEIGHT), view), sized) };
}

/** RGBA, sRGB. */
export function draw(drawn: readonly Drawn[], camera: ReturnType<typeof cameraFor>): Uint8Array {
  const target = canvas(WIDTH, HEIGHT);
  target.color.fill(0.03);
  for (const isBlended of [false, true])
    for (const { look, corners } of drawn) {
      if (look.isBlended !== isBlended) continue;
      for (let at = 0; at + 2 < corners.length; at += 3)
        drawOne(target, look, corners.slice(at, at + 3), camera.matrix);
    }
  const out = new Uint8Array(WIDTH * HEIGHT * 4);
  for (let i = 0; i < WIDTH * HEIGHT; i++) {
    for (let c = 0; c < 3; c++) out[i * 4 + c] = Math.round(encodeSrgb(target.color[i * 3 + c] ?? 0) * 255);
    out[i * 4 + 3] = 255;
  }
  return out;
}

const encodeSrgb = (value: number): number => {
  const v = Math.min(1, Math.max(0, value));
  return v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055;
};

const ONES = [1, 1, 1];
const SUN = new Vector3(0.5, 0.8, 0.6).normalize();

function drawOne(
  target: ReturnType<typeof canvas>,
  look: Look,
  corners: readonly Corner[],
  matrix: Float32Array,
): void {
  const [a, b, c] = corners;
  if (a === undefined || b === undefined || c === undefined) return;
  const clip = corners.map(({ position: { x, y, z } }): readonly [number, number, number] => {
    const row = (r: number) =>
      (matrix[r] ?? 0) * x + (matrix[4 + r] ?? 0) * y + (matrix[8 + r] ?? 0) * z + (matrix[12 + r] ?? 0);
    return [row(0), row(1), row(3)];
  });
  const face = b.position.clone().sub(a.position).cross(c.position.clone().sub(a.position)).normalize();
  const frame = look.normal && tangentsOf(corners, look.normal.uvSet);
  const texel = new Float32Array(4);
  drawTriangle(target, clip, look.isDoubleSided ? 'both' : 'front', look.isBlended, (_, wa, wb, wc, out) => {
    const mix = (of: (corner: Corner) => number): number => of(a) * wa + of(b) * wb + of(c) * wc;
    const lookUp = (map: Map2D): Float32Array => {
      const [ox, oy, sx, sy, sin, cos] = map.transform;
      const u = mix(({ uvs }) => uvs[map.uvSet]?.[0] ?? 0) * sx;
      const v = mix(({ uvs }) => uvs[map.uvSet]?.[1] ?? 0) * sy;
      sample(
        map.texture,
        wrapped(cos * u + sin * v + ox, map.wrapS),
        wrapped(cos * v - sin * u + oy, map.wrapT),
        0,
        texel,
      );
      return texel;
    };
    const albedo = [0, 1, 2, 3].map((k) => (look.factor[k] ?? 1) * mix(({ color }) => color[k] ?? 1));
    if (look.baseColor) for (const [k, value] of lookUp(look.baseColor).entries()) albedo[k] = (albedo[k] ?? 1) * value;
    if ((albedo[3] ?? 1) < look.cutoff) return false;
    const normal = face.clone();
    if (a.normal && b.normal && c.normal)
      normal
        .set(
          mix((k) => k.normal?.x ?? 0),
          mix((k) => k.normal?.y ?? 0),
          mix((k) => k.normal?.z ?? 0),
        )
        .normalize();
    if (look.normal && frame) bump(normal, lookUp(look.normal), frame);
    const light = look.isUnlit ? 1 : 0.25 + 0.75 * Math.max(0, normal.dot(SUN));
    const glow = look.emissive ? lookUp(look.emissive) : ONES;
    for (let k = 0; k < 3; k++) out[k] = (albedo[k] ?? 0) * light + (look.emission[k] ?? 0) * (glow[k] ?? 1);
    out[3] = albedo[3] ?? 1;
    return true;
  });
}

/** All three parts of the map count, so that a lost Z shows. */
function bump(normal: Vector3, texel: Float32Array, [tangent, bitangent]: readonly [Vector3, Vector3]): void {
  const [x, y, z] = [0, 1, 2].map((k) => (texel[k] ?? 0) * 2 - 1);
  normal
    .multiplyScalar(z ?? 1)
    .addScaledVector(tangent, x ?? 0)
    .addScaledVector(bitangent, y ?? 0)
    .normalize();
}

function tangentsOf(corners: readonly Corner[], uvSet: number): readonly [Vector3, Vector3] | undefined {
  const [a, b, c] = corners;
  if (a === undefined || b === undefined || c === undefined) return undefined;
  const [ab, ac] = [b.position.clone().sub(a.position), c.position.clone().sub(a.position)];
  const uv = ({ uvs }: Corner, k: 0 | 1): number => uvs[uvSet]?.[k] ?? 0;
  const [u1, v1, u2, v2] = [uv(b, 0) - uv(a, 0), uv(b, 1) - uv(a, 1), uv(c, 0) - uv(a, 0), uv(c, 1) - uv(a, 1)];
  const area = u1 * v2 - u2 * v1;
  if (area === 0) return undefined;
  const tangent = ab.clone().multiplyScalar(v2).addScaledVector(ac, -v1).divideScalar(area).normalize();
  const bitangent = ac.clone().multiplyScalar(u1).addScaledVector(ab, -u2).divideScalar(-area).normalize();
  return [tangent, bitangent];
}

function wrapped(value: number, mode: number): number {
  if (mode === 33071) return Math.min(0.9999, Math.max(0.0001, value));
  if (mode !== 33648) return value;
  const folded = Math.abs(value) % 2;
  return folded > 1 ? 2 - folded : folded;
}
