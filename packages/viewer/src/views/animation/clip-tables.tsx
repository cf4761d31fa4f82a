// Tables of the clips of a file, and of the channels of the selected one.

import { formatCount } from '../../format-size.js';
import { Panel } from '../../parts/panel.js';
import { Table } from '../../parts/table.js';
import type { ClipCurves } from './read-clips.js';

interface ChoiceProps {
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

/** Without a model, they cannot be played. */
export const ClipTable = ({ clips, chosen, onChoose }: ChoiceProps & { readonly clips: readonly ClipCurves[] }) => (
  <Panel title="Clips" note={`${clips.length}`}>
    <Table
      label="Clips"
      columns={[
        { title: 'Name', cell: ({ name }, i) => (name === '' ? `clip ${i}` : name) },
        { title: 'Seconds', isNumber: true, cell: ({ duration }) => duration.toFixed(2) },
        { title: 'Channels', isNumber: true, cell: ({ curves }) => curves.length },
      ]}
      rows={clips}
      keyOf={({ name }, i) => `${i} ${name}`}
      {...{ chosen, onChoose }}
    />
  </Panel>
);

export const ChannelTable = ({ clip, chosen, onChoose }: ChoiceProps & { readonly clip: ClipCurves | undefined }) => (
  <Panel title="Channels" note={clip?.name ?? ''}>
    <Table
      label="Channels; press one to see its curve"
      columns={[
        { title: 'Moves', cell: ({ name }) => name },
        { title: 'By', cell: ({ interpolation }) => interpolation.toLowerCase() },
        { title: 'Keys', isNumber: true, cell: ({ times }) => formatCount(times.length) },
      ]}
      rows={clip?.curves ?? []}
      keyOf={({ name }, i) => `${i} ${name}`}
      {...{ chosen, onChoose }}
    />
  </Panel>
);

/** What each joint takes of a compressed clip. */
export const SizeTable = ({ clip }: { readonly clip: ClipCurves | undefined }) =>
  clip?.sizes === undefined ? null : (
    <Panel title="Bytes by joint" note={clip.name}>
      <Table
        label="Bytes by joint, the largest first"
        columns={[
          { title: 'Joint', cell: ({ name }) => name },
          { title: 'Bytes', isNumber: true, cell: ({ bytes }) => formatCount(Math.round(bytes)) },
        ]}
        rows={clip.sizes}
        keyOf={({ name }, i) => `${i} ${name}`}
      />
    </Panel>
  );
