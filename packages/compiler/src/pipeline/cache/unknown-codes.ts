// Rows whose diagnostics carry codes that this version does not have. Their outputs stay ours to replace or remove; the asset
// is compiled anew, since its warnings could not be explained.

import { areKnown } from '../../diagnostics/stored-diagnostics.js';
import type { RecordTables } from './record-codec.js';

/** Stands for a kind's identity, which always begins with a number; --explain prints it. */
const ANOTHER = 'of another version';

/** Gives such rows a compiler that is not today's, in place. Costs one look a row: few rows hold diagnostics. */
export function distrustUnknownCodes(tables: RecordTables): void {
  for (const [index, row] of tables.assets.entries()) {
    const [source, kind, settings, base, dependencies, outputs, extras] = row;
    if (extras?.diagnostics === undefined || areKnown(extras.diagnostics)) continue;
    const { diagnostics, ...others } = extras;
    const distrusted = tables.kinds.push([tables.kinds[kind]?.[0] ?? '', ANOTHER]) - 1;
    const known = diagnostics.filter((diagnostic) => areKnown([diagnostic]));
    const kept = { ...others, ...(known.length > 0 && { diagnostics: known }) };
    tables.assets[index] = [source, distrusted, settings, base, dependencies, outputs, kept];
  }
}
