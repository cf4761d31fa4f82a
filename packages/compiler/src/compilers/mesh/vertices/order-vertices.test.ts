import { expect, it } from 'vitest';
import { orderVertices } from './order-vertices.js';
import { rowLayout, rowsOf } from './vertex-rows.js';

/** Triangles as sets of corners in cyclic order, smallest first. */
const triangles = (indices: Uint32Array, name: (i: number) => number): string[] =>
  Array.from({ length: indices.length / 3 }, (_, t) => {
    const corners = [0, 1, 2].map((c) => name(indices[t * 3 + c] ?? 0));
    const first = corners.indexOf(Math.min(...corners));
    return [0, 1, 2].map((c) => corners[(first + c) % 3]).join();
  }).sort();

const strip = (): Uint32Array => Uint32Array.from({ length: 60 }, (_, i) => 19 - Math.floor(i / 3) + (i % 3));

it.each(['cache', 'size'] as const)(
  'keeps every triangle and its winding, drops unused rows and numbers vertices by first use: %s',
  (order) => {
    const layout = rowLayout({ skin: false, color: false });
    const rows = rowsOf(layout, new Uint32Array(30 * layout.words));
    for (let i = 0; i < 30; i++) rows.floats[i * layout.words] = i;
    const ordered = orderVertices({ rows, indices: strip() }, order);
    expect(ordered.rows.count).toBe(22);
    const name = (i: number): number => ordered.rows.floats[i * layout.words] ?? -1;
    expect(triangles(ordered.indices, name)).toEqual(triangles(strip(), (i) => i));
    const firsts = [...new Set(ordered.indices)];
    expect(firsts).toEqual([...firsts.keys()]);
  },
);
