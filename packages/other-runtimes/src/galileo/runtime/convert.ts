// Converts Galileo meshes from and to other formats.

import { type Converter, type MeshFeature, type NeutralMesh, plural } from 'assetc/runtime-contract';
import { decodeGali } from '../read.js';
import { unpackTexcoords } from './unorm.js';
import { writeGali } from './write-gali.js';

/** Converts Galileo meshes from and to other formats. */
export const galileoConverter: Converter = {
  readers: [{ name: 'gali', format: 'gali', doc: '`.gali`', mesh: ({ bytes }) => readGali(bytes) }],
  targets: [
    {
      to: 'galileo',
      builtWith: { mesh: { format: 'galileo' } },
      takes: 'mesh',
      extension: '.gali',
      own: 'gali',
      keeps: ['tangents', 'colors', 'colorAlpha', 'moreUvs', 'moreColors', 'weights'],
      async write({ parts }, { sourceRef }) {
        const { bytes, wrapped } = writeGali(parts, sourceRef);
        const rounded = ['texture coordinates are packed into 16 bits'];
        if (wrapped > 0)
          rounded.push(
            `${plural(wrapped, 'texture coordinate')} outside 0 to 1 ${wrapped === 1 ? 'is' : 'are'} wrapped`,
          );
        return { bytes, rounded };
      },
    },
  ],
};

function readGali(bytes: Uint8Array): NeutralMesh {
  const { groups, extensions } = decodeGali(bytes);
  const parts = groups.map(({ indices, positions, normals, tangents, texcoords, colors, joints, weights }) => ({
    indices,
    positions,
    normals,
    tangents,
    uvs: texcoords.map(unpackTexcoords),
    colors: colors.map((set) => Float32Array.from(set, (value) => value / 255)),
    joints,
    weights: weights.map((set) => Float32Array.from(set, (value) => value / 65535)),
    slot: undefined,
  }));
  const maxOf = (count: (part: (typeof parts)[number]) => number): number => Math.max(0, ...parts.map(count));
  const features = new Map<MeshFeature, string>();
  if (parts.some(({ tangents }) => tangents.some((value) => value !== 0))) features.set('tangents', 'tangents');
  if (maxOf(({ colors }) => colors.length) > 0) features.set('colors', 'vertex colors');
  if (parts.some(({ colors: [first] }) => first?.some((value, i) => i % 4 === 3 && value !== 1)))
    features.set('colorAlpha', 'the alpha of vertex colors');
  const moreUvs = maxOf(({ uvs }) => uvs.length) - 1;
  const moreColors = maxOf(({ colors }) => colors.length) - 1;
  if (moreUvs > 0)
    features.set(
      'moreUvs',
      plural(moreUvs, 'additional set of texture coordinates', 'additional sets of texture coordinates'),
    );
  if (moreColors > 0)
    features.set('moreColors', plural(moreColors, 'additional set of colors', 'additional sets of colors'));
  if (maxOf(({ joints }) => joints.length) > 0) features.set('weights', 'the joints and weights of vertices');
  if (extensions.length > 0)
    features.set('extensions', `extensions (${extensions.map(({ name }) => name).join(', ')})`);
  return { parts, materials: [], features, hasFloatNormals: true };
}
