// Two versions of a file, by their kind, and their figures.

import { useRef, useState } from 'preact/hooks';
import { kindOf } from '../../kinds.js';
import { Table } from '../../parts/table.js';
import { useLoaded } from '../../store/use-store.js';
import { type FileFigures, figuresOf, inCells } from './file-figures.js';
import { MeshPair } from './mesh-pair.js';
import { FIRST_LOOK, type Pair, type PairLook, type Side } from './pair.js';
import { type Scroll, TexturePair } from './texture-pair.js';

const keyOf = ({ store, path, version }: Side): string => `${store.base} ${path} ${version}`;

export function PairView(pair: Pair) {
  const { a, b } = pair;
  const kind = kindOf(a.path);
  const [look, setLook] = useState(FIRST_LOOK);
  const scroll: Scroll = useRef<readonly [number, number]>([0, 0]);
  const shown = { ...pair, look, onLook: (change: Partial<PairLook>) => setLook((was) => ({ ...was, ...change })) };
  // A mesh keeps its camera if another version is compared with it.
  if (kind === 'mesh') return <MeshPair key={keyOf(a)} {...shown} />;
  const key = `${keyOf(a)} ${b === undefined ? '' : keyOf(b)}`;
  if (kind === 'texture') return <TexturePair key={key} {...shown} scroll={scroll} />;
  return b === undefined ? null : <p class="muted note">Of this kind only the sizes are compared.</p>;
}

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
