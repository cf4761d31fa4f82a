// Rules of the configuration that apply to nothing: a glob that was mistyped, or a folder that was renamed since.

import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { matchesGlob } from '../../model/text/glob.js';
import { derivedNames } from '../asset.js';
import type { AssetRecord } from '../cache/record.js';
import type { Project } from '../project.js';

/**
 * Call it after a build of everything: then the records list the derived assets of all sources that compiled. `isOpen`: whether a glob
 * may match something that failed.
 */
export function unusedRules(
  { config, assets, discovery }: Project,
  currentRecords: () => readonly AssetRecord[],
  isOpen: (match: string) => boolean,
): readonly Diagnostic[] {
  // With an empty input no rule can match.
  if (assets.length === 0) return [];
  // A rule may also turn a source off.
  const sources = [...assets.map(({ source }) => source), ...discovery.optional];
  const unmatched = config.layers.filter(
    ({ match }) => match !== undefined && !sources.some((source) => matchesGlob(match, source)),
  );
  if (unmatched.length === 0) return [];
  const inside = currentRecords().flatMap(({ source, name }) => (name === undefined ? [] : derivedNames(source, name)));
  return unmatched
    .filter(({ match = '' }) => !inside.some((name) => matchesGlob(match, name)) && !isOpen(match))
    .map(({ origin, match }) => ({
      code: 'config/unused-rule',
      severity: 'warning',
      message: `${origin} (match: ${JSON.stringify(match)}) matches nothing`,
    }));
}
