// The last line of every build: built, cached, failed, removed, time, sizes.

import type { BuildResult } from '../../../index.js';
import type { Paint } from '../text/style.js';
import { formatBytes, formatCount, formatDuration } from '../text/units.js';

/** The parts of a build's result that the line shows. */
export type Summary = Pick<
  BuildResult,
  | 'status'
  | 'built'
  | 'shared'
  | 'cached'
  | 'restored'
  | 'failed'
  | 'errors'
  | 'removed'
  | 'silenced'
  | 'sourceBytes'
  | 'outputBytes'
  | 'packBytes'
  | 'ms'
>;

/** `isTerminal`: for people, with words instead of terms, and with sizes after a failure too. Logs keep their format. */
export function formatSummary(
  result: Summary,
  warnings: number,
  preset: string | undefined,
  paint: Paint,
  isTerminal = false,
): string {
  const name = preset === undefined ? '' : `${paint(preset, 'bold')}: `;
  const counts = [
    paint(`${formatCount(result.built)} built`, ...(result.built > 0 ? (['green'] as const) : [])),
    ...(result.shared > 0 ? [`${formatCount(result.shared)} ${isTerminal ? 'equal to others' : 'shared'}`] : []),
    ...(result.restored > 0
      ? [`${formatCount(result.restored)} restored${isTerminal ? ' from earlier builds' : ''}`]
      : []),
    `${formatCount(result.cached - result.restored)} ${isTerminal ? 'up to date' : 'cached'}`,
    paint(`${formatCount(result.failed)} failed`, ...(result.failed > 0 ? (['red', 'bold'] as const) : [])),
    `${formatCount(result.removed)} removed`,
  ];
  // A failed asset explains the exit status. Without one, the errors must.
  if (result.failed === 0 && result.errors > 0)
    counts.push(paint(`${formatCount(result.errors)} ${result.errors === 1 ? 'error' : 'errors'}`, 'red', 'bold'));
  if (warnings > 0) counts.push(paint(`${formatCount(warnings)} ${warnings === 1 ? 'warning' : 'warnings'}`, 'yellow'));
  if (result.silenced > 0) counts.push(`${formatCount(result.silenced)} silenced`);
  const interrupted = result.status === 'interrupted' ? `${paint('interrupted', 'yellow', 'bold')}: ` : '';
  return `${name}${interrupted}${counts.join(', ')} in ${formatDuration(result.ms)}${sizes(result, isTerminal)}`;
}

/** `; 3.80 MB of sources → 28.1 MB, packed 27.9 MB`; empty if nothing is recorded. */
function sizes({ status, sourceBytes, outputBytes, packBytes }: Summary, isTerminal: boolean): string {
  const isShown = status === 'ok' || (status === 'failed' && isTerminal);
  if (!isShown || outputBytes === 0) return '';
  // The pack of a failed build is an earlier one.
  const packed = status === 'ok' && packBytes > 0 ? `, packed ${formatBytes(packBytes)}` : '';
  return `; ${formatBytes(sourceBytes)} of sources → ${formatBytes(outputBytes)}${packed}`;
}
