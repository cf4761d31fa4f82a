// assetc --list-skipped: prints the input files that no kind compiles and no asset reads, with the reason.

import type { Config, SkippedFiles } from '../../index.js';
import { ExitCode } from '../exit-code.js';
import type { Session } from '../session.js';
import { printable } from './format-diagnostic.js';
import { formatTable } from './text/table.js';
import { formatCount, plural } from './text/units.js';

export async function listSkippedFiles({ console }: Session, configs: readonly Config[]): Promise<ExitCode> {
  const { listSkipped } = await import('../../index.js');
  for (const config of configs) {
    const { files, read, yielded, unbuilt } = await listSkipped({ config });
    for (const file of files) console.event({ type: 'skipped', ...file });
    console.event({ type: 'skipped-total', skipped: files.length, read, yielded, unbuilt });
    const rows = files.map(({ path, reason, remedy }) => [printable(path), remedy === null ? reason : remedy]);
    for (const line of formatTable(rows)) console.line(line);
    console.line(total({ files, read, yielded }));
    if (unbuilt > 0)
      console.line(
        `${plural(unbuilt, 'asset')} ${unbuilt === 1 ? 'is' : 'are'} not built yet; files that only they read are listed too`,
      );
  }
  return ExitCode.fine;
}

/** With the files that are not compiled for other reasons, so that the counts of a build add up. */
function total({ files, read, yielded }: Omit<SkippedFiles, 'unbuilt'>): string {
  const first = files.length === 0 ? 'no files are skipped' : `${plural(files.length, 'file')} skipped`;
  const rest = [
    ...(read > 0 ? [`${formatCount(read)} more ${read === 1 ? 'is' : 'are'} read by assets`] : []),
    ...(yielded > 0 ? [`${plural(yielded, 'source')} ${yielded === 1 ? 'is' : 'are'} compiled by other assets`] : []),
  ];
  return rest.length === 0 ? first : `${first}; ${rest.join(', and ')}`;
}
