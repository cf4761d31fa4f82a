// A material table: a ball of the selected one, all rows below it, its fields at the right.

import { useState } from 'preact/hooks';
import { Busy, ErrorBox } from '../../parts/error-box.js';
import { Table } from '../../parts/table.js';
import { useLoaded } from '../../store/use-store.js';
import type { ViewProps } from '../table.js';
import { loadMaterials, type MaterialRow } from './load-materials.js';
import { MaterialBall } from './material-ball.js';
import { MaterialPanels } from './material-panels.js';
import { cssColor, Swatch } from './swatch.js';

export function MaterialView({ path, store, version }: ViewProps) {
  const [chosen, setChosen] = useState(0);
  const { value: rows, error } = useLoaded(() => loadMaterials(store, path), [store, path, version]);
  if (error !== undefined) return <ErrorBox title="The materials cannot be read" error={error} />;
  if (rows === undefined) return <Busy label="Reading" />;
  const row = rows[chosen] ?? rows[0];
  return (
    <div class="split">
      <div class="split-main">
        <MaterialBall {...{ path, store, version }} row={row === undefined ? 0 : rows.indexOf(row)} />
        <div class="material-rows">
          <Table
            label="Materials"
            columns={COLUMNS}
            rows={rows}
            keyOf={(_, i) => i}
            chosen={chosen}
            onChoose={setChosen}
            classOf={({ textures }) => (textures.some(({ path: file }) => file === undefined) ? 'is-broken' : '')}
          />
        </div>
      </div>
      <aside class="split-side" aria-label="About this material">
        {row === undefined ? null : <MaterialPanels row={row} store={store} />}
      </aside>
    </div>
  );
}

const factor = (value: number): string => String(Number(value.toFixed(3)));

const COLUMNS = [
  {
    title: 'Material',
    cell: ({ name, material }: MaterialRow) => (
      <span class="material-name">
        <Swatch color={cssColor(material.baseColorFactor)} /> {name}
      </span>
    ),
  },
  { title: 'Metallic', isNumber: true, cell: ({ material }: MaterialRow) => factor(material.metallicFactor) },
  { title: 'Roughness', isNumber: true, cell: ({ material }: MaterialRow) => factor(material.roughnessFactor) },
  { title: 'Alpha', cell: ({ material }: MaterialRow) => material.alphaMode.toLowerCase() },
  { title: 'Textures', isNumber: true, cell: ({ textures }: MaterialRow) => textures.length },
  { title: 'Extensions', cell: ({ extensions }: MaterialRow) => extensions.join(', ') || '–' },
];
