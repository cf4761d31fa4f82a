// Tables of a module's interface: bindings with their members, and variables.

import type { ReflectedBinding, ReflectedMember, ReflectedVariable } from '@assetc/formats/spirv';
import { formatCount } from '../../format-size.js';
import { Table } from '../../parts/table.js';
import { blockBytes } from '../../shader/c-struct.js';
import { CopyStruct } from './copy-struct.js';

export function Bindings({ bindings }: { readonly bindings: readonly ReflectedBinding[] }) {
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
          { title: 'Bytes', isNumber: true, cell: ({ members }) => (members === undefined ? '' : sizeText(members)) },
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
                set {set}, binding {binding}, {bytesText(members)}
              </span>
            </summary>
            <CopyStruct name={type} members={members} />
            <Members members={members} label={`Members of ${name}`} />
          </details>
        ),
      )}
    </>
  );
}

function sizeText(members: readonly ReflectedMember[]): string {
  const bytes = blockBytes(members);
  return bytes === undefined ? 'unbounded' : formatCount(bytes);
}

function bytesText(members: readonly ReflectedMember[]): string {
  const bytes = blockBytes(members);
  return bytes === undefined ? 'as many bytes as there are elements' : `${formatCount(bytes)} bytes`;
}

interface MemberRow {
  readonly member: ReflectedMember;
  /** From the start of the buffer; within an array, of its first element. */
  readonly offset: number;
  readonly depth: number;
}

/** Nested members follow their parents. */
const flatten = (members: readonly ReflectedMember[], start = 0, depth = 0): readonly MemberRow[] =>
  members.flatMap((member) => {
    const offset = start + member.offset;
    return [{ member, offset, depth }, ...flatten(member.members ?? [], offset, depth + 1)];
  });

export function Members({ members, label }: { readonly members: readonly ReflectedMember[]; readonly label: string }) {
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
              ...(matrixStride === undefined ? [] : [`${matrixStride} by ${rowMajor === true ? 'row' : 'column'}`]),
            ].join(', '),
        },
      ]}
      rows={flatten(members)}
      keyOf={({ member, depth }, index) => `${index} ${depth} ${member.name}`}
    />
  );
}

export function Variables({
  variables,
  label,
}: {
  readonly variables: readonly ReflectedVariable[];
  readonly label: string;
}) {
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
