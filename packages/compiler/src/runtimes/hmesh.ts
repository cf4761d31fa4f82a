// Our own runtime: `.hmesh` version 2, `.hmat`, `.hmatx`, `.hanim`, `.hanimx` and `.hscene`.

import { lazily } from '../model/lazily.js';
import type { Runtime } from './contract/runtime.js';

const emitter = lazily(() => import('./hmesh/emit-model.js'));

export const hmesh = {
  name: 'hmesh',
  title: '.hmesh',
  mesh: {
    doc: '`.hmesh` version 2',
    becomes:
      '`models/chair.hmesh`, `.hmat`, `.hmatx` where materials need it, `.hanim` and `.hanimx`, or `.hclip`, where it is animated, `.hscene` where there is more to its scene',
    suffixes: ['.hmesh', '.hmat'],
    form: 'packed',
    needs: {
      merge: true,
      tangents: true,
      skins: true,
      clips: true,
      colors: true,
      moreUvs: 1,
      moreColors: 0,
      morphs: true,
      lines: true,
      lods: true,
      allMaterials: false,
      materialExtras: true,
    },
    keeps: {
      positions: 'f32',
      normals: 'octahedral, 2 × 16 bits',
      tangents: 'octahedral and handedness',
      uvs: 'f32',
      moreUvs: 'the second set',
      colors: 'one set, RGBA in 8 or 16 bits or half floats',
      colorAlpha: 'yes',
      weights: 'four a vertex',
      skeleton: 'yes',
      clips: '`.hanim`',
      compressedClips: '`.hclip`, with `animation.compression`',
      lods: 'yes',
      meshlets: 'yes',
      clusters: 'with `mesh.clusters: true`',
      triangleWords: 'with `mesh.meshlets.triangles: words`',
      vertexForms: 'with `mesh.vertices`, `mesh.streams` and `mesh.indexWidth`',
      micromaps: 'with `mesh.micromaps`',
      compression: 'with `mesh.compression: meshopt`',
      morphs: 'yes, their clips in `.hanimx`',
      lines: 'yes',
      names: 'of submeshes, materials, joints and morph targets',
      nodes: 'with `mesh.merge: false`',
      scene: '`.hscene`',
      slots: 'yes',
      materials: 'those in use, by order of first use',
      materialExtras: '`.hmatx`',
      indices: '16 or 32 bits',
      bounds: 'box and sphere, per submesh too',
    },
    async emit(mesh, source) {
      const { emitHmesh } = await emitter();
      return emitHmesh(mesh, source);
    },
  },
  convert: {
    targets: ['hmesh'],
    load: async () => (await import('./hmesh/convert.js')).converter,
  },
} as const satisfies Runtime;
