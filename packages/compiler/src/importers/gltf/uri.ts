// URIs inside a glTF file: data URIs are decoded, relative ones become paths below the input root, all others are refused.

import type { CompileContext } from '../../model/kind.js';
import type { JsonNode } from './json-node.js';

export const isDataUri = (uri: string): boolean => uri.slice(0, 5).toLowerCase() === 'data:';

export function dataUriMime(uri: string): string | undefined {
  const mime = /^data:([^;,]*)/i.exec(uri.slice(0, 256))?.[1];
  return mime === undefined || mime === '' ? undefined : mime;
}

export function decodeDataUri(node: JsonNode): Uint8Array {
  const uri = node.text();
  const comma = uri.indexOf(',');
  if (comma < 0) return node.fail('gltf/bad-uri', 'the data URI has no comma');
  if (!/;base64$/i.test(uri.slice(0, comma))) return percentBytes(uri.slice(comma + 1));
  const text = uri.slice(comma + 1).replaceAll(/[ \t\r\n]/g, '');
  const wrong = /[^A-Za-z0-9+/]/.exec(text.replace(/={1,2}$/, ''));
  if (wrong !== null)
    return node.fail('gltf/bad-uri', `the data URI has ${JSON.stringify(wrong[0])}, which is no base64`);
  if (text.replace(/=+$/, '').length % 4 === 1)
    return node.fail('gltf/bad-uri', 'the base64 of the data URI is cut short');
  const bytes = Buffer.from(text, 'base64');
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function percentBytes(text: string): Uint8Array {
  const source = new TextEncoder().encode(text);
  const out = new Uint8Array(source.length);
  let length = 0;
  for (let i = 0; i < source.length; i++) {
    const hex = source[i] === 0x25 ? String.fromCharCode(source[i + 1] ?? 0, source[i + 2] ?? 0) : '';
    if (/^[0-9a-fA-F]{2}$/.test(hex)) {
      out[length++] = Number.parseInt(hex, 16);
      i += 2;
    } else {
      out[length++] = source[i] ?? 0;
    }
  }
  return out.slice(0, length);
}

/** The path below the input root of the file that a relative URI names. Fails where there is no such file. */
export async function resolveUri(context: CompileContext, node: JsonNode): Promise<string> {
  const uri = node.text();
  if (uri === '') return node.fail('gltf/bad-uri', 'the URI is empty');
  const scheme = /^([a-zA-Z][a-zA-Z0-9+.-]*):/.exec(uri)?.[1];
  if (scheme !== undefined && scheme.length > 1)
    return node.fail(
      'gltf/bad-uri',
      `${scheme}: URIs are not read: ${brief(uri)}`,
      'Download the file into the input folder and refer to it by a relative path.',
    );
  if (scheme !== undefined || uri.startsWith('/') || uri.startsWith('\\'))
    return node.fail('gltf/bad-uri', `absolute paths are not read: ${brief(uri)}`);
  const spellings = [...new Set([percentDecoded(uri), uri, percentDecoded(uri).replaceAll('\\', '/')])];
  for (const spelling of spellings) {
    if (spelling.includes('\0')) return node.fail('gltf/bad-uri', 'the URI has a zero byte');
    if (climbsOut(context.path, spelling))
      return node.fail('gltf/bad-uri', `${brief(spelling)} lies outside the input folder`);
  }
  for (const spelling of spellings) {
    const path = context.resolve(context.path, spelling);
    if (await context.exists(path)) return path;
  }
  return node.fail('gltf/missing-file', `${brief(spellings[0] ?? uri)} does not exist`);
}

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
