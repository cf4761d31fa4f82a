// The engine of vkguide: a prefab with a `.mesh` for each primitive and a `.mat` for each material, and `.tx` textures.

import type { VkguideVertexFormat } from '@assetc/other-runtimes/vkguide';
import { settingsGroup, settingsIn } from '../model/kind/setting.js';
import type { Runtime } from './contract/runtime.js';
import type { FormatName } from './file-format.js';
import { otherRuntimes } from './other-runtimes.js';

const vertexSettings = settingsGroup<{ vkguide: VkguideVertexFormat }>('mesh', '', {
  vkguide: {
    type: { is: 'choice', values: ['PNCV_F32', 'P32N8C8V16'] },
    default: 'PNCV_F32',
    doc: 'Vertex layout of vkguide meshes: 44 bytes of floats, or 28 bytes with normals and colors in bytes.',
    affects: 'bytes',
  },
});

const pageSettings = settingsGroup<{ vkguide: 'single' | 'paged' }>('texture', '', {
  vkguide: {
    type: { is: 'choice', values: ['single', 'paged'] },
    default: 'single',
    doc: 'Form of `.tx` files: one image, or one page for each mip level.',
    affects: 'bytes',
  },
});

/** Each in its binary and its text form. */
export const assetFiles: readonly FormatName[] = [
  { name: 'mesh', extensions: ['.mesh', '.mesh.json'], isSharedName: true },
  { name: 'tx', extensions: ['.tx', '.tx.json'], isSharedName: true },
  { name: 'mat', extensions: ['.mat', '.mat.json'], isSharedName: true },
  { name: 'pfb', extensions: ['.pfb', '.pfb.json'], isSharedName: true, isListedAsEmbedded: true },
];

const PLAIN = { texels: 'raw RGBA8', normals: 'as they are' };
const UNKNOWN_COLORSPACE = { colorspace: 'only in the manifest' };

export const vkguide = {
  name: 'vkguide',
  title: 'vkguide',
  mesh: {
    doc: '`.mesh` with `.mat` and `.pfb`; of an `.obj` one `.mesh`',
    becomes:
      '`models/chair.pfb`, `models/chair/<mesh>_<primitive>.mesh`, `models/chair/<material>.mat`; `chair.obj`: `models/chair.mesh`, `models/chair/<material>.mat`',
    suffixes: ['.pfb'],
    form: 'parts',
    needs: {
      merge: false,
      tangents: false,
      skins: false,
      clips: false,
      colors: true,
      moreUvs: 0,
      moreColors: 0,
      morphs: false,
      lines: false,
      lods: false,
      allMaterials: false,
      materialExtras: false,
    },
    keeps: {
      positions: 'f32',
      normals: 'f32, or 8 bits rounded down (`P32N8C8V16`)',
      uvs: 'one set, f32',
      colors: 'one set, RGB; white where there is none',
      nodes: 'always, in the prefab',
      slots: 'one file each (`.obj`: no)',
      materials: 'one `.mat` each',
      indices: '32 bits',
      bounds: 'box and sphere',
    },
    instead: { weights: 'bind pose' },
    objForm: { suffixes: ['.mesh'], drops: ['slots'] },
    settings: vertexSettings,
    async emit(mesh, source) {
      const { emitVkguide } = await otherRuntimes();
      return emitVkguide(mesh, source, settingsIn(source.settings, vertexSettings).vkguide);
    },
  },
  texture: {
    doc: '`.tx`, raw RGBA8 under LZ4, regardless of compress',
    forms: [
      {
        chosenBy: 'single',
        becomes: '`textures/oak.tx` with level 0',
        keeps: { ...PLAIN, packing: 'LZ4' },
        instead: { ...UNKNOWN_COLORSPACE, mips: 'level 0' },
      },
      {
        chosenBy: 'paged',
        becomes: '`textures/oak.tx` with a page for each mip',
        keeps: { ...PLAIN, packing: 'LZ4, every page', mips: 'yes' },
        instead: UNKNOWN_COLORSPACE,
      },
    ],
    suffix: '.tx',
    namesSource: true,
    isNamedByPath: true,
    holdsSeveral: false,
    settings: pageSettings,
    texels: {
      hasMips: (settings) => settingsIn(settings, pageSettings).vkguide === 'paged',
      async emit(levels, originalFile, settings) {
        const { encodeVkguideTexture } = await otherRuntimes();
        const paged = settingsIn(settings, pageSettings).vkguide === 'paged';
        return encodeVkguideTexture({ paged, originalFile, levels });
      },
    },
  },
  convert: {
    targets: ['vkguide', 'vkguide-packed', 'vkguide-paged', 'text', 'binary'],
    load: async () => (await otherRuntimes()).vkguideConverter,
  },
} as const satisfies Runtime;
