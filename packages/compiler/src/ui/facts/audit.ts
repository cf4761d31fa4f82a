// `api/audit.json`: what files of an output break of the rules in assetc.yml. Measured again only if files or rules have changed.

import type { UiAudit } from '@assetc/viewer/api';
import { auditTree } from '../../inspect/audits/audit-tree.js';
import { AUDIT_RULES, type AuditEntry } from '../../model/audit/audit-rules.js';
import type { ServedOutput } from '../served-output.js';
import { describeDiagnostic } from './describe-diagnostic.js';

export class Audits {
  #key = '';
  #audit: Promise<UiAudit> | undefined;

  of(output: ServedOutput, entries: readonly AuditEntry[]): Promise<UiAudit> {
    const key = JSON.stringify([entries, output.files()]);
    if (this.#audit === undefined || key !== this.#key) this.#audit = measure(output, entries);
    this.#key = key;
    return this.#audit;
  }
}

async function measure(output: ServedOutput, entries: readonly AuditEntry[]): Promise<UiAudit> {
  const tree = await output.open();
  try {
    const active = entries.filter(({ level }) => level !== 'off');
    const names = [...new Set(active.map(({ rule }) => rule))];
    return {
      rules: names.map((name) => ({
        name,
        doc: AUDIT_RULES[name].doc,
        level: active.some(({ rule, level }) => rule === name && level === 'error') ? 'error' : 'warn',
      })),
      findings: (await auditTree(tree, entries)).map((found) => ({
        ...describeDiagnostic(found),
        rule: names.find((name) => AUDIT_RULES[name].code === found.code) ?? found.code,
      })),
    };
  } finally {
    tree.close();
  }
}
