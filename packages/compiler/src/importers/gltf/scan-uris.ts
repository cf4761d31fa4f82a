// Looks up what a glTF file refers to, without importing it: buffers are read, images looked for. What is wrong with the file is for the
// importer to say; here nothing is found then.

import { isDataUri } from '../../model/data-uri.js';
import { gltfJsonText, isGlb, splitGlb } from '../../model/glb.js';
import type { ScanContext } from '../../model/scheduling.js';
import { spellingsOf } from './uri.js';

export async function scanUris(look: ScanContext, bytes: Uint8Array): Promise<void> {
  const root = parsed(bytes);
  for (const uri of urisIn(root, 'buffers')) {
    const path = await find(look, uri);
    if (path !== undefined) await look.tryRead(path);
  }
  for (const uri of urisIn(root, 'images')) await find(look, uri);
  // How its images are stored is asked for each of them.
  if (listIn(root, 'images').length > 0) look.settingsFor('tex_0', []);
}

/** As resolveUri does: the first spelling that is there. */
async function find(look: ScanContext, uri: string): Promise<string | undefined> {
  for (const spelling of spellingsOf(uri)) {
    const path = look.resolve(look.path, spelling);
    if (await look.exists(path)) return path;
  }
  return undefined;
}

function parsed(bytes: Uint8Array): unknown {
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
