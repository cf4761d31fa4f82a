// Converts `.hmesh` version 2 from and to other formats.

import {
  decodeHmesh,
  encodeHmesh,
  NO_MATERIAL,
  unpackColors,
  unpackSkinVertices,
  unpackVertices,
} from '@assetc/formats';
import { hmeshVersion } from '@assetc/formats/layouts';
import { hmeshFeatures } from '../../encoding/mesh/hmesh-features.js';
import { compactIndices, gatherFloats, gatherShorts } from '../../encoding/mesh/mesh-parts.js';
import type { Converter } from '../contract/converter.js';
import type { NeutralMesh } from '../contract/neutral-forms.js';

export const converter: Converter = {
  readers: [
    {
      name: 'hmesh',
      format: 'hmesh',
      doc: '`.hmesh` version 2',
      accepts: (bytes) => hmeshVersion(bytes) !== 1,
      mesh: ({ bytes }) => readHmesh(bytes),
    },
  ],
  targets: [
    {
      to: 'hmesh',
      takes: 'mesh',
      extension: '.hmesh',
      mark: '.v2',
      own: 'hmesh',
      builtWith: { mesh: { format: 'hmesh' } },
      keeps: ['tangents', 'moreUvs', 'colors', 'colorAlpha', 'meshlets', 'materials', 'slots'],
      async write(mesh, { buildHmesh }) {
        const bytes = encodeHmesh(await buildHmesh());
        const rounded = ['normals and tangents are packed into two 16-bit numbers each'];
        return { bytes, rounded: mesh.hasFloatNormals ? rounded : [] };
      },
    },
  ],
};

function readHmesh(bytes: Uint8Array): NeutralMesh {
  const mesh = decodeHmesh(bytes);
  const all = unpackVertices(mesh.vertices);
  const skin = mesh.skin === undefined ? undefined : unpackSkinVertices(mesh.skin.vertices);
  const colors = mesh.colors === undefined ? undefined : unpackColors(mesh.colors);
  const { uvs1 } = mesh;
  const drawn = mesh.submeshes.filter(({ indexCount }) => indexCount > 0);
  const parts = drawn.map(({ firstIndex, indexCount, materialSlot }) => {
    const slice = mesh.indices.subarray(firstIndex, firstIndex + indexCount);
    const { used, indices } = compactIndices(slice, mesh.desc.vertexCount);
    return {
      indices,
      positions: gatherFloats(all.positions, used, 3),
      normals: gatherFloats(all.normals, used, 3),
      tangents: mesh.hasTangents ? gatherFloats(all.tangents, used, 4) : new Float32Array(used.length * 4),
      uvs: [all.uvs, ...(uvs1 === undefined ? [] : [uvs1])].map((set) => gatherFloats(set, used, 2)),
      colors: colors === undefined ? [] : [gatherFloats(colors, used, 4)],
      joints: skin === undefined ? [] : [gatherShorts(skin.joints, used, 4)],
      weights: skin === undefined ? [] : [gatherFloats(skin.weights, used, 4)],
      slot: materialSlot === NO_MATERIAL ? undefined : materialSlot,
    };
  });
  return { parts, materials: [...mesh.materials], features: hmeshFeatures(mesh), hasFloatNormals: false };
}
