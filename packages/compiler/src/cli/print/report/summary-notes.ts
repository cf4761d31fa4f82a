// Notes before the last line of a build: an input without assets, files it did not write because it failed, and files in the pack that no build wrote.

import { join } from 'node:path';
import type { BuildResult, Config } from '../../../index.js';
import { printable } from '../format-diagnostic.js';
import { formatCount, plural } from '../text/units.js';

const MAX_NAMED_STRAYS = 20;

type Counted = Pick<BuildResult, 'status' | 'built' | 'shared' | 'cached' | 'failed' | 'ignored'>;

/** Names files in the pack that no build wrote, so that nobody ships them unknowingly. Undefined if there are none. */
export function straysNote({ strays }: Pick<BuildResult, 'strays'>): string | undefined {
  if (strays.length === 0) return undefined;
  const names = strays.slice(0, MAX_NAMED_STRAYS).map(printable).join(', ');
  const more = strays.length > MAX_NAMED_STRAYS ? ` and ${formatCount(strays.length - MAX_NAMED_STRAYS)} more` : '';
  const what = strays.length === 1 ? 'a file that assetc did not write' : 'files that assetc did not write';
  return `the pack also contains ${what}: ${names}${more}`;
}

/** What a project without assets lacks. Undefined if the build had an asset, or failed for another reason. */
export function emptyNote(
  { status, built, shared, cached, failed, ignored }: Counted,
  { input }: Pick<Config, 'input'>,
  shown: (path: string) => string,
): string | undefined {
  if (status !== 'ok' || built + shared + cached + failed > 0) return undefined;
  const folder = shown(input);
  return ignored === 0
    ? `${folder} has no files to compile: put images, models, shaders or fonts there`
    : `${folder} has nothing to compile: its ${plural(ignored, 'file is', 'files are')} of no kind that assetc knows; --list-skipped says more`;
}

/** `a`, `a and b`, `a, b and c`. */
const listed = (names: readonly string[]): string =>
  [names.slice(0, -1).join(', '), ...names.slice(-1)].filter((part) => part !== '').join(' and ');

/** Names the manifest and pack that a failed build did not write, and whether older ones remain. Undefined after a successful build. */
export function unwrittenNote(
  { status, failed, manifest, pack }: Pick<BuildResult, 'status' | 'failed' | 'manifest' | 'pack'>,
  { output, packs }: Pick<Config, 'output' | 'packs'>,
  shown: (path: string) => string,
): string | undefined {
  const products = [
    { state: manifest, path: shown(join(output, 'assets.hman')) },
    ...(packs?.map(({ name }) => `${output}.${name}.hpack`) ?? [`${output}.hpack`]).map((path) => ({
      state: pack,
      path: shown(path),
    })),
  ].filter(({ state }) => state === 'kept' || state === 'missing');
  if (products.length === 0) return undefined;
  const names = listed(products.map(({ path }) => path));
  const were = products.length > 1 ? 'were' : 'was';
  const cause =
    status === 'interrupted'
      ? 'the build was interrupted'
      : failed > 0
        ? `${plural(failed, 'asset')} failed`
        : 'the build failed';
  const kept = products.filter(({ state }) => state === 'kept').map(({ path }) => path);
  const rest =
    kept.length === 0
      ? 'there is no earlier version'
      : kept.length === products.length
        ? `the earlier ${kept.length > 1 ? 'versions were' : 'version was'} kept`
        : `the earlier ${listed(kept)} was kept`;
  return `${names} ${were} not written, because ${cause}; ${rest}`;
}
