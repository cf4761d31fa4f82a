// The line that every build ends with: built, cached, failed, removed, time.

import type { BuildResult } from '../index.js';
import type { Paint } from './style.js';
import { formatCount, formatDuration } from './units.js';

export function formatSummary(result: BuildResult, warnings: number, preset: string | undefined, paint: Paint): string {
  const name = preset === undefined ? '' : `${paint(preset, 'bold')}: `;
  const counts = [
    paint(`${formatCount(result.built)} built`, ...(result.built > 0 ? (['green'] as const) : [])),
    `${formatCount(result.cached)} cached${result.restored > 0 ? ` (${formatCount(result.restored)} restored)` : ''}`,
    paint(`${formatCount(result.failed)} failed`, ...(result.failed > 0 ? (['red', 'bold'] as const) : [])),
    `${formatCount(result.removed)} removed`,
  ];
  if (warnings > 0) counts.push(paint(`${formatCount(warnings)} ${warnings === 1 ? 'warning' : 'warnings'}`, 'yellow'));
  const interrupted = result.status === 'interrupted' ? `${paint('interrupted', 'yellow', 'bold')}: ` : '';
  return `${name}${interrupted}${counts.join(', ')} in ${formatDuration(result.ms)}`;
}
