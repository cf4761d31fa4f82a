// Parses FBX, binary or text, into a tree of nodes. Knows nothing of their meaning.

import { AssetError } from '../../../diagnostics/diagnostic.js';
import type { FbxFile } from './fbx-node.js';
import { isBinaryFbx, parseBinary } from './parse-binary.js';
import { parseText } from './parse-text.js';

/** Comments, then the name of the first node. */
const TEXT_START = /^(?:\uFEFF|ï»¿)?(?:\s|;[^\n]*\n)*\w+\s*:/;

/** Throws an AssetError with the place of the problem. `file`: its path, for the message. */
export function parseFbx(file: string, bytes: Uint8Array): FbxFile {
  if (isBinaryFbx(bytes)) return parseBinary(file, bytes);
  const start = Buffer.from(bytes.subarray(0, 4096)).toString('latin1');
  if (TEXT_START.test(start)) return parseText(file, bytes);
  throw new AssetError({
    code: 'fbx/not-fbx',
    file,
    where: { offset: 0 },
    message: 'the file starts with neither the mark of binary FBX nor a node of FBX text',
  });
}
