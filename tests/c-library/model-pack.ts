// A pack with a model in it, made from nothing: two bumpy balls, one of them textured, with levels of detail and a clip.

import {
  DEFAULT_MATERIAL,
  decodeHmesh,
  encodeHman,
  encodeHmat,
  encodeHpack,
  encodeKtx2,
  manifestHash,
  rgba8Format,
} from '@assetc/formats';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { compileModel } from '../support/compile-model.js';

const RINGS = 24;
const TEXTURE = 'models/balls/skin.ktx2';

function ball(builder: GltfBuilder, shift: number, material: number): { [key: string]: unknown } {
  const [positions, normals, uvs, indices]: [number[], number[], number[], number[]] = [[], [], [], []];
  for (let ring = 0; ring <= RINGS; ring++)
    for (let step = 0; step <= RINGS; step++) {
      const [down, round] = [(ring / RINGS) * Math.PI, (step / RINGS) * Math.PI * 2];
      const n = [Math.sin(down) * Math.cos(round), Math.cos(down), -Math.sin(down) * Math.sin(round)];
      const size = 1 + 0.1 * Math.sin(5 * round) * Math.sin(down);
      positions.push(...n.map((v, axis) => v * size + (axis === 0 ? shift : 0)));
      normals.push(...n);
      uvs.push((step / RINGS) * 3, (ring / RINGS) * 2);
    }
  for (let ring = 0; ring < RINGS; ring++)
    for (let step = 0; step < RINGS; step++) {
      const at = ring * (RINGS + 1) + step;
      indices.push(at, at + RINGS + 1, at + 1, at + 1, at + RINGS + 1, at + RINGS + 2);
    }
  return {
    attributes: {
      POSITION: builder.accessor(Float32Array.from(positions), 'VEC3'),
      NORMAL: builder.accessor(Float32Array.from(normals), 'VEC3'),
      TEXCOORD_0: builder.accessor(Float32Array.from(uvs), 'VEC2'),
    },
    indices: builder.accessor(Uint16Array.from(indices), 'SCALAR'),
    material,
  };
}

function texture(): Uint8Array {
  const texels = new Uint8Array(16 * 16 * 4);
  for (let i = 0; i < 256; i++) {
    const isDark = (((i & 15) >> 2) + (i >> 6)) & 1;
    texels.set([isDark ? 40 : 250, (i & 15) * 16, 255 - (i >> 4) * 12, 255], i * 4);
  }
  return encodeKtx2({ format: rgba8Format('srgb'), pixelWidth: 16, pixelHeight: 16, levels: [{ bytes: texels }] });
}

/** The files, and the pack of them. */
export async function modelPack() {
  const builder = new GltfBuilder();
  builder.list('materials', { name: 'skin' });
  builder.list('materials', {
    name: 'plain',
    doubleSided: true,
    pbrMetallicRoughness: { baseColorFactor: [0.9, 0.5, 0.2, 1] },
  });
  const mesh = builder.mesh(ball(builder, -0.9, 0), ball(builder, 0.9, 1));
  builder.node({ mesh });
  const { context } = await compileModel({ path: 'models/balls.glb', input: { 'models/balls.glb': builder.glb() } });
  const hmesh = context.output('.hmesh');
  const hash = manifestHash('texture', TEXTURE);
  const materials = [
    { ...DEFAULT_MATERIAL, baseColorTex: hash },
    { ...DEFAULT_MATERIAL, baseColorFactor: [0.9, 0.5, 0.2, 1], doubleSided: true },
  ];
  const ktx2 = texture();
  const hman = encodeHman([{ hash, kind: 'texture', colorspace: 'srgb', path: TEXTURE }]);
  const files = [
    { path: 'assets.hman', bytes: hman },
    { path: 'models/balls.hmesh', bytes: hmesh },
    { path: 'models/balls.hmat', bytes: encodeHmat(materials) },
    { path: TEXTURE, bytes: ktx2 },
  ];
  return { files, pack: encodeHpack(files), mesh: decodeHmesh(hmesh), materials, hash, ktx2 };
}
