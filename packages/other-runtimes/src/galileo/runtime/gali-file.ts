// How `info` and `check` read Galileo meshes.

import { hasMagic } from '@assetc/formats/layouts';
import { counted, type FormatReader, vector } from 'assetc/runtime-contract';
import { GALI_MAGIC } from '../layout.js';
import { decodeGali } from '../read.js';
import { validateGali } from '../validate.js';

export const galiReader: FormatReader = {
  recognizes: (bytes) => hasMagic(bytes, GALI_MAGIC),
  validate: async (bytes) => validateGali(bytes),
  onGpuByHead: (head, sizeBytes) => (hasMagic(head, GALI_MAGIC) ? { bytes: sizeBytes } : undefined),
  describe(bytes) {
    const { uuid, center, halfExtents, groups, extensions } = decodeGali(bytes);
    const vertices = groups.reduce((sum, group) => sum + group.vertexCount, 0);
    const triangles = groups.reduce((sum, group) => sum + group.indices.length, 0) / 3;
    const id = Buffer.from(uuid).toString('hex');
    return {
      facts: {
        vertices,
        triangles,
        groups: groups.length,
        texcoordChannels: groups.map((group) => group.texcoords.length),
        colorChannels: groups.map((group) => group.colors.length),
        jointChannels: groups.map((group) => group.joints.length),
        extensions: extensions.map(({ name }) => name),
        bounds: { center: [...center], halfExtents: [...halfExtents] },
        uuid: id,
      },
      statements: [
        counted(vertices, 'vertex', 'vertices'),
        counted(triangles, 'triangle'),
        counted(groups.length, 'vertex group'),
        `bounds ${vector(center)} ± ${vector(halfExtents)}`,
        ...(extensions.length === 0 ? [] : [`extensions ${extensions.map(({ name }) => name).join(', ')}`]),
        `UUID ${id}`,
      ],
      totals: { vertices, triangles },
    };
  },
};
