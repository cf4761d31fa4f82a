// Generates the tables of docs/guide/other-runtimes.md from the entries of the runtimes.

import { allRuntimes } from '../../packages/compiler/src/runtimes/all-runtimes.js';
import { takes } from '../../packages/compiler/src/runtimes/contract/converter.js';
import type { MeshFeature } from '../../packages/compiler/src/runtimes/contract/mesh-format.js';
import type { TextureTrait } from '../../packages/compiler/src/runtimes/contract/texture-format.js';
import { meshFormats, textureFormats } from '../../packages/compiler/src/runtimes/format-settings.js';

const ROWS: readonly (readonly [MeshFeature, string])[] = [
  ['positions', 'positions'],
  ['normals', 'normals'],
  ['tangents', 'tangents'],
  ['uvs', 'texture coordinates'],
  ['colors', 'vertex colors'],
  ['weights', 'joints and weights'],
  ['skeleton', 'skeleton'],
  ['clips', 'animation clips'],
  ['lods', 'levels of detail'],
  ['meshlets', 'meshlets'],
  ['clusters', 'cluster hierarchy'],
  ['triangleWords', 'triangles of meshlets as words'],
  ['vertexForms', 'compact vertices, split streams, narrow indices'],
  ['micromaps', 'opacity micromaps'],
  ['compression', 'compressed vertices and indices'],
  ['morphs', 'morph targets'],
  ['lines', 'points and lines'],
  ['names', 'names of parts'],
  ['nodes', 'node tree'],
  ['scene', 'cameras, lights, extras, visibility'],
  ['slots', 'submeshes'],
  ['materials', 'materials'],
  ['materialExtras', 'extensions, samplers, texture transforms, variants'],
  ['indices', 'index width'],
  ['bounds', 'bounds'],
];

/** The files that a model becomes, by `mesh.format`. */
export function writtenTable(): string {
  return [
    '| `mesh.format` | `models/chair.glb` becomes |',
    '| --- | --- |',
    ...meshFormats.map(({ name, format }) => `| \`${name}\` | ${format.becomes} |`),
  ].join('\n');
}

/** Which features of a model each mesh format keeps. */
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

const TRAITS: readonly (readonly [TextureTrait, string])[] = [
  ['texels', 'texels'],
  ['packing', 'compression of the file'],
  ['mips', 'mips'],
  ['normals', 'channels of normal maps'],
  ['colorspace', 'color space'],
];

/** Every form of every texture format, with the setting that chooses it. */
const textureForms = textureFormats.flatMap(({ name, format }) =>
  format.forms.map((form) => ({ name, format, form, setting: Object.keys(format.settings?.settings ?? {})[0] })),
);

/** The files that an image becomes, by `texture.format`. */
export function writtenTextureTable(): string {
  const label = ({ name, form, setting }: (typeof textureForms)[number]): string =>
    form.chosenBy === undefined ? `\`${name}\`` : `\`${name}\`, \`texture.${setting}: ${form.chosenBy}\``;
  return [
    '| `texture.format` | `textures/oak.png` becomes |',
    '| --- | --- |',
    ...textureForms.map((one) => `| ${label(one)} | ${one.form.becomes} |`),
  ].join('\n');
}

/** Which features each texture format keeps. */
export function keptTextureTable(): string {
  const cell = ({ form }: (typeof textureForms)[number], trait: TextureTrait): string => {
    const instead = form.instead?.[trait];
    return form.keeps[trait] ?? (instead === undefined ? 'no' : `no: ${instead}`);
  };
  const row = (label: string, cells: readonly string[]): string => `| ${label} | ${cells.join(' | ')} |`;
  return [
    `| | ${textureForms.map(({ name, form }) => [`\`${name}\``, form.chosenBy ?? ''].join(' ').trim()).join(' | ')} |`,
    `| --- |${' --- |'.repeat(textureForms.length)}`,
    ...TRAITS.map(([trait, label]) =>
      row(
        label,
        textureForms.map((one) => cell(one, trait)),
      ),
    ),
    row(
      'cubemaps, arrays, 3D',
      textureForms.map(({ format }) => (format.holdsSeveral ? 'yes' : 'no')),
    ),
  ].join('\n');
}

const converters = await Promise.all(allRuntimes.map(({ convert }) => convert.load()));

/** What each compiled file can be converted into. Files with the same targets share a row. */
export function conversionTable(): string {
  const targets = converters.flatMap((converter) => converter.targets);
  const rows = new Map<string, string[]>();
  for (const reader of converters.flatMap(({ readers }) => readers)) {
    const file = { reader, format: reader.format };
    const ways = targets
      .filter((target) => takes(target, file, { ktx2: false, meshopt: undefined, target: 'raw' }))
      .filter((target) => target.takes !== 'form' || target.from === 'binary')
      .map((target) => {
        if (!takes(target, file)) return `\`${target.to}\` (other blocks, by \`--target\` only)`;
        return target.takes === 'form' || target.doc === undefined
          ? `\`${target.to}\``
          : `\`${target.to}\` (${target.doc})`;
      });
    rows.set(ways.join(', '), [...(rows.get(ways.join(', ')) ?? []), reader.doc]);
  }
  return [
    '| from | `--to` |',
    '| --- | --- |',
    ...[...rows].map(([ways, files]) => `| ${files.join(', ')} | ${ways} |`),
    '| the text form of any vkguide asset | `binary`, and everything that its binary form can become |',
  ].join('\n');
}
