// Two versions of a file, by their kind, and their figures.

import { kindOf } from '../../kinds.js';
import { Table } from '../../parts/table.js';
import { useLoaded } from '../../store/use-store.js';
import { type FileFigures, figuresOf, inCells } from './file-figures.js';
import { MeshPair } from './mesh-pair.js';
import type { Pair, Side } from './pair.js';
import { TexturePair } from './texture-pair.js';

export function PairView(pair: Pair) {
  const { a, b } = pair;
  const kind = kindOf(a.path);
  // Of other files it is another comparison.
  const key = `${a.store.base} ${a.path} ${a.version} ${b.store.base} ${b.path} ${b.version}`;
  if (kind === 'texture') return <TexturePair key={key} {...pair} />;
  if (kind === 'mesh') return <MeshPair key={key} {...pair} />;
  return <p class="muted note">Of this kind only the sizes are compared.</p>;
}

/** Figures of each side, in rows. */
export function PairFigures({ sides, label }: { readonly sides: readonly Side[]; readonly label: string }) {
  const keys = sides.map(({ store, path, version }) => `${store.base} ${path} ${version}`).join();
  const { value } = useLoaded(
    (signal) => Promise.all(sides.map((side) => figuresOf(side, signal).catch(() => undefined))),
    [keys],
  );
  const rows = sides.map((side, i) => ({ side, figures: value?.[i], first: value?.[0] }));
  const columns = inCells(value?.filter((each): each is FileFigures => each !== undefined) ?? []);
  return (
    <Table
      label={label}
      rows={rows}
      keyOf={({ side }) => `${side.store.base} ${side.label}`}
      columns={[
        { title: 'Version', cell: ({ side }) => side.label },
        ...columns.map(({ title, text }) => ({
          title,
          isNumber: true,
          cell: ({ figures, first }: (typeof rows)[number]) =>
            figures === undefined ? '–' : text(figures, first ?? figures),
        })),
      ]}
    />
  );
}
