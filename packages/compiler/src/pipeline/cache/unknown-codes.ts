// Rows whose diagnostics carry codes that this version does not have. Their outputs stay ours to replace or remove; the asset
// is compiled anew, since its warnings could not be explained.

import { areKnown } from '../../diagnostics/stored-diagnostics.js';
import { distrustedRow, type RecordTables, rowDiagnostics } from './record-rows.js';

/** Stands for a kind's identity, which always begins with a number; --explain prints it. */
const ANOTHER = 'of another version';

/** Gives such rows a compiler that is not today's, in place. Costs one look a row: few rows hold diagnostics. */
export function distrustUnknownCodes(tables: RecordTables): void {
  tables.assets.forEach((row, index) => {
    const diagnostics = rowDiagnostics(row);
    if (diagnostics === undefined || areKnown(diagnostics)) return;
    const known = diagnostics.filter((diagnostic) => areKnown([diagnostic]));
    tables.assets[index] = distrustedRow(tables, row, ANOTHER, known);
  });
}
