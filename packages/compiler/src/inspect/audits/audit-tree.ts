// Measures compiled files by the rules of `audit:`. A file that cannot be decoded is skipped: the check of its format reports it.

import { FormatError } from '@assetc/formats';
import { auditCodes } from '../../diagnostics/codes/audit.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { AUDIT_RULES, type AuditEntry, type AuditRuleName } from '../../model/audit/audit-rules.js';
import { matchesGlob } from '../../model/text/glob.js';
import type { AssetTree } from '../asset-tree.js';
import { auditMesh } from './audit-mesh.js';
import { auditTexture } from './audit-texture.js';
import { AuditTextures } from './audit-textures.js';

/** The entry of a rule that counts for a file; undefined if it is off. */
export type Active = (rule: AuditRuleName) => Limits | undefined;

interface Limits {
  number(name: string): number;
  text(name: string): string;
}

/** One finding. */
export interface Finding {
  readonly rule: AuditRuleName;
  readonly message: string;
}

/** Sorted by file; within a file in the order of the rules. */
export async function auditTree(
  tree: AssetTree,
  entries: readonly AuditEntry[],
  signal?: AbortSignal,
): Promise<readonly Diagnostic[]> {
  if (entries.every(({ level }) => level === 'off')) return [];
  const textures = new AuditTextures(tree);
  const found: Diagnostic[] = [];
  for (const { path } of tree.files) {
    signal?.throwIfAborted();
    const last = (rule: AuditRuleName): AuditEntry | undefined =>
      entries.findLast((entry) => entry.rule === rule && (entry.match === undefined || matchesGlob(entry.match, path)));
    const active: Active = (rule) => {
      const entry = last(rule);
      return entry === undefined || entry.level === 'off' ? undefined : limitsOf(entry);
    };
    for (const { rule, message } of await findingsOf(tree, path, active, textures)) {
      const { code } = AUDIT_RULES[rule];
      found.push({
        code,
        severity: last(rule)?.level === 'error' ? 'error' : 'warning',
        file: path,
        message,
        hint: auditCodes[code].remedy,
      });
    }
  }
  return found;
}

function limitsOf({ limits }: AuditEntry): Limits {
  return {
    number(name) {
      const value = limits[name];
      if (typeof value !== 'number') throw new Error(`the limit ${name} is no number`);
      return value;
    },
    text: (name) => String(limits[name]),
  };
}

async function findingsOf(
  tree: AssetTree,
  path: string,
  active: Active,
  textures: AuditTextures,
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const names = active('names');
  if (names !== undefined && !new RegExp(names.text('pattern'), 'u').test(path))
    findings.push({
      rule: 'names',
      message: `the path does not match ${names.text('pattern')}`,
    });
  try {
    if (path.endsWith('.hmesh')) findings.push(...(await auditMesh(tree, path, active, textures)));
    if (path.endsWith('.ktx2')) findings.push(...(await auditTexture(path, active, textures)));
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
  }
  return findings;
}
