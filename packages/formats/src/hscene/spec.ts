// The layouts and constants of scenes, for docs/formats/hscene.md and the C header.

import type { FormatSpec } from '../core/format-spec.js';
import { fourcc } from '../core/struct.js';
import { INTERPOLATIONS } from '../hanim/layout.js';
import { TEXTURE_PROPERTY_BASE, TEXTURE_PROPERTY_STRIDE } from '../hmatx/material-properties.js';
import {
  CAMERA_TYPES,
  EXTRAS_TARGETS,
  FLAG_BAKED,
  FLAG_VISIBLE,
  HSCENE_CHUNKS,
  HSCENE_MAGIC,
  HSCENE_VERSION,
  HsceneAnimHeader,
  HsceneCameraRow,
  HsceneChannelRow,
  HsceneClipRow,
  HsceneDesc,
  HsceneExtrasHeader,
  HsceneExtrasRow,
  HsceneFileHeader,
  HsceneInstanceRow,
  HsceneLightRow,
  HsceneNodeRow,
  LIGHT_TYPES,
} from './layout.js';
import { type AnimationTarget, SCENE_PROPERTIES } from './properties.js';

const capitals = (name: string): string =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1_$2')
    .replaceAll('.', '_')
    .toUpperCase();

/** The transforms of textures are numbered by a rule, which has separate constants. */
const properties = (target: AnimationTarget) =>
  SCENE_PROPERTIES[target]
    .filter(({ number }) => number < TEXTURE_PROPERTY_BASE)
    .map(({ name, number, components }) => ({
      name: `${target.toUpperCase()}_${capitals(name)}`,
      value: number,
      doc: `HsceneChannelRow.property of a ${target}: ${name}, ${components} float${components === 1 ? '' : 's'}.`,
    }));

const listed = (names: readonly string[], prefix: string, field: string) =>
  names.map((name, value) => ({ name: `${prefix}_${capitals(name)}`, value, doc: `${field}: ${name}.` }));

export const hsceneSpec: FormatSpec = {
  page: 'hscene',
  prefix: 'HSCENE',
  doc: '.hscene, version 1: nodes, cameras, lights and their animation. The chunk table is that of .hmesh.',
  constants: [
    { name: 'MAGIC', value: HSCENE_MAGIC, doc: 'The bytes HSCN.' },
    { name: 'VERSION', value: HSCENE_VERSION, doc: 'Current version.' },
    { name: 'FLAG_BAKED', value: FLAG_BAKED, doc: 'HsceneDesc.flags: meshes are baked.' },
    { name: 'FLAG_VISIBLE', value: FLAG_VISIBLE, doc: 'HsceneNodeRow.flags: visible.' },
    ...HSCENE_CHUNKS.map((name) => ({ name: `CHUNK_${name}`, value: fourcc(name), doc: `The bytes ${name}.` })),
    ...listed(CAMERA_TYPES, 'CAMERA_TYPE', 'HsceneCameraRow.type'),
    ...listed(LIGHT_TYPES, 'LIGHT_TYPE', 'HsceneLightRow.type'),
    ...listed(EXTRAS_TARGETS, 'TARGET', 'HsceneExtrasRow.target, HsceneChannelRow.target'),
    ...INTERPOLATIONS.map((name, value) => ({
      name: `INTERP_${name}`,
      value,
      doc: `HsceneChannelRow.interp: ${name}.`,
    })),
    ...properties('node'),
    ...properties('camera'),
    ...properties('light'),
    ...properties('material'),
    {
      name: 'MATERIAL_TEXTURE_BASE',
      value: TEXTURE_PROPERTY_BASE,
      doc: 'HsceneChannelRow.property of a material: the offset of the texture in slot 0, 2 floats.',
    },
    {
      name: 'MATERIAL_TEXTURE_STRIDE',
      value: TEXTURE_PROPERTY_STRIDE,
      doc: 'Numbers a texture slot: offset (2 floats), scale (2), rotation (1).',
    },
  ],
  layouts: [
    HsceneFileHeader,
    HsceneDesc,
    HsceneNodeRow,
    HsceneCameraRow,
    HsceneLightRow,
    HsceneInstanceRow,
    HsceneExtrasHeader,
    HsceneExtrasRow,
    HsceneAnimHeader,
    HsceneClipRow,
    HsceneChannelRow,
  ],
};
