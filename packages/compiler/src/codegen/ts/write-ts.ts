// Generated code for TypeScript: assets by path, names with their indices, and the interfaces of shaders, all as constants that the compiler
// knows exactly. It imports nothing.

import { hashToHex } from '@assetc/formats';
import type { BlockStruct } from '@assetc/formats/spirv';
import { assetName, type CodeModel, compareText } from '../code-model.js';
import { commentText, indexedNames, inputNames, plainWord } from '../identifiers.js';
import { collectStructs, type NamedStruct, type ShaderBlocks } from '../layout/shader-structs.js';
import { DESCRIPTOR_TYPES, vertexInputs } from '../layout/vulkan-numbers.js';

export function writeTs(model: CodeModel): string {
  const { structs, modules } = collectStructs(model.shaders);
  const assets = model.assets.map(
    (asset): Entry => [
      asset.path,
      `{ kind: ${quoted(asset.kind)}, name: ${quoted(assetName(asset))}, hash: ${quoted(hashToHex(asset.hash))} }`,
    ],
  );
  return [
    HEAD,
    '/** The assets of the manifest by path: the name that `AssetLibrary` takes, and the hash as 16 hex digits. */',
    constant('assets', assets),
    statement('export type AssetPath = keyof typeof assets;'),
    statement("export type AssetKind = (typeof assets)[AssetPath]['kind'];"),
    "/** The names of assets, of all kinds or of some: `AssetName<'mesh'>`. */",
    statement(
      "export type AssetName<K extends AssetKind = AssetKind> = Extract<(typeof assets)[AssetPath], { kind: K }>['name'];",
    ),
    ...listLines(model),
    '/** The layouts of buffers in shaders: offsets and sizes in bytes. */',
    constant('blocks', structs.map(blockEntry)),
    '/** The interfaces of shaders. `block` and `pushConstants.block` are keys of `blocks`. */',
    constant('shaders', modules.map(shaderEntry)),
    statement('export type ShaderName = keyof typeof shaders;'),
  ].join('\n');
}

const HEAD = `/* eslint-disable */
// biome-ignore-all format: generated
// biome-ignore-all lint: generated
`;

/** Formatters would change it, so that it no longer is what the assets give. */
const statement = (text: string): string => `// prettier-ignore\n${text}\n`;

const constant = (name: string, entries: readonly Entry[]): string =>
  statement(`export const ${name} = ${object(entries)} as const;`);

type Entry = readonly [key: string, value: string];

const quoted = (text: string): string => {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  // JSON leaves these as they are; in older JavaScript they end a line.
  return `'${escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
};

/** `__proto__` is safe in brackets only. */
const keyOf = (key: string): string =>
  key === '__proto__' ? `['__proto__']` : /^[A-Za-z_$][\w$]*$/.test(key) ? key : quoted(key);

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
    return [`/** Indices by file and name: ${commentText(kind)}. */`, constant(listName(kind), entries)];
  });
}

/** `clip` → `clips`. Words that plug-ins chose become one identifier. */
function listName(of: string): string {
  const [first = '', ...others] = plainWord(of).split('_');
  const name = `${first}${others.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')}s`;
  return /^\d/.test(name) || TAKEN.has(name) ? `named_${name}` : name;
}

/** Other exports, and words that are no names. */
const TAKEN: ReadonlySet<string> = new Set(['assets', 'blocks', 'class', 'shaders', 'this']);

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
  const { stage, bindings, specializationConstants, workgroupSize, pushConstants: push } = shader.module;
  const block = (name: string | undefined): string => (name === undefined ? '' : `, block: ${quoted(name)}`);
  const lines: Entry[] = [['stage', quoted(stage)]];
  const keys = indexedNames(bindings.map(({ name }) => name));
  const bindingLines = bindings.map(({ set, binding, kind, count }, i): Entry => {
    const [, descriptorType] = DESCRIPTOR_TYPES.get(kind) ?? [];
    const type = descriptorType === undefined ? '' : `, descriptorType: ${descriptorType}`;
    const found = structs.get(i);
    const stride = found?.typeName === undefined ? found?.struct.openArray?.strideBytes : undefined;
    return [
      keys[i]?.key ?? '',
      `{ set: ${set}, binding: ${binding}, kind: ${quoted(kind)}${type}, count: ${count}${block(found?.typeName)}${stride === undefined ? '' : `, stride: ${stride}`} }`,
    ];
  });
  lines.push(['bindings', object(bindingLines, '    ')]);
  if (push !== null)
    lines.push(['pushConstants', `{ offset: ${push.offset}, size: ${push.size}${block(pushConstants?.typeName)} }`]);
  if (stage === 'vertex') {
    const inputs = vertexInputs(shader.module);
    const names = inputNames(inputs, (name) => name);
    const inputLines = inputs.map(
      ({ type, location, format }, i): Entry => [
        names[i] ?? '',
        `{ location: ${location}, type: ${quoted(type)}, format: ${format.number} }`,
      ],
    );
    lines.push(['inputs', object(inputLines, '    ')]);
  }
  if (specializationConstants.length > 0) {
    const constantKeys = indexedNames(specializationConstants.map(({ name }) => name));
    const constantLines = specializationConstants.map(
      ({ id, type }, i): Entry => [constantKeys[i]?.key ?? '', `{ id: ${id}, type: ${quoted(type)} }`],
    );
    lines.push(['constants', object(constantLines, '    ')]);
  }
  if (workgroupSize !== null) lines.push(['workgroupSize', `[${workgroupSize.join(', ')}]`]);
  return [shader.name, object(lines, '  ')];
}
