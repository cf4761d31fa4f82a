// Galileo: one `.gali` per model. The format has no materials: row i of the `.hmat` next to it belongs to vertex group i.

import type { Runtime } from './contract/runtime.js';
import type { FormatName } from './file-format.js';
import { otherRuntimes } from './other-runtimes.js';

export const galiFiles: readonly FormatName[] = [{ name: 'gali', extensions: ['.gali'] }];

export const galileo = {
  name: 'galileo',
  title: 'Galileo',
  mesh: {
    doc: '`.gali`',
    becomes: '`models/chair.gali`, `.hmat`',
    suffixes: ['.gali', '.hmat'],
    form: 'parts',
    needs: {
      merge: true,
      tangents: true,
      skins: true,
      clips: false,
      colors: true,
      moreUvs: 7,
      moreColors: 7,
      morphs: false,
      lines: false,
      lods: false,
      allMaterials: false,
      materialExtras: false,
    },
    keeps: {
      positions: 'f32',
      normals: 'f32',
      tangents: 'f32 × 4',
      uvs: 'every set, 16-bit unorm: outside 0 to 1 they wrap',
      moreUvs: 'yes',
      colors: 'every set, RGBA in 8 bits',
      colorAlpha: 'yes',
      moreColors: 'yes',
      weights: 'four a vertex, weights 16-bit unorm',
      slots: 'vertex groups',
      materials: 'row i of the `.hmat` is vertex group i',
      indices: '32 bits',
      bounds: 'boxes',
    },
    async emit(mesh, source) {
      const { emitGalileo } = await otherRuntimes();
      return emitGalileo(mesh, source);
    },
  },
  convert: {
    targets: ['galileo'],
    load: async () => (await otherRuntimes()).galileoConverter,
  },
} as const satisfies Runtime;
