// Checks a single file against its format. A file of an unknown format is an error, unless a build embedded it.

import { dirname } from 'node:path';
import { decodeHman, type ManifestEntry } from '@assetc/formats';
import type { CheckReport } from './check-report.js';
import { decodeOrSkip } from './checks/decode-or-skip.js';
import { MANIFEST } from './checks/manifest.js';
import type { Disk } from './disk.js';
import { formatByName, formatOf } from './file-formats.js';
import { findRoot } from './inspect-files.js';
import { readIfThere, siblingBlob } from './sibling-blob.js';
import { validateFile } from './validate-file.js';

/** `name`: its name in the report. */
export async function checkSingle(disk: Disk, path: string, name: string, report: CheckReport): Promise<void> {
  const bytes = disk.readFile(path);
  const listed = listedAs(disk, path);
  const isVerbatim = listed?.kind === 'embed' && formatByName(path)?.isListedAsEmbedded !== true;
  if (isVerbatim) return;
  if (listed === undefined && (await formatOf(name, bytes)) === undefined) {
    const text = await textOfBlob(disk, path, name);
    if (text !== undefined) return checkSingle(disk, text, name, report);
    report.add('check/not-an-output', name, 'the file is not in a format that assetc writes');
    return;
  }
  const blob = await siblingBlob(path, bytes, (sibling) => readIfThere(disk, sibling));
  report.malformed(name, await validateFile(name, bytes, listed !== undefined, blob));
}

/** The text form next to it that names this file as its blob: `a.mesh.json` for `a.mesh.bin`. */
async function textOfBlob(disk: Disk, path: string, name: string): Promise<string | undefined> {
  const stem = name.replace(/\.bin$/, '');
  if (stem === name) return undefined;
  const folder = dirname(path);
  for (const entry of disk.readFolder(folder)) {
    if (entry.type !== 'file' || entry.name === name || !entry.name.startsWith(`${stem}.`)) continue;
    const sibling = `${folder}/${entry.name}`;
    let named = false;
    await siblingBlob(sibling, disk.readFile(sibling), async (blob) => {
      named = blob === `${folder}/${name}`;
      return undefined;
    });
    if (named) return sibling;
  }
  return undefined;
}

/** Its entry in the manifest of the output that contains it. */
function listedAs(disk: Disk, path: string): ManifestEntry | undefined {
  const root = findRoot(disk, dirname(path));
  if (root === undefined || disk.stat(`${root}/${MANIFEST}`)?.type !== 'file') return undefined;
  const below = path.slice(root.length + 1).replaceAll('\\', '/');
  return decodeOrSkip(decodeHman, disk.readFile(`${root}/${MANIFEST}`))?.entries.find((entry) => entry.path === below);
}
