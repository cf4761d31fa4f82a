// Generated code for C99 and C++: constants of assets, names with their indices, and the interfaces of shaders. It includes nothing of
// assetc.h, so that it can be used with any reader.

import { ASSET_KINDS, hashToHex } from '@assetc/formats';
import { assetName, type CodeModel, stemOf } from '../code-model.js';
import { distinctNames, indexedNames, upperName } from '../identifiers.js';
import { collectStructs } from '../layout/shader-structs.js';
import { writeCShader } from './write-c-shader.js';
import { writeCStruct } from './write-c-structs.js';

const HEAD = `#ifndef ASSETS_GENERATED_H
#define ASSETS_GENERATED_H

#include <stddef.h>
#include <stdint.h>

#define ASSET_STATIC_ASSERT(name, condition) typedef char AssetAssert_##name[(condition) ? 1 : -1]
`;

export function writeC(model: CodeModel): string {
  const { structs, modules } = collectStructs(model.shaders);
  return [
    HEAD,
    ...assetLines(model),
    ...listLines(model),
    ...(structs.length === 0 ? [] : ['// Buffers of shaders. Copy such a struct into a buffer as it is.\n']),
    ...structs.map(writeCStruct),
    ...(modules.length === 0 ? [] : [TABLE_TYPES]),
    ...modules.map(writeCShader),
    '#endif\n',
  ].join('\n');
}

function assetLines({ assets }: CodeModel): readonly string[] {
  const wanted = assets.map(
    (asset) => [`${asset.kind} ${asset.path}`, `${upperName(asset.kind)}_${upperName(assetName(asset))}`] as const,
  );
  const names = distinctNames(wanted);
  const rows = assets.map(({ kind, path, hash }) => ({
    name: names.get(`${kind} ${path}`) ?? '',
    hash: `UINT64_C(0x${hashToHex(hash)})`,
    path: cText(path),
    kind,
  }));
  const constants = rows.map(
    ({ name, hash, path }) => `#define ASSET_${name} ${hash}\n#define ASSET_PATH_${name} ${path}`,
  );
  const list = rows.map(({ name, kind, path }) => `X(ASSET_KIND_${upperName(kind)}, ASSET_${name}, ${path})`);
  const kinds = ASSET_KINDS.map((kind, number) => `  ASSET_KIND_${upperName(kind)} = ${number}`);
  return [
    `// The assets of the manifest: the hash that finds each, and its path.\n${constants.join('\n')}\n`,
    `// As in the manifest.\ntypedef enum AssetKind {\n${kinds.join(',\n')}\n} AssetKind;\n`,
    `// Calls X(kind, hash, path) for every asset.\n#define ASSET_FOR_EACH(X) \\\n${list.map((row) => `  ${row} \\\n`).join('')}\n`,
  ];
}

function listLines({ lists }: CodeModel): readonly string[] {
  const rows = lists.flatMap(({ path, of, names }) => {
    const list = `${upperName(of)}_${upperName(stemOf(path))}`;
    const members = indexedNames(names).map(({ key, index }) => ({
      key: `${of} ${path} ${key}`,
      name: `${list}_${upperName(key)}`,
      value: index,
    }));
    return [{ key: `${of}s ${path}`, name: `COUNT_${list}`, value: names.length }, ...members];
  });
  if (rows.length === 0) return [];
  const names = distinctNames(rows.map(({ key, name }) => [key, name] as const));
  const constants = rows.map(({ key, value }) => `#define ASSET_${names.get(key)} ${value}u`);
  return [`// Indices of what files contain, and how many there are.\n${constants.join('\n')}\n`];
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
