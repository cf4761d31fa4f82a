// assetc --list-skipped: prints the input files that no kind compiles and no asset reads, with the reason.

import type { Config } from '../../index.js';
import { ExitCode } from '../exit-code.js';
import type { Session } from '../session.js';
import { printable } from './format-diagnostic.js';
import { formatTable } from './table.js';
import { plural } from './units.js';

export async function listSkippedFiles({ console }: Session, configs: readonly Config[]): Promise<ExitCode> {
  const { listSkipped } = await import('../../index.js');
  for (const config of configs) {
    const files = await listSkipped({ config });
    for (const file of files) console.event({ type: 'skipped', ...file });
    const rows = files.map(({ path, reason, remedy }) => [printable(path), remedy === null ? reason : remedy]);
    for (const line of formatTable(rows)) console.line(line);
    console.line(files.length === 0 ? 'no files are skipped' : `${plural(files.length, 'file')} skipped`);
  }
  return ExitCode.fine;
}
