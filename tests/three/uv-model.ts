// A model like DamagedHelmet, whose v runs from 1 to 2: a wall of panels, each with a sampler and a transform of its own, with a normal map, and a pane of glass before
// one of them. A loader that clamps, or forgets which way is up, shows something else in every panel.

import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { rgbaPng } from '../support/compile-texture.js';

const REPEAT = 10497;
const CLAMP = 33071;
const MIRROR = 33648;

const TANGENT = [1, 0, 0, 1];

const SAMPLERS = [
  { wrapS: REPEAT, wrapT: REPEAT },
  { wrapS: CLAMP, wrapT: MIRROR },
  { wrapS: MIRROR, wrapT: CLAMP },
  { wrapS: MIRROR, wrapT: MIRROR },
  { wrapS: CLAMP, wrapT: CLAMP, magFilter: 9728, minFilter: 9728 },
  {},
];

const TRANSFORMS = [
  undefined,
  undefined,
  { offset: [0.1, -0.3], scale: [1.5, 1.5], rotation: 0.4 },
  undefined,
  undefined,
  { scale: [2, 0.5] },
];

/** No two corners alike, and no symmetry. */
const color = rgbaPng(64, 64, (x, y) => [x * 4, y * 4, (x >> 3) % 2 === (y >> 3) % 2 ? 220 : 30, 255]);
const bumps = rgbaPng(64, 64, (x, y) => {
  const [dx, dy] = [Math.sin(x / 5) * 0.4, Math.cos(y / 3) * 0.3];
  return [127.5 + dx * 127.5, 127.5 + dy * 127.5, 127.5 + Math.sqrt(1 - dx * dx - dy * dy) * 127.5, 255].map(
    Math.round,
  );
});
const glass = rgbaPng(16, 16, (x, y) => [40, 200, 220, (x + y) * 8]);

export function uvModel(): Uint8Array {
  const builder = new GltfBuilder();
  const image = (bytes: Uint8Array): number =>
    builder.list('images', { bufferView: builder.view(bytes), mimeType: 'image/png' });
  const [colors, normals, panes] = [image(color), image(bumps), image(glass)];
  const panel = (x: number, y: number, z: number, material: number, uvs: readonly number[]): void => {
    const positions = Float32Array.of(x, y, z, x + 1, y, z, x + 1, y + 1, z, x, y + 1, z);
    builder.node({
      mesh: builder.mesh({
        attributes: {
          POSITION: builder.accessor(positions, 'VEC3', { min: [x, y, z], max: [x + 1, y + 1, z] }),
          NORMAL: builder.accessor(Float32Array.of(0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1), 'VEC3'),
          // Given, because three's own, by derivatives, weaken bumps where u and v are not stretched alike.
          TANGENT: builder.accessor(Float32Array.of(...TANGENT, ...TANGENT, ...TANGENT, ...TANGENT), 'VEC4'),
          TEXCOORD_0: builder.accessor(Float32Array.from(uvs), 'VEC2'),
        },
        indices: builder.accessor(Uint16Array.of(0, 1, 2, 0, 2, 3), 'SCALAR'),
        material,
      }),
    });
  };
  for (const [i, sampler] of SAMPLERS.entries()) {
    const number = builder.list('samplers', sampler);
    const [map, bump] = [colors, normals].map((source) => builder.list('textures', { source, sampler: number }));
    const transform = TRANSFORMS[i];
    const extensions = transform && { KHR_texture_transform: transform };
    const material = builder.list('materials', {
      name: `panel ${i}`,
      pbrMetallicRoughness: { baseColorTexture: { index: map, extensions }, metallicFactor: 0, roughnessFactor: 0.6 },
      // One of them leaves its normals where they were: then the transform cannot become a part of the coordinates.
      normalTexture: { index: bump, ...(i === 2 ? {} : { extensions }) },
    });
    panel((i % 3) * 1.1, Math.floor(i / 3) * 1.1, 0, material, [-0.5, 2, 1.5, 2, 1.5, 1, -0.5, 1]);
  }
  const pane = builder.list('materials', {
    alphaMode: 'BLEND',
    doubleSided: true,
    pbrMetallicRoughness: {
      baseColorTexture: { index: builder.list('textures', { source: panes }) },
      metallicFactor: 0,
    },
  });
  panel(0.5, 0.5, 0.4, pane, [0, 2, 1, 2, 1, 1, 0, 1]);
  builder.json.extensionsUsed = ['KHR_texture_transform'];
  return builder.glb();
}
