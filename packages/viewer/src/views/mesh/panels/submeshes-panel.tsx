// Submeshes with their materials; clicking one shows it alone. Material variants, if any.

import { type Hmesh, NO_MATERIAL } from '@assetc/formats';
import { useState } from 'preact/hooks';
import { formatCount } from '../../../format-size.js';
import { ChoiceList } from '../../../parts/choice-list.js';
import { Panel } from '../../../parts/panel.js';
import { Table } from '../../../parts/table.js';
import type { Stage } from '../../stage/stage.js';
import type { Look } from '../look.js';
import type { ShownModel } from '../shown-model.js';

interface SubmeshesPanelProps {
  readonly mesh: Hmesh;
  readonly look: Look;
  readonly shown: ShownModel | undefined;
  readonly stage: Stage | undefined;
  readonly onLook: (part: Partial<Look>) => void;
}

export function SubmeshesPanel({ mesh, look, shown, stage, onLook }: SubmeshesPanelProps) {
  const [variant, setVariant] = useState('');
  const materialOf = (slot: number): string =>
    slot === NO_MATERIAL ? '–' : mesh.names?.materials[slot] || `material ${slot}`;
  const variants = shown?.model.variants ?? [];
  return (
    <Panel title="Submeshes" note={`${mesh.submeshes.length}`}>
      {variants.length === 0 ? null : (
        <ChoiceList
          label="Material variant"
          choices={[{ value: '', label: 'No variant' }, ...variants.map((name) => ({ value: name, label: name }))]}
          value={variant}
          onChange={(name) => {
            setVariant(name);
            // Restores the materials first: the look replaces those that the variant changes.
            shown?.changeMaterials(() => shown.model.setVariant(name === '' ? undefined : name), look);
            stage?.invalidate();
          }}
        />
      )}
      <Table
        label="Submeshes; press one to see it alone"
        columns={[
          { title: 'Name', cell: (_, i) => mesh.names?.submeshes[i] || `submesh ${i}` },
          { title: 'Material', cell: ({ materialSlot }) => materialOf(materialSlot) },
          { title: 'Triangles', isNumber: true, cell: ({ indexCount }) => formatCount(indexCount / 3) },
        ]}
        rows={mesh.submeshes}
        keyOf={(_, i) => i}
        {...(look.only === undefined ? {} : { chosen: look.only })}
        onChoose={(i) => onLook({ only: look.only === i ? undefined : i })}
      />
    </Panel>
  );
}
