// Two versions of a file, by their kind, and their figures.

import { useRef } from 'preact/hooks';
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

const keyOf = ({ store, path, version }: Side): string => `${store.base} ${path} ${version}`;

/** Figures of each side, in rows. */
export function PairFigures({ sides, label }: { readonly sides: readonly Side[]; readonly label: string }) {
  // Of each version once: a texture is decoded for them.
  const known = useRef(new Map<string, FileFigures>()).current;
  useLoaded(
    (signal) =>
      Promise.all(
        sides.map(async (side) => {
          const key = keyOf(side);
          if (known.has(key)) return;
          const figures = await figuresOf(side, signal).catch(() => undefined);
          if (figures !== undefined) known.set(key, figures);
        }),
      ),
    [sides.map(keyOf).join()],
  );
  const all = sides.map((side) => known.get(keyOf(side)));
  const rows = sides.map((side, i) => ({ side, figures: all[i], first: all[0] }));
  const columns = inCells(all.filter((each): each is FileFigures => each !== undefined));
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
