// The page of a shader: its entry points and what an engine binds to them, as the module itself says.

import type { ReflectedBinding, ReflectedMember, ReflectedVariable, Reflection } from '@assetc/formats/spirv';
import type { ComponentChildren } from 'preact';
import { formatCount, formatSize } from '../../format-size.js';
import { Busy, ErrorBox } from '../../parts/error-box.js';
import { Facts, Panel } from '../../parts/panel.js';
import { Table } from '../../parts/table.js';
import { hashOf } from '../../routing/route.js';
import { readShaderModule, type ShaderModule } from '../../shader/module-facts.js';
import type { Store } from '../../store/store.js';
import { useLoaded } from '../../store/use-store.js';
import type { ViewProps } from '../table.js';
import { TextView } from '../text/text-view.js';

export function ShaderView(props: ViewProps) {
  return /\.spv$/i.test(props.path) ? <ModuleView {...props} /> : <TextView {...props} />;
}

function ModuleView({ path, store, version }: ViewProps) {
  const { value, error } = useLoaded(
    async (signal) => readShaderModule(await store.read(path, signal)),
    [path, version],
  );
  if (error !== undefined) return <ErrorBox title="The shader cannot be read" error={error} />;
  if (value === undefined) return <Busy label="Reading the shader" />;
  return (
    <div class="split shader">
      <div class="split-main shader-main">
        {value.entries.map((entry, i) => (
          <EntryPoint key={`${entry.entryPoint} ${i}`} entry={entry} />
        ))}
      </div>
      <div class="split-side">
        <ModulePanel path={path} store={store} module={value} />
        <StagesPanel path={path} store={store} />
      </div>
    </div>
  );
}

function ModulePanel({ path, store, module }: { path: string; store: Store; module: ShaderModule }) {
  return (
    <Panel title="Module" note={`SPIR-V ${module.version}`}>
      <Facts
        rows={[
          ['Source', module.language ?? 'not told'],
          ['Written by', module.generator],
          ['Size', formatSize(store.find(path)?.size ?? 0)],
          ['Instructions', formatCount(module.instructions)],
          ['Functions', formatCount(module.functions)],
        ]}
      />
    </Panel>
  );
}

/** The modules that were compiled of the same shader. */
function StagesPanel({ path, store }: { path: string; store: Store }) {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const modules = store.entries.filter(
    (entry) => entry.path.startsWith(folder) && /^[^/]+\.spv$/i.test(entry.path.slice(folder.length)),
  );
  return (
    <Panel title="Stages of this shader" note={formatSize(modules.reduce((sum, { size }) => sum + size, 0))}>
      <Table
        label="Modules beside this one"
        columns={[
          {
            title: 'Module',
            cell: (entry) =>
              entry.path === path ? (
                <b>{entry.path.slice(folder.length)}</b>
              ) : (
                <a href={hashOf(entry.path)}>{entry.path.slice(folder.length)}</a>
              ),
          },
          { title: 'Size', isNumber: true, cell: ({ size }) => formatSize(size) },
        ]}
        rows={modules}
        keyOf={(entry) => entry.path}
      />
    </Panel>
  );
}

function EntryPoint({ entry }: { readonly entry: Reflection }) {
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
    <section class="reflected">
      <h3>
        {title} <span class="muted">{count === 0 ? 'none' : count}</span>
      </h3>
      {count === 0 ? null : children}
    </section>
  );
}

function Bindings({ bindings }: { readonly bindings: readonly ReflectedBinding[] }) {
  return (
    <>
      <Table
        label="Bindings"
        columns={[
          { title: 'Set', isNumber: true, cell: ({ set }) => set },
          { title: 'Binding', isNumber: true, cell: ({ binding }) => binding },
          { title: 'Name', cell: ({ name }) => <code>{name}</code> },
          { title: 'Kind', cell: ({ kind, readOnly }) => `${kind}${readOnly === true ? ', read-only' : ''}` },
          { title: 'Type', cell: ({ type }) => <code>{type}</code> },
          { title: 'Count', isNumber: true, cell: ({ count }) => (count === 0 ? 'unbounded' : count) },
        ]}
        rows={bindings}
        keyOf={({ set, binding, name }) => `${set}.${binding} ${name}`}
      />
      {bindings.map(({ set, binding, name, type, members }) =>
        members === undefined || members.length === 0 ? null : (
          <details key={`${set}.${binding} ${name}`} class="struct" open>
            <summary>
              <code>{type}</code>{' '}
              <span class="muted">
                set {set}, binding {binding}
              </span>
            </summary>
            <Members members={members} label={`Members of ${name}`} />
          </details>
        ),
      )}
    </>
  );
}

interface MemberRow {
  readonly member: ReflectedMember;
  /** From the start of the buffer; within an array, of its first element. */
  readonly offset: number;
  readonly depth: number;
}

/** Members of members below them. */
const flatten = (members: readonly ReflectedMember[], start = 0, depth = 0): readonly MemberRow[] =>
  members.flatMap((member) => {
    const offset = start + member.offset;
    return [{ member, offset, depth }, ...flatten(member.members ?? [], offset, depth + 1)];
  });

function Members({ members, label }: { readonly members: readonly ReflectedMember[]; readonly label: string }) {
  return (
    <Table
      label={label}
      columns={[
        { title: 'Offset', isNumber: true, cell: ({ offset }) => offset },
        {
          title: 'Name',
          cell: ({ member, depth }) => <code style={{ paddingLeft: `${depth * 16}px` }}>{member.name}</code>,
        },
        { title: 'Type', cell: ({ member }) => <code>{member.type}</code> },
        {
          title: 'Stride',
          isNumber: true,
          cell: ({ member: { matrixStride, rowMajor, arrayStride } }) =>
            [
              ...(arrayStride === undefined ? [] : [String(arrayStride)]),
              ...(matrixStride === undefined ? [] : [`${matrixStride} ${rowMajor === true ? 'rows' : 'columns'}`]),
            ].join(', '),
        },
      ]}
      rows={flatten(members)}
      keyOf={({ member, depth }, index) => `${index} ${depth} ${member.name}`}
    />
  );
}

function Variables({ variables, label }: { readonly variables: readonly ReflectedVariable[]; readonly label: string }) {
  return (
    <Table
      label={label}
      columns={[
        {
          title: 'Location',
          isNumber: true,
          cell: ({ location, component }) =>
            location === undefined ? '' : `${location}${component === undefined ? '' : `.${component}`}`,
        },
        { title: 'Name', cell: ({ name }) => <code>{name}</code> },
        { title: 'Type', cell: ({ type }) => <code>{type}</code> },
        { title: 'Built in', cell: ({ builtIn }) => builtIn ?? '' },
      ]}
      rows={variables}
      keyOf={({ name }, index) => `${index} ${name}`}
    />
  );
}
