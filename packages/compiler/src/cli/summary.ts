// The line that every build ends with: built, cached, failed, removed, time; and before it what a failed build held back.

import { join } from 'node:path';
import type { BuildResult } from '../index.js';
import { printable } from './format-diagnostic.js';
import type { Paint } from './style.js';
import { formatBytes, formatCount, formatDuration, plural } from './units.js';

const NAMED_STRAYS = 20;

export function formatSummary(result: BuildResult, warnings: number, preset: string | undefined, paint: Paint): string {
  const name = preset === undefined ? '' : `${paint(preset, 'bold')}: `;
  const counts = [
    paint(`${formatCount(result.built)} built`, ...(result.built > 0 ? (['green'] as const) : [])),
    ...(result.shared > 0 ? [`${formatCount(result.shared)} shared`] : []),
    `${formatCount(result.cached)} cached${result.restored > 0 ? ` (${formatCount(result.restored)} restored)` : ''}`,
    paint(`${formatCount(result.failed)} failed`, ...(result.failed > 0 ? (['red', 'bold'] as const) : [])),
    `${formatCount(result.removed)} removed`,
  ];
  if (warnings > 0) counts.push(paint(`${formatCount(warnings)} ${warnings === 1 ? 'warning' : 'warnings'}`, 'yellow'));
  if (result.silenced > 0) counts.push(`${formatCount(result.silenced)} silenced`);
  const interrupted = result.status === 'interrupted' ? `${paint('interrupted', 'yellow', 'bold')}: ` : '';
  return `${name}${interrupted}${counts.join(', ')} in ${formatDuration(result.ms)}${sizes(result)}`;
}

/** `; 3.80 MB of sources → 28.1 MB, packed 27.9 MB`; nothing where nothing is on record. */
function sizes({ status, sourceBytes, outputBytes, packBytes }: BuildResult): string {
  if (status !== 'ok' || outputBytes === 0) return '';
  const packed = packBytes > 0 ? `, packed ${formatBytes(packBytes)}` : '';
  return `; ${formatBytes(sourceBytes)} of sources → ${formatBytes(outputBytes)}${packed}`;
}

/** Files in the pack that no build wrote: nobody may ship them unseen. Undefined where there are none. */
export function strangers({ strays }: Pick<BuildResult, 'strays'>): string | undefined {
  if (strays.length === 0) return undefined;
  const names = strays.slice(0, NAMED_STRAYS).map(printable).join(', ');
  const more = strays.length > NAMED_STRAYS ? ` and ${formatCount(strays.length - NAMED_STRAYS)} more` : '';
  const what = strays.length === 1 ? 'a file that assetc did not write' : 'files that assetc did not write';
  return `the pack also holds ${what}: ${names}${more}`;
}

/** What a build that did not succeed left unwritten, and what stands instead; undefined after one that did. */
export function heldBack(
  { status, failed, manifest, pack }: Pick<BuildResult, 'status' | 'failed' | 'manifest' | 'pack'>,
  output: string,
  shown: (path: string) => string,
): string | undefined {
  const products = [
    { state: manifest, path: shown(join(output, 'assets.hman')) },
    { state: pack, path: shown(`${output}.hpack`) },
  ].filter(({ state }) => state === 'kept' || state === 'missing');
  if (products.length === 0) return undefined;
  const names = products.map(({ path }) => path).join(' and ');
  const were = products.length > 1 ? 'were' : 'was';
  const cause =
    status === 'interrupted'
      ? 'the build was interrupted'
      : failed > 0
        ? `${plural(failed, 'asset')} failed`
        : 'the build failed';
  const stand = products.filter(({ state }) => state === 'kept').map(({ path }) => path);
  const rest =
    stand.length === 0
      ? 'no earlier build has left any'
      : stand.length === products.length
        ? `the last good ${stand.length > 1 ? 'ones stand' : 'one stands'}`
        : `the last good ${stand.join(' and ')} stands`;
  return `${names} ${were} not written, because ${cause}; ${rest}`;
}
