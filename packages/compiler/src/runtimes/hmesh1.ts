// `.hmesh` version 1: the same vertices in the same order, and every material of the source in source order.

import type { Runtime } from './contract/runtime.js';
import { otherRuntimes } from './other-runtimes.js';

export const hmesh1 = {
  name: 'hmesh1',
  title: '.hmesh version 1',
  mesh: {
    doc: '`.hmesh` version 1',
    becomes: '`models/chair.hmesh` (version 1), `.hmat`',
    suffixes: ['.hmesh', '.hmat'],
    form: 'packed',
    needs: {
      merge: true,
      tangents: true,
      skins: true,
      clips: false,
      colors: false,
      moreUvs: 0,
      moreColors: 0,
      morphs: false,
      lines: false,
      lods: false,
      allMaterials: true,
      materialExtras: false,
    },
    keeps: {
      positions: 'f32',
      normals: 'octahedral, 2 × 16 bits',
      tangents: 'octahedral and handedness',
      uvs: 'one set, f32',
      meshlets: 'yes',
      materials: 'every one, in source order',
      indices: '16 or 32 bits',
      bounds: 'box and sphere',
    },
    instead: { weights: 'bind pose', slots: 'one draw' },
    expected: ['lods'],
    async emit(mesh, source) {
      const { emitHmesh1 } = await otherRuntimes();
      return emitHmesh1(mesh, source);
    },
  },
  convert: {
    targets: ['hmesh1'],
    load: async () => (await otherRuntimes()).hmesh1Converter,
  },
} as const satisfies Runtime;
