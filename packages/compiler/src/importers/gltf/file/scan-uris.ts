// Finds the files that a glTF file refers to, without importing it: buffers are read, images only checked for existence. Errors in the file are
// ignored here; the importer reports them.

import { gltfJsonText, isGlb, splitGlb } from '../../../model/glb.js';
import type { ScanContext } from '../../../model/kind/scheduling.js';
import { isDataUri } from '../../../model/text/data-uri.js';
import { spellingsOf } from './uri.js';

export async function scanUris(context: ScanContext, bytes: Uint8Array): Promise<void> {
  const root = parseRoot(bytes);
  for (const uri of urisIn(root, 'buffers')) {
    const path = await find(context, uri);
    if (path !== undefined) await context.tryRead(path);
  }
  for (const uri of urisIn(root, 'images')) await find(context, uri);
  // The importer reads the settings for each image.
  if (listIn(root, 'images').length > 0) context.settingsFor('tex_0', []);
}

/** Like resolveUri: the first spelling that exists. */
async function find(context: ScanContext, uri: string): Promise<string | undefined> {
  for (const spelling of spellingsOf(uri)) {
    const path = context.resolve(context.path, spelling);
    if (await context.exists(path)) return path;
  }
  return undefined;
}

function parseRoot(bytes: Uint8Array): unknown {
  const glb = isGlb(bytes) ? splitGlb(bytes) : { json: bytes };
  if ('is' in glb) return undefined;
  try {
    return JSON.parse(gltfJsonText(glb.json));
  } catch {
    return undefined;
  }
}

function listIn(value: unknown, name: string): readonly unknown[] {
  const found: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return Array.isArray(found) ? found : [];
}

const urisIn = (root: unknown, name: string): readonly string[] =>
  listIn(root, name).flatMap((one) => {
    const uri: unknown = typeof one === 'object' && one !== null ? Reflect.get(one, 'uri') : undefined;
    return typeof uri === 'string' && uri !== '' && !isDataUri(uri) ? [uri] : [];
  });
