// What a build says before its last line: what it held back because it failed, and what strangers the pack holds.

import { join } from 'node:path';
import type { BuildResult } from '../index.js';
import { printable } from './format-diagnostic.js';
import { formatCount, plural } from './units.js';

const NAMED_STRAYS = 20;

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
