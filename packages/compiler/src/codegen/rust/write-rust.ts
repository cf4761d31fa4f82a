// Generated code for Rust: constants of assets, names with their indices, and the interfaces of shaders. It needs only `core`.

import { ASSET_KINDS, hashToHex } from '@assetc/formats';
import { assetName, type CodeModel, stemOf } from '../code-model.js';
import {
  commentText,
  distinctNames,
  indexedNames,
  inputName,
  memberName,
  plainWord,
  typeName,
  upperName,
} from '../identifiers.js';
import { collectStructs, type ShaderBlock, type ShaderBlocks } from '../layout/shader-structs.js';
import { DESCRIPTOR_TYPES, STAGE_BITS, vertexFormat } from '../layout/vulkan-numbers.js';
import { RUST_WORDS } from './rust-words.js';
import { PUT_BYTES, rustElement, writeRustStruct } from './write-rust-structs.js';

const CONSTANTS = '#[allow(dead_code, non_upper_case_globals)]';

export function writeRust(model: CodeModel): string {
  const { structs, modules } = collectStructs(model.shaders);
  return [
    ...assetLines(model),
    ...listLines(model),
    ...(structs.length === 0 ? [] : [PUT_BYTES, ...structs.map(writeRustStruct)]),
    ...(modules.length === 0 ? [] : [TABLE_TYPES, ...shaderLines(modules)]),
  ].join('\n');
}

/** A constant: digits cannot begin a name. */
const constantName = (text: string): string => {
  const name = upperName(text);
  return /^\d/.test(name) ? `_${name}` : name;
};

const text = (value: string): string =>
  `"${value.replaceAll(/["\\]/g, '\\$&').replaceAll(/[^ -~]/gu, (c) => `\\u{${(c.codePointAt(0) ?? 0).toString(16)}}`)}"`;

function assetLines({ assets }: CodeModel): readonly string[] {
  const names = distinctNames(
    assets.map((asset) => [`${asset.kind} ${asset.path}`, `${asset.kind} ${constantName(assetName(asset))}`] as const),
  );
  const kinds = ASSET_KINDS.filter((kind) => assets.some((asset) => asset.kind === kind));
  const constantOf = (kind: string, path: string): string =>
    (names.get(`${kind} ${path}`) ?? '').slice(kind.length + 1);
  return [
    '/// As in the manifest.',
    '#[allow(dead_code)]',
    '#[derive(Clone, Copy, Debug, PartialEq, Eq)]',
    '#[repr(u8)]',
    `pub enum Kind {\n${ASSET_KINDS.map((kind, number) => `    ${typeName(kind)} = ${number},`).join('\n')}\n}\n`,
    '/// An asset of the manifest: the hash that finds it, and its path.',
    '#[allow(dead_code)]',
    '#[derive(Clone, Copy, Debug, PartialEq, Eq)]',
    "pub struct Asset {\n    pub kind: Kind,\n    pub hash: u64,\n    pub path: &'static str,\n}\n",
    ...kinds.map((kind) => {
      const rows = assets.filter((asset) => asset.kind === kind);
      const constants = rows.map(
        ({ path, hash }) =>
          `    pub const ${constantOf(kind, path)}: Asset = Asset { kind: Kind::${typeName(kind)}, hash: 0x${hashToHex(hash)}, path: ${text(path)} };`,
      );
      return `${CONSTANTS}\npub mod ${kind} {\n    use super::{Asset, Kind};\n${constants.join('\n')}\n}\n`;
    }),
    `/// Every asset, by path.\n#[allow(dead_code)]\npub const ASSETS: [Asset; ${assets.length}] = [`,
    ...assets.map(({ kind, path }) => `    ${kind}::${constantOf(kind, path)},`),
    '];\n',
  ];
}

function listLines({ lists }: CodeModel): readonly string[] {
  const rows = lists.flatMap(({ path, of, names }) => {
    const list = `${upperName(of)}_${upperName(stemOf(path))}`;
    return [
      { key: `${of}s ${path}`, name: `COUNT_${list}`, value: names.length },
      ...indexedNames(names).map(({ key, index }) => ({
        key: `${of} ${path} ${key}`,
        name: constantName(`${list}_${upperName(key)}`),
        value: index,
      })),
    ];
  });
  if (rows.length === 0) return [];
  const names = distinctNames(rows.map(({ key, name }) => [key, name] as const));
  const constants = rows.map(({ key, value }) => `    pub const ${names.get(key)}: u32 = ${value};`);
  return [
    `/// Indices of what files contain, and how many there are.\n${CONSTANTS}\npub mod index {\n${constants.join('\n')}\n}\n`,
  ];
}

const TABLE_TYPES = `/// A binding of a shader. \`descriptor_type\` is a VkDescriptorType. \`count\` is 0 if the array is unbounded.
#[allow(dead_code)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    pub set: u32,
    pub binding: u32,
    pub descriptor_type: u32,
    pub count: u32,
}

/// An input of a vertex shader. \`format\` is the VkFormat of its type.
#[allow(dead_code)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VertexInput {
    pub location: u32,
    pub format: u32,
}
`;

function shaderLines(modules: readonly ShaderBlocks[]): readonly string[] {
  const names = distinctNames(
    modules.map(({ shader: { name } }) => [name, memberName(plainWord(name).toLowerCase(), RUST_WORDS)] as const),
  );
  return [
    '/// The interfaces of shaders.\n#[allow(dead_code, non_upper_case_globals, non_snake_case, unused_imports)]\npub mod shaders {',
    ...modules.map((blocks) => shaderModule(names.get(blocks.shader.name) ?? '', blocks)),
    '}\n',
  ];
}

function blockType(block: ShaderBlock | undefined): string | undefined {
  const array = block?.struct.openArray;
  if (block === undefined || block.typeName !== undefined || array === undefined) return block?.typeName;
  return `array of ${rustElement(array, block.nameOf)}`;
}

function shaderModule(name: string, { shader, bindings: structs, pushConstants }: ShaderBlocks): string {
  const { stage, bindings, inputs, workgroupSize, specializationConstants, pushConstants: push } = shader.module;
  const lines: string[] = [];
  const bit = STAGE_BITS.get(stage);
  if (bit !== undefined) lines.push(`/// VkShaderStageFlagBits\npub const STAGE: u32 = 0x${bit.toString(16)};`);
  if (workgroupSize !== null) lines.push(`pub const WORKGROUP: [u32; 3] = [${workgroupSize.join(', ')}];`);
  if (push !== null) {
    if (pushConstants?.typeName !== undefined)
      lines.push(`pub type PushConstants = super::super::${pushConstants.typeName};`);
    lines.push(`pub const PUSH_OFFSET: u32 = ${push.offset};`, `pub const PUSH_SIZE: u32 = ${push.size};`);
  }
  const bindingNames = distinctNames(
    bindings.map((one, i) => [`${i} ${one.name}`, `BINDING_${upperName(one.name)}`] as const),
  );
  for (const [i, { name: own, set, binding, kind, type, count }] of bindings.entries()) {
    const [vulkanName, number] = DESCRIPTOR_TYPES.get(kind) ?? [kind, 0x7fffffff];
    lines.push(
      `/// ${vulkanName}, ${blockType(structs.get(i)) ?? commentText(type)}`,
      `pub const ${bindingNames.get(`${i} ${own}`)}: Binding = Binding { set: ${set}, binding: ${binding}, descriptor_type: ${number}, count: ${count} };`,
    );
    const bare = structs.get(i);
    if (bare?.typeName === undefined && bare?.struct.openArray !== undefined)
      lines.push(
        `pub const ${bindingNames.get(`${i} ${own}`)?.replace('BINDING', 'STRIDE')}: usize = ${bare.struct.openArray.strideBytes};`,
      );
  }
  const found = stage === 'vertex' ? inputs : [];
  const inputNames = distinctNames(
    found.map((one) => [`${one.location}`, `INPUT_${upperName(inputName(one.name))}`] as const),
  );
  for (const { type, location } of found) {
    const format = vertexFormat(type);
    if (location === undefined || format === undefined) continue;
    lines.push(
      `/// ${type}, VK_FORMAT_${format.name}`,
      `pub const ${inputNames.get(`${location}`)}: VertexInput = VertexInput { location: ${location}, format: ${format.number} };`,
    );
  }
  const constants = distinctNames(
    specializationConstants.map((one) => [`${one.id}`, `CONSTANT_${upperName(one.name)}`] as const),
  );
  for (const { id, type } of specializationConstants)
    lines.push(`/// ${commentText(type)}`, `pub const ${constants.get(`${id}`)}: u32 = ${id};`);
  const body = lines.flatMap((line) => line.split('\n')).map((line) => `        ${line}`);
  return [
    `    /// ${commentText(shader.name)}`,
    `    pub mod ${name} {`,
    '        use super::super::{Binding, VertexInput};',
    ...body,
    '    }',
  ].join('\n');
}
