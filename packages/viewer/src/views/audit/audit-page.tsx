// What files of the output break of the project's rules.

import type { UiAudit, UiFinding } from '../../api.js';
import { countFiles, formatCount } from '../../format-size.js';
import { Busy, ErrorBox } from '../../parts/error-box.js';
import { PathLink } from '../../parts/path-link.js';
import { Table } from '../../parts/table.js';
import type { Store } from '../../store/store.js';
import { useEntries, useLoaded } from '../../store/use-store.js';

export function AuditPage({ store }: { readonly store: Store }) {
  const entries = useEntries(store);
  const { value, error } = useLoaded((signal) => store.api<UiAudit>('audit.json', signal), [store, entries]);
  if (error !== undefined) return <ErrorBox title="The files cannot be measured" error={error} />;
  if (value === undefined) return <Busy label="Measuring" />;
  const { rules, findings } = value;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const broken = new Set(findings.map(({ file }) => file)).size;
  return (
    <>
      <p class="why-verdict" role="status">
        {findings.length === 0
          ? `All files keep the ${rules.length} rules of assetc.yml.`
          : `In ${countFiles(broken)}: ${countOf(errors, 'error')}, ${countOf(findings.length - errors, 'warning')}.`}
      </p>
      <section class="card is-stacked" aria-label="Findings">
        <h2>Findings</h2>
        <Table<UiFinding>
          label="Findings"
          rows={[...findings].sort((a, b) => Number(b.severity === 'error') - Number(a.severity === 'error'))}
          keyOf={({ code, file }, i) => `${i} ${code} ${file}`}
          columns={[
            { title: 'File', cell: ({ file }) => <PathLink path={file} /> },
            {
              title: 'Rule',
              cell: ({ rule, severity }) => <span class={`audit-rule is-${severity}`}>{rule}</span>,
            },
            { title: 'What', cell: ({ message, remedy }) => <span title={remedy}>{message}</span> },
          ]}
        />
      </section>
      <section class="card" aria-label="Rules">
        <h2>Rules</h2>
        <Table
          label="Rules"
          rows={rules}
          keyOf={({ name }) => name}
          columns={[
            { title: 'Rule', cell: ({ name }) => name },
            { title: 'Level', cell: ({ level }) => <span class="audit-level">{level}</span> },
            { title: 'What it asks for', cell: ({ doc }) => doc },
          ]}
        />
      </section>
    </>
  );
}

const countOf = (count: number, what: string): string => `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;
