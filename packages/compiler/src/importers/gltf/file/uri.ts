// Resolves URIs in a glTF file: data URIs are decoded, relative ones become paths below the input root, all others are rejected.

import type { CompileContext } from '../../../model/kind/compile-context.js';
import { leavesInput } from '../../../model/leaves-input.js';
import { decodeDataUri } from '../../../model/text/data-uri.js';
import type { JsonNode } from './json-node.js';

export function decodeDataUriAt(node: JsonNode): Uint8Array {
  const decoded = decodeDataUri(node.text());
  return 'bytes' in decoded
    ? decoded.bytes
    : node.fail('gltf/bad-uri', decoded.problem, 'Export the file again: its data URI is broken.');
}

/** The path, below the input root, of the file that a relative URI names. Fails if there is no such file. */
export async function resolveUri(
  context: Pick<CompileContext, 'path' | 'exists' | 'resolve'>,
  node: JsonNode,
): Promise<string> {
  const uri = node.text();
  if (uri === '') return node.fail('gltf/bad-uri', 'the URI is empty');
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(uri)?.[1];
  if (scheme !== undefined && scheme.length > 1)
    return node.fail(
      'gltf/bad-uri',
      `${scheme}: URIs are not supported: ${shorten(uri)}`,
      'Download the file into the input folder and refer to it by a relative path.',
    );
  if (scheme !== undefined || uri.startsWith('/') || uri.startsWith('\\'))
    return node.fail('gltf/bad-uri', `absolute paths are not supported: ${shorten(uri)}`);
  const spellings = spellingsOf(uri);
  for (const spelling of spellings) {
    if (spelling.includes('\0')) return node.fail('gltf/bad-uri', 'the URI contains a zero byte');
    if (leavesInput(context.path, spelling))
      return node.fail('gltf/bad-uri', `${shorten(spelling)} is outside the input folder`);
  }
  for (const spelling of spellings) {
    const path = context.resolve(context.path, spelling);
    if (await context.exists(path)) return path;
  }
  return node.fail('gltf/missing-file', `${shorten(spellings[0] ?? uri)} does not exist`);
}

/** The possible meanings of a relative URI, in search order. */
export const spellingsOf = (uri: string): readonly string[] => [
  ...new Set([decodePercent(uri), uri, decodePercent(uri).replaceAll('\\', '/')]),
];

/** A stray percent sign is kept: exporters forget to encode it. */
function decodePercent(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

const shorten = (text: string): string => (text.length > 120 ? `${text.slice(0, 120)}…` : text);
