// Finds the images that a file refers to, without reading geometry or decoding pixels.

import type { ScanContext } from '../../../model/kind/scheduling.js';
import { readDocument } from '../document/read-document.js';
import { parseFbx } from '../file/parse-fbx.js';
import { TextureFiles } from './texture-file.js';

/** Reads nothing but the file: which images exist is what matters. A damaged file throws, as it does when it is compiled. */
export async function scanTextures(context: ScanContext, bytes: Uint8Array): Promise<void> {
  const document = readDocument(parseFbx(context.path, bytes), context.path);
  const files = new TextureFiles(context, document, bytes);
  for (const object of document.objects) if (object.kind === 'Texture') await files.find(object);
}
