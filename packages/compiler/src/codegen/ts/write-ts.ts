// Generated code for TypeScript: assets by path, names with their indices, and the interfaces of shaders, all as constants that the compiler
// knows exactly. It imports nothing.

import { hashToHex } from '@assetc/formats';
import { assetName, type CodeModel, compareText } from '../code-model.js';
import { indexedNames, inputName, plainWord } from '../identifiers.js';
import type { BlockStruct } from '../layout/block-layout.js';
import { collectStructs, type NamedStruct, type ShaderBlocks } from '../layout/shader-structs.js';
import { DESCRIPTOR_TYPES, vertexFormat } from '../layout/vulkan-numbers.js';

export function writeTs(model: CodeModel): string {
  const { structs, modules } = collectStructs(model.shaders);
  const assets = model.assets.map(
    (asset): Entry => [
      asset.path,
      `{ kind: ${quoted(asset.kind)}, name: ${quoted(assetName(asset))}, hash: ${quoted(hashToHex(asset.hash))} }`,
    ],
  );
  return [
    '/* eslint-disable */\n',
    '/** The assets of the manifest by path: the name that `AssetLibrary` takes, and the hash as 16 hex digits. */',
    `export const assets = ${object(assets)} as const;\n`,
    'export type AssetPath = keyof typeof assets;',
    "export type AssetKind = (typeof assets)[AssetPath]['kind'];",
    "/** The names of assets, of all kinds or of some: `AssetName<'mesh'>`. */",
    "export type AssetName<K extends AssetKind = AssetKind> = Extract<(typeof assets)[AssetPath], { kind: K }>['name'];\n",
    ...listLines(model),
    '/** The layouts of buffers in shaders: offsets and sizes in bytes. */',
    `export const blocks = ${object(structs.map(blockEntry))} as const;\n`,
    '/** The interfaces of shaders. `block` and `pushConstants.block` are keys of `blocks`. */',
    `export const shaders = ${object(modules.map(shaderEntry))} as const;\n`,
    'export type ShaderName = keyof typeof shaders;\n',
  ].join('\n');
}

type Entry = readonly [key: string, value: string];

const quoted = (text: string): string => {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  // JSON leaves these as they are; in older JavaScript they end a line.
  return `'${escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
};

/** Empty keys and `__proto__` are safe in brackets only. */
const keyOf = (key: string): string => (key === '__proto__' ? `['__proto__']` : quoted(key));

const object = (entries: readonly Entry[], indent = ''): string =>
  entries.length === 0
    ? '{}'
    : `{\n${entries.map(([key, value]) => `${indent}  ${keyOf(key)}: ${value},\n`).join('')}${indent}}`;

function listLines({ lists }: CodeModel): readonly string[] {
  const kinds = [...new Set(lists.map(({ of }) => of))].sort(compareText);
  return kinds.flatMap((kind) => {
    const files = lists.filter(({ of }) => of === kind);
    const entries = files.map(
      ({ path, names }): Entry => [
        path,
        object(
          indexedNames(names).map(({ key, index }): Entry => [key, String(index)]),
          '  ',
        ),
      ],
    );
    return [
      `/** Indices by file and name: ${kind}. */`,
      `export const ${listName(kind)} = ${object(entries)} as const;\n`,
    ];
  });
}

/** `clip` → `clips`. Words that plug-ins chose become one identifier. */
function listName(of: string): string {
  const [first = '', ...others] = plainWord(of).split('_');
  const name = `${first}${others.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')}s`;
  return /^\d/.test(name) || OTHER_EXPORTS.has(name) ? `named_${name}` : name;
}

const OTHER_EXPORTS: ReadonlySet<string> = new Set(['assets', 'blocks', 'shaders']);

function blockEntry({ struct, typeName, nameOf }: NamedStruct): Entry {
  const { fields, openArray, sizeBytes } = struct;
  const elementOf = (element: BlockStruct['fields'][number]['element']): string =>
    'struct' in element ? `block: ${quoted(nameOf(element.struct))}` : `scalar: ${quoted(element.scalar)}`;
  const members = fields.map(
    (field): Entry => [
      field.name,
      `{ offset: ${field.offset}, size: ${field.sizeBytes}, ${elementOf(field.element)}, dimensions: [${field.dimensions.join(', ')}], type: ${quoted(field.comment)} }`,
    ],
  );
  if (openArray !== undefined)
    members.push([
      openArray.name,
      `{ offset: ${openArray.offset}, stride: ${openArray.strideBytes}, ${elementOf(openArray.element)}, dimensions: [${openArray.dimensions.join(', ')}], type: ${quoted(openArray.comment)} }`,
    ]);
  return [typeName, `{\n    size: ${sizeBytes},\n    members: ${object(members, '    ')},\n  }`];
}

function shaderEntry({ shader, bindings: structs, pushConstants }: ShaderBlocks): Entry {
  const { stage, bindings, inputs, specializationConstants, workgroupSize, pushConstants: push } = shader.module;
  const block = (name: string | undefined): string => (name === undefined ? '' : `, block: ${quoted(name)}`);
  const lines: Entry[] = [['stage', quoted(stage)]];
  lines.push([
    'bindings',
    object(
      bindings.map(({ name, set, binding, kind, count }, i): Entry => {
        const [, descriptorType] = DESCRIPTOR_TYPES.get(kind) ?? [];
        const type = descriptorType === undefined ? '' : `, descriptorType: ${descriptorType}`;
        const stride =
          structs.get(i)?.typeName === undefined ? structs.get(i)?.struct.openArray?.strideBytes : undefined;
        const key = bindings.some((other, j) => j < i && other.name === name) ? `${name}#${i}` : name;
        return [
          key,
          `{ set: ${set}, binding: ${binding}, kind: ${quoted(kind)}${type}, count: ${count}${block(structs.get(i)?.typeName)}${stride === undefined ? '' : `, stride: ${stride}`} }`,
        ];
      }),
      '    ',
    ),
  ]);
  if (push !== null)
    lines.push(['pushConstants', `{ offset: ${push.offset}, size: ${push.size}${block(pushConstants?.typeName)} }`]);
  if (stage === 'vertex')
    lines.push([
      'inputs',
      object(
        inputs.flatMap(({ name, type, location }): Entry[] => {
          const format = vertexFormat(type);
          if (location === undefined || format === undefined) return [];
          return [[inputName(name), `{ location: ${location}, type: ${quoted(type)}, format: ${format.number} }`]];
        }),
        '    ',
      ),
    ]);
  if (specializationConstants.length > 0)
    lines.push([
      'constants',
      object(
        specializationConstants.map(({ name, id, type }): Entry => [name, `{ id: ${id}, type: ${quoted(type)} }`]),
        '    ',
      ),
    ]);
  if (workgroupSize !== null) lines.push(['workgroupSize', `[${workgroupSize.join(', ')}]`]);
  return [shader.name, object(lines, '  ')];
}
