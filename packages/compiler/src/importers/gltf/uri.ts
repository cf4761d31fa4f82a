// URIs inside a glTF file: data URIs are decoded, relative ones become paths below the input root, all others are refused.

import type { CompileContext } from '../../model/compile-context.js';
import { decodeDataUri } from '../../model/data-uri.js';
import type { JsonNode } from './json-node.js';

export function decodeDataUriAt(node: JsonNode): Uint8Array {
  const decoded = decodeDataUri(node.text());
  return 'bytes' in decoded ? decoded.bytes : node.fail('gltf/bad-uri', decoded.problem);
}

/** The path below the input root of the file that a relative URI names. Fails where there is no such file. */
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
      `${scheme}: URIs are not supported: ${brief(uri)}`,
      'Download the file into the input folder and refer to it by a relative path.',
    );
  if (scheme !== undefined || uri.startsWith('/') || uri.startsWith('\\'))
    return node.fail('gltf/bad-uri', `absolute paths are not supported: ${brief(uri)}`);
  const spellings = spellingsOf(uri);
  for (const spelling of spellings) {
    if (spelling.includes('\0')) return node.fail('gltf/bad-uri', 'the URI contains a zero byte');
    if (climbsOut(context.path, spelling))
      return node.fail('gltf/bad-uri', `${brief(spelling)} is outside the input folder`);
  }
  for (const spelling of spellings) {
    const path = context.resolve(context.path, spelling);
    if (await context.exists(path)) return path;
  }
  return node.fail('gltf/missing-file', `${brief(spellings[0] ?? uri)} does not exist`);
}

/** What a relative URI may mean, in the order in which it is looked for. */
export const spellingsOf = (uri: string): readonly string[] => [
  ...new Set([percentDecoded(uri), uri, percentDecoded(uri).replaceAll('\\', '/')]),
];

/** A stray percent sign is taken as it stands: exporters forget to encode it. */
function percentDecoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

function climbsOut(fromFile: string, reference: string): boolean {
  let depth = fromFile.split('/').length - 1;
  for (const part of reference.split(/[/\\]/)) {
    if (part === '..') depth--;
    else if (part !== '.' && part !== '') depth++;
    if (depth < 0) return true;
  }
  return false;
}

const brief = (text: string): string => (text.length > 120 ? `${text.slice(0, 120)}…` : text);
