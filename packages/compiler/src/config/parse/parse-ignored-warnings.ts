// Parses `warnings.ignore` of assetc.yml: codes of warnings that are not reported, each for all files or for those of a glob.

import { codes, isDiagnosticCode } from '../../diagnostics/codes.js';
import { nearest } from '../../diagnostics/nearest.js';
import type { Mapping, Tree } from '../../diagnostics/yaml-tree.js';
import type { IgnoredWarning } from '../config.js';
import { warningKeys } from '../file-keys.js';
import type { KeyReader } from './key-reader.js';

export function parseIgnoredWarnings(keys: KeyReader, top: Mapping | undefined): readonly IgnoredWarning[] {
  const map = keys.mapping(top?.entries.get('warnings')?.value, 'warnings');
  keys.onlyKnown(map, Object.keys(warningKeys), 'warnings');
  const list = map?.entries.get('ignore')?.value;
  if (keys.value(map, 'ignore', 'warnings.ignore', warningKeys.ignore) === undefined || list?.is !== 'list') return [];
  return list.items.flatMap((item, i) => parseIgnored(keys, item, `warnings.ignore[${i}]`) ?? []);
}

function parseIgnored(keys: KeyReader, tree: Tree, origin: string): IgnoredWarning | undefined {
  const map = keys.mapping(tree, origin);
  keys.onlyKnown(map, ['code', 'match'], origin);
  const code = keys.text(map, 'code', `${origin}.code`, { type: { is: 'text' } });
  const match = keys.glob(map, 'match', `${origin}.match`);
  if (code !== undefined && isDiagnosticCode(code)) return { origin, code, match };
  const at = map?.entries.get('code')?.value.at ?? tree.at;
  if (code === undefined) keys.complaints.error('config/unknown-code', at, `${origin} has no code`);
  else {
    const meant = nearest(code, Object.keys(codes));
    const hint = meant === undefined ? undefined : `Did you mean ${meant}?`;
    keys.complaints.error('config/unknown-code', at, `there is no code ${JSON.stringify(code)}`, hint);
  }
  return undefined;
}
