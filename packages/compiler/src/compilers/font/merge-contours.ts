// Computes the outline of the union of a glyph's contours. Contours may overlap (variable fonts, composite glyphs): edges inside the shape
// are not part of its outline. Each kept edge has the inside on its left (y up).

import { collectEdges, type Edges, windingAt } from './contour-edges.js';
import { findContacts, type Split } from './find-contacts.js';
import type { Loop } from './flatten-outline.js';
import { type Chain, joinPieces, type Piece } from './join-pieces.js';

/** Distance from an edge at which its sides are tested, in texels: far above rounding, far below anything visible. */
const PROBE_DISTANCE_TEXELS = 1e-5;

export function mergeContours(loops: readonly Loop[]): readonly Chain[] {
  const edges = collectEdges(loops);
  const { splits, touched } = findContacts(edges);
  const chains: Chain[] = [];
  const pieces: Piece[] = [];
  for (const [loop, source] of loops.entries()) {
    const first = edges.firstOf[loop] ?? 0;
    const count = source.xs.length;
    if (touched[loop] !== 1) {
      const chain = keepLoop(source, edges, first, count);
      if (chain !== undefined) chains.push(chain);
      continue;
    }
    for (let e = first; e < first + count; e++) splitEdge(edges, e, splits[e] ?? [], pieces);
  }
  return [...chains, ...joinPieces(pieces)];
}

type Border = 'none' | 'inside-left' | 'inside-right';

function borderOf(edges: Edges, ax: number, ay: number, bx: number, by: number): Border {
  const dx = bx - ax;
  const dy = by - ay;
  const size = Math.sqrt(dx * dx + dy * dy);
  const nx = (-dy / size) * PROBE_DISTANCE_TEXELS;
  const ny = (dx / size) * PROBE_DISTANCE_TEXELS;
  const mx = (ax + bx) / 2;
  const my = (ay + by) / 2;
  const left = windingAt(edges, mx + nx, my + ny) !== 0;
  const right = windingAt(edges, mx - nx, my - ny) !== 0;
  return left === right ? 'none' : left ? 'inside-left' : 'inside-right';
}

/** A loop that nothing crosses is either completely outline or not at all: its longest edge decides. */
function keepLoop(loop: Loop, edges: Edges, first: number, count: number): Chain | undefined {
  let longest = first;
  let best = -1;
  for (let e = first; e < first + count; e++) {
    const dx = (edges.bx[e] ?? 0) - (edges.ax[e] ?? 0);
    const dy = (edges.by[e] ?? 0) - (edges.ay[e] ?? 0);
    if (dx * dx + dy * dy > best) {
      best = dx * dx + dy * dy;
      longest = e;
    }
  }
  const { ax, ay, bx, by } = edges;
  const border = borderOf(edges, ax[longest] ?? 0, ay[longest] ?? 0, bx[longest] ?? 0, by[longest] ?? 0);
  if (border === 'none') return undefined;
  const chain = { xs: [...loop.xs], ys: [...loop.ys], smooth: [...loop.smooth], isClosed: true };
  if (border === 'inside-right') for (const list of [chain.xs, chain.ys, chain.smooth]) list.reverse();
  return chain;
}

function splitEdge(edges: Edges, e: number, splits: readonly Split[], pieces: Piece[]): void {
  const stops: Split[] = [
    [0, edges.ax[e] ?? 0, edges.ay[e] ?? 0],
    ...[...splits].sort(([a], [b]) => a - b),
    [1, edges.bx[e] ?? 0, edges.by[e] ?? 0],
  ];
  for (let i = 0; i + 1 < stops.length; i++) {
    const [, ax, ay] = stops[i] ?? [0, 0, 0];
    const [, bx, by] = stops[i + 1] ?? [0, 0, 0];
    if (ax === bx && ay === by) continue;
    const border = borderOf(edges, ax, ay, bx, by);
    if (border === 'none') continue;
    const smoothA = i === 0 ? (edges.smoothA[e] ?? 0) : 0;
    const smoothB = i + 2 === stops.length ? (edges.smoothB[e] ?? 0) : 0;
    pieces.push(
      border === 'inside-left'
        ? { ax, ay, bx, by, smoothA, smoothB }
        : { ax: bx, ay: by, bx: ax, by: ay, smoothA: smoothB, smoothB: smoothA },
    );
  }
}
