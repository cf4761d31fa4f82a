// `npm run bench -- demo-packs`: patches of the demo's pack for the edits of versions.ts, and the pack for transport, next to zstd, xdelta3 and
// zip if they are installed. --json prints rows.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comparePatches, compareTransport, type Row } from './packs.js';
import { EDITS, writeVersions } from './versions.js';

const WHAT = {
  texture: 'patch: a corner of a texture painted',
  model: 'patch: a model moved',
  renamed: 'patch: ten textures renamed',
  encoder: 'patch: every texture encoded anew',
} as const;

export async function run(args: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'assetc-demo-packs-'));
  const at = (name: string): string => join(folder, name);
  try {
    await writeVersions('demo', folder);
    const rows: (Row & { readonly what: string })[] = [];
    for (const edit of EDITS)
      for (const row of await comparePatches(at('old.hpack'), at(`${edit}.hpack`), at))
        rows.push({ what: WHAT[edit], ...row });
    for (const row of await compareTransport(at('old.hpack'), folder, at))
      rows.push({ what: 'the whole pack', ...row });
    if (args.includes('--json')) console.log(JSON.stringify({ rows }));
    else console.table(rows);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
