// One entry point of a module: inputs, outputs and bindings.

import type { Reflection } from '@assetc/formats/spirv';
import type { ComponentChildren } from 'preact';
import { formatCount } from '../../format-size.js';
import { SCROLLED } from '../../parts/scrolled.js';
import { Table } from '../../parts/table.js';
import { CopyStruct } from './copy-struct.js';
import { Bindings, Members, Variables } from './reflected-tables.js';

export function EntryPoint({ entry }: { readonly entry: Reflection }) {
  const { bindings, pushConstants, specializationConstants: constants, workgroupSize } = entry;
  return (
    <article>
      <header class="entry-head">
        <span class="stage-chip">{entry.stage}</span>
        <h2>{entry.entryPoint}</h2>
        {workgroupSize === null ? null : <span class="muted">workgroups of {workgroupSize.join(' × ')}</span>}
      </header>
      <Section title="Bindings" count={bindings.length}>
        <Bindings bindings={bindings} />
      </Section>
      <Section title="Push constants" count={pushConstants?.members.length ?? 0}>
        {pushConstants === null ? null : (
          <>
            <p class="muted">
              {`${formatCount(pushConstants.size)} bytes from byte ${formatCount(pushConstants.offset)}`}
            </p>
            <CopyStruct name={pushConstants.name || 'PushConstants'} members={pushConstants.members} />
          </>
        )}
        <Members members={pushConstants?.members ?? []} label="Push constants" />
      </Section>
      <Section title="Inputs" count={entry.inputs.length}>
        <Variables variables={entry.inputs} label="Inputs" />
      </Section>
      <Section title="Outputs" count={entry.outputs.length}>
        <Variables variables={entry.outputs} label="Outputs" />
      </Section>
      <Section title="Specialization constants" count={constants.length}>
        <Table
          label="Specialization constants"
          columns={[
            { title: 'Id', isNumber: true, cell: ({ id }) => id },
            { title: 'Name', cell: ({ name }) => <code>{name}</code> },
            { title: 'Type', cell: ({ type }) => <code>{type}</code> },
            { title: 'Default', isNumber: true, cell: (constant) => String(constant.default) },
          ]}
          rows={constants}
          keyOf={({ id }) => id}
        />
      </Section>
    </article>
  );
}

function Section({ title, count, children }: { title: string; count: number; children: ComponentChildren }) {
  return (
    <section class="reflected" {...SCROLLED}>
      <h3>
        {title} <span class="muted">{count === 0 ? 'none' : count}</span>
      </h3>
      {count === 0 ? null : children}
    </section>
  );
}
