// The tables of docs/guide/other-runtimes.md, from the entries of the runtimes.

import { meshFormats } from '../packages/compiler/src/runtimes/format-settings.js';
import type { MeshFeature } from '../packages/compiler/src/runtimes/runtime.js';

const ROWS: readonly (readonly [MeshFeature, string])[] = [
  ['positions', 'positions'],
  ['normals', 'normals'],
  ['tangents', 'tangents'],
  ['uvs', 'texture coordinates'],
  ['colors', 'vertex colours'],
  ['weights', 'joints and weights'],
  ['skeleton', 'skeleton'],
  ['clips', 'animation clips'],
  ['lods', 'levels of detail'],
  ['meshlets', 'meshlets'],
  ['nodes', 'node tree'],
  ['slots', 'submeshes'],
  ['materials', 'materials'],
  ['indices', 'index width'],
  ['bounds', 'bounds'],
];

/** What a model becomes, by `mesh.format`. */
export function writtenTable(): string {
  return [
    '| `mesh.format` | `models/chair.glb` becomes |',
    '| --- | --- |',
    ...meshFormats.map(({ name, format }) => `| \`${name}\` | ${format.becomes} |`),
  ].join('\n');
}

/** What each mesh format keeps of a model. */
export function keptTable(): string {
  const cell = ({ format }: (typeof meshFormats)[number], feature: MeshFeature): string => {
    const instead = format.instead?.[feature];
    return format.keeps[feature] ?? (instead === undefined ? 'no' : `no: ${instead}`);
  };
  return [
    `| | ${meshFormats.map(({ name }) => `\`${name}\``).join(' | ')} |`,
    `| --- |${' --- |'.repeat(meshFormats.length)}`,
    ...ROWS.map(([feature, label]) => `| ${label} | ${meshFormats.map((one) => cell(one, feature)).join(' | ')} |`),
  ].join('\n');
}
