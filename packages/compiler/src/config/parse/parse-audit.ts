// Parses `audit:` of assetc.yml: for each rule a level, or a mapping with a level, a glob and limits, or a list of these.

import type { Mapping, Tree } from '../../diagnostics/yaml-tree.js';
import {
  AUDIT_LEVELS,
  AUDIT_RULES,
  type AuditEntry,
  type AuditRuleDoc,
  type AuditRuleName,
} from '../../model/audit/audit-rules.js';
import { auditKeys, auditLimitType } from '../file-keys.js';
import type { KeyReader } from './key-reader.js';

export function parseAudit(keys: KeyReader, top: Mapping | undefined): readonly AuditEntry[] {
  const map = keys.mapping(top?.entries.get('audit')?.value, 'audit');
  keys.onlyKnown(map, Object.keys(AUDIT_RULES), 'audit');
  const entries: AuditEntry[] = [];
  for (const [name, { value }] of map?.entries ?? []) {
    if (!isRule(name)) continue;
    if (value.is === 'list')
      for (const [i, item] of value.items.entries())
        entries.push(...parseEntry(keys, name, item, `audit.${name}[${i}]`));
    else entries.push(...parseEntry(keys, name, value, `audit.${name}`, map));
  }
  return entries;
}

const isRule = (name: string): name is AuditRuleName => Object.hasOwn(AUDIT_RULES, name);

function parseEntry(
  keys: KeyReader,
  rule: AuditRuleName,
  tree: Tree,
  label: string,
  owner?: Mapping,
): readonly AuditEntry[] {
  const declared: AuditRuleDoc['limits'] = AUDIT_RULES[rule].limits;
  const limits = Object.fromEntries(Object.entries(declared).map(([name, limit]) => [name, limit.default]));
  if (tree.is === 'scalar' && owner !== undefined) {
    const level = asLevel(keys.value(owner, rule, label, auditKeys.level));
    return level === undefined ? [] : [{ rule, level, match: undefined, limits }];
  }
  const map = keys.mapping(tree, label);
  keys.onlyKnown(map, ['level', 'match', ...Object.keys(declared)], label);
  const level = asLevel(keys.value(map, 'level', `${label}.level`, auditKeys.level));
  const match = keys.glob(map, 'match', `${label}.match`);
  for (const [name, limit] of Object.entries(declared)) {
    const value = keys.value(map, name, `${label}.${name}`, { type: auditLimitType(limit) });
    if (typeof value === 'number' || typeof value === 'string') limits[name] = value;
  }
  const { pattern } = limits;
  if (typeof pattern === 'string' && !isPattern(pattern)) {
    const at = map?.entries.get('pattern')?.value.at;
    keys.complaints.error('config/wrong-type', at, `${label}.pattern is not a regular expression`);
    return [];
  }
  return map === undefined || level === undefined ? [] : [{ rule, level, match, limits }];
}

const asLevel = (value: unknown): AuditEntry['level'] | undefined =>
  AUDIT_LEVELS.find((level) => level === (value ?? 'warn'));

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'u') !== undefined;
  } catch {
    return false;
  }
}
