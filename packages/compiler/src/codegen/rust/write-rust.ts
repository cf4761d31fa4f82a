// Generated code for Rust: constants of assets, names with their indices, and the interfaces of shaders. It needs only `core`.

import { ASSET_KINDS, hashToHex } from '@assetc/formats';
import { assetName, type CodeModel, stemOf } from '../code-model.js';
import {
  commentText,
  distinctNames,
  indexedNames,
  inputNames,
  memberName,
  plainWord,
  typeName,
  upperName,
} from '../identifiers.js';
import { collectStructs, type ShaderBlock, type ShaderBlocks } from '../layout/shader-structs.js';
import { DESCRIPTOR_TYPES, STAGE_BITS, vertexInputs } from '../layout/vulkan-numbers.js';
import { RUST_WORDS } from './rust-words.js';
import { PUT_BYTES, rustElement, writeRustStruct } from './write-rust-structs.js';

/** Of all of the module: it contains more than a program uses, and has its own format. */
const ATTRIBUTES = `#![cfg_attr(rustfmt, rustfmt_skip)]
#![allow(dead_code, missing_docs, nonstandard_style, unreachable_pub, clippy::all, clippy::pedantic, rustdoc::all)]
`;

export function writeRust(model: CodeModel): string {
  const { structs, modules } = collectStructs(model.shaders);
  return [
    ATTRIBUTES,
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
    '#[derive(Clone, Copy, Debug, PartialEq, Eq)]',
    '#[repr(u8)]',
    `pub enum Kind {\n${ASSET_KINDS.map((kind, number) => `    ${typeName(kind)} = ${number},`).join('\n')}\n}\n`,
    '/// An asset of the manifest: the hash that finds it, and its path.',
    '#[derive(Clone, Copy, Debug, PartialEq, Eq)]',
    "pub struct Asset {\n    pub kind: Kind,\n    pub hash: u64,\n    pub path: &'static str,\n}\n",
    ...kinds.map((kind) => {
      const rows = assets.filter((asset) => asset.kind === kind);
      const constants = rows.map(
        ({ path, hash }) =>
          `    pub const ${constantOf(kind, path)}: Asset = Asset { kind: Kind::${typeName(kind)}, hash: 0x${hashToHex(hash)}, path: ${text(path)} };`,
      );
      return `pub mod ${kind} {\n    use super::{Asset, Kind};\n${constants.join('\n')}\n}\n`;
    }),
    '/// Every asset, by path.\npub const ASSETS: &[Asset] = &[',
    ...assets.map(({ kind, path }) => `    ${kind}::${constantOf(kind, path)},`),
    '];\n',
  ];
}

function listLines({ lists }: CodeModel): readonly string[] {
  const sections = lists.map(({ path, of, names }) => {
    const list = `${upperName(of)}_${upperName(stemOf(path))}`;
    const rows = [
      { key: `${of}s ${path}`, name: `COUNT_${list}`, value: names.length },
      ...indexedNames(names).map(({ key, index }) => ({
        key: `${of} ${path} ${key}`,
        name: constantName(`${list}_${upperName(key)}`),
        value: index,
      })),
    ];
    return { title: commentText(`${path}: ${of}`), rows };
  });
  if (sections.length === 0) return [];
  const names = distinctNames(sections.flatMap(({ rows }) => rows.map(({ key, name }) => [key, name] as const)));
  const constants = sections.flatMap(({ title, rows }) => [
    `    // ${title}`,
    ...rows.map(({ key, value }) => `    pub const ${names.get(key)}: u32 = ${value};`),
  ]);
  return [`/// Indices of what files contain, and how many there are.\npub mod index {\n${constants.join('\n')}\n}\n`];
}

const TABLE_TYPES = `/// A binding of a shader. \`descriptor_type\` is a VkDescriptorType. \`count\` is 0 if the array is unbounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binding {
    pub set: u32,
    pub binding: u32,
    pub descriptor_type: u32,
    pub count: u32,
}

/// An input of a vertex shader. \`format\` is the VkFormat of its type.
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
    '/// The interfaces of shaders.\npub mod shaders {',
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
  const { stage, bindings, workgroupSize, specializationConstants, pushConstants: push } = shader.module;
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
  const fed = vertexInputs(shader.module);
  const names = inputNames(fed, upperName);
  for (const [i, { type, location, format }] of fed.entries())
    lines.push(
      `/// ${type}, VK_FORMAT_${format.name}`,
      `pub const INPUT_${names[i]}: VertexInput = VertexInput { location: ${location}, format: ${format.number} };`,
    );
  const constants = distinctNames(
    specializationConstants.map((one) => [`${one.id}`, `CONSTANT_${upperName(one.name)}`] as const),
  );
  for (const { id, type } of specializationConstants)
    lines.push(`/// ${commentText(type)}`, `pub const ${constants.get(`${id}`)}: u32 = ${id};`);
  const imported = [...(bindings.length > 0 ? ['Binding'] : []), ...(fed.length > 0 ? ['VertexInput'] : [])];
  const body = lines.flatMap((line) => line.split('\n')).map((line) => `        ${line}`);
  return [
    `    /// ${commentText(shader.name)}`,
    `    pub mod ${name} {`,
    ...(imported.length === 0 ? [] : [`        use super::super::{${imported.join(', ')}};`]),
    ...body,
    '    }',
  ].join('\n');
}
