// Rows whose diagnostics have codes that this version does not know. Their outputs may still be replaced or removed. The asset is
// compiled again, because its warnings could not be explained.

import { areKnown } from '../../diagnostics/stored-diagnostics.js';
import { distrustedRow, type RecordTables, rowDiagnostics } from './record-rows.js';

/** Replaces a kind's identity, which always begins with a number; --explain prints it. */
const ANOTHER = 'of another version';

/** Gives such rows another compiler identity, in place. Cheap: few rows have diagnostics. */
export function distrustUnknownCodes(tables: RecordTables): void {
  tables.assets.forEach((row, index) => {
    const diagnostics = rowDiagnostics(row);
    if (diagnostics === undefined || areKnown(diagnostics)) return;
    const known = diagnostics.filter((diagnostic) => areKnown([diagnostic]));
    tables.assets[index] = distrustedRow(tables, row, ANOTHER, known);
  });
}
