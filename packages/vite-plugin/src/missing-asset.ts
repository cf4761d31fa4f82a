// The error message for an import of a missing asset: it failed to compile, or a similar name exists, or where assets are listed.

import type { Diagnostic } from 'assetc';
import { formatDiagnostic } from './format-diagnostics.js';
import { SCHEME } from './module-code.js';
import type { Found } from './output-index.js';

const MAX_ERRORS = 3;

/** `errors` of the last build: the asset may have failed. */
export function missingAsset(
  name: string,
  found: Exclude<Found, { file: string }>,
  errors: readonly Diagnostic[],
): string {
  const asked = `${SCHEME}${name}`;
  if ('oneOf' in found)
    return `${asked} could be any of ${found.oneOf.length} files. Import ${found.oneOf.map((file) => SCHEME + file).join(' or ')}`;
  const own = errors.filter(({ file }) => file !== undefined && isAbout(file, name));
  if (own.length > 0)
    return `${asked} could not be compiled\n\n${own.slice(0, MAX_ERRORS).map(formatDiagnostic).join('\n\n')}`;
  const remedy =
    found.nearest === undefined
      ? 'Is the source in the input folder of assetc.yml? "assetc --list-skipped" lists what is not compiled, and why'
      : `Did you mean ${SCHEME}${found.nearest}?`;
  return `there is no asset ${asked}. ${remedy}`;
}

/** `models/chair.glb#tex_0` is about `models/chair`, `models/chair.hmesh` and `models/chair/tex_0`. */
function isAbout(file: string, name: string): boolean {
  const source = file.replace(/#[^/]*$/, '').replace(/(?<=[^/])\.[^./]+$/, '');
  return name === source || name.startsWith(`${source}.`) || name.startsWith(`${source}/`);
}
