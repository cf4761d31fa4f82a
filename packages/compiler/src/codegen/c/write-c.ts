// Generated code for C99 and C++: constants of assets, names with their indices, and the interfaces of shaders. It includes nothing of
// assetc.h, so that it can be used with any reader.

import { ASSET_KINDS, hashToHex } from '@assetc/formats';
import { assetName, type CodeModel, stemOf } from '../code-model.js';
import { commentText, distinctNames, indexedNames, upperName } from '../identifiers.js';
import { collectStructs } from '../layout/shader-structs.js';
import { type Declaration, declaredNames, define } from './declaration.js';
import { shaderDeclarations } from './write-c-shader.js';
import { writeCStruct } from './write-c-structs.js';

const HEAD = `// clang-format off
#ifndef ASSETS_GENERATED_H
#define ASSETS_GENERATED_H

#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
#define ASSET_STATIC_ASSERT(name, condition) static_assert(condition, #name)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define ASSET_STATIC_ASSERT(name, condition) _Static_assert(condition, #name)
#else
#define ASSET_STATIC_ASSERT(name, condition) typedef char AssetAssert_##name[(condition) ? 1 : -1]
#endif
`;

const KIND_NAMES = ASSET_KINDS.map((kind) => `KIND_${upperName(kind)}`);
const ALWAYS = ['FOR_EACH', 'STATIC_ASSERT', ...KIND_NAMES];

export function writeC(model: CodeModel): string {
  const { structs, modules } = collectStructs(model.shaders);
  const names = baseNames(model);
  const assets = model.assets.map((asset) => assetDeclarations(asset, names.get(assetKey(asset)) ?? ''));
  const lists = model.lists.map((list) => ({ ...list, rows: listDeclarations(list) }));
  const shaders = modules.map((module) => ({
    shader: module.shader,
    rows: shaderDeclarations(module, names.get(shaderKey(module.shader)) ?? ''),
  }));
  const all = [...assets.flat(), ...[...lists, ...shaders].flatMap(({ rows }) => rows)];
  const nameOf = declaredNames(all, ALWAYS);
  const text = (rows: readonly Declaration[]): string => rows.map((row) => row.write(nameOf(row))).join('\n');
  const each = model.assets.map((asset, i) => {
    const [hash] = assets[i] ?? [];
    return `X(ASSET_KIND_${upperName(asset.kind)}, ${hash === undefined ? '' : nameOf(hash)}, ${cText(asset.path)})`;
  });
  return [
    HEAD,
    `// The assets of the manifest: the hash that finds each, and its path.\n${text(assets.flat())}\n`,
    `// As in the manifest.\ntypedef enum AssetKind {\n${KIND_NAMES.map((name, i) => `  ASSET_${name} = ${i}`).join(',\n')}\n} AssetKind;\n`,
    `// Calls X(kind, hash, path) for every asset.\n#define ASSET_FOR_EACH(X) \\\n${each.map((row) => `  ${row} \\\n`).join('')}\n`,
    ...(lists.length === 0 ? [] : ['// Indices of what files contain, and how many there are.\n']),
    ...lists.map(({ path, of, rows }) => `// ${commentText(`${path}: ${of}`)}\n${text(rows)}\n`),
    ...(structs.length === 0 ? [] : ['// Buffers of shaders. Copy such a struct into a buffer as it is.\n']),
    ...structs.map(writeCStruct),
    ...(modules.length === 0 ? [] : [TABLE_TYPES]),
    ...shaders.map(
      ({ shader, rows }) => `// ${commentText(`${shader.name}: ${shader.module.stage}`)}\n${text(rows)}\n`,
    ),
    '#endif\n',
  ].join('\n');
}

type Asset = CodeModel['assets'][number];

const assetKey = ({ kind, path }: Pick<Asset, 'kind' | 'path'>): string => `${kind} ${path}`;
const shaderKey = ({ path }: CodeModel['shaders'][number]): string => assetKey({ kind: 'shader', path });

/** What all names of an asset begin with. The interface of a shader has the name of its asset. */
function baseNames({ assets, shaders }: CodeModel): ReadonlyMap<string, string> {
  return distinctNames([
    ...assets.map((one) => [assetKey(one), `${upperName(one.kind)}_${upperName(assetName(one))}`] as const),
    ...shaders.map((one) => [shaderKey(one), `SHADER_${upperName(one.name)}`] as const),
  ]);
}

function assetDeclarations(asset: Asset, base: string): readonly Declaration[] {
  const key = assetKey(asset);
  return [
    define(key, base, `UINT64_C(0x${hashToHex(asset.hash)})`),
    define(`path of ${key}`, `PATH_${base}`, cText(asset.path)),
  ];
}

function listDeclarations({ path, of, names }: CodeModel['lists'][number]): readonly Declaration[] {
  const list = `${upperName(of)}_${upperName(stemOf(path))}`;
  return [
    define(`${of}s ${path}`, `COUNT_${list}`, names.length),
    ...indexedNames(names).map(({ key, index }) => define(`${of} ${path} ${key}`, `${list}_${upperName(key)}`, index)),
  ];
}

/** A string literal. Bytes beyond ASCII are escaped in octal, which ends after three digits; `?` too, because of trigraphs. */
function cText(text: string): string {
  const bytes = [...new TextEncoder().encode(text)];
  const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`;
  const isPlain = (byte: number): boolean => byte >= 0x20 && byte < 0x7f && !'"\\?'.includes(String.fromCharCode(byte));
  return `"${bytes.map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : octal(byte))).join('')}"`;
}

const TABLE_TYPES = `// A binding of a shader: descriptorType is a VkDescriptorType, count is 0 if the array is unbounded.
typedef struct AssetBinding {
  uint32_t set, binding, descriptorType, count;
} AssetBinding;

// An input of a vertex shader: format is the VkFormat of its type; a vertex buffer may have another one that converts to it.
typedef struct AssetVertexInput {
  uint32_t location, format;
} AssetVertexInput;
`;
