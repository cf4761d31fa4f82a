// Computes the shape of a glyph in texels, then its distance field. The two steps are separate: sizes must be known and checked before any
// texel is computed.

import { type FieldInput, multiField, signedField } from '@assetc/kernels';
import type { FontOutline } from '../../model/font.js';
import { colorEdges } from './color-edges.js';
import { flattenOutline, type Loop } from './flatten-outline.js';
import type { Chain } from './join-pieces.js';
import { mergeContours } from './merge-contours.js';
import { softenClashes } from './soften-clashes.js';

export interface GlyphShape {
  readonly width: number;
  readonly height: number;
  /** Texels from the origin (y up) to the left and to the top of the field. */
  readonly left: number;
  readonly top: number;
  readonly loops: readonly Loop[];
  readonly chains: readonly Chain[];
}

/** Limit for one glyph; the most complex real ones have some thousands. */
export const MAX_EDGES = 20_000;

/** Undefined for a glyph without an area; 'too-complex' above MAX_EDGES. */
export function shapeGlyph(
  outline: FontOutline,
  texelsPerUnit: number,
  spread: number,
): GlyphShape | undefined | 'too-complex' {
  const loops = flattenOutline(outline, texelsPerUnit);
  if (loops.reduce((sum, { xs }) => sum + xs.length, 0) > MAX_EDGES) return 'too-complex';
  const chains = mergeContours(loops);
  if (chains.length === 0) return undefined;
  const margin = Math.ceil(spread);
  const box = boundsOf(chains);
  const left = Math.floor(box.left) - margin;
  const top = Math.ceil(box.top) + margin;
  const width = Math.ceil(box.right) + margin - left;
  const height = top - (Math.floor(box.bottom) - margin);
  return { width, height, left, top, loops, chains };
}

/** One byte per texel for an sdf, three for an msdf. */
export function computeField(shape: GlyphShape, spread: number, field: 'sdf' | 'msdf'): Uint8Array {
  const { width, height, left, top, loops, chains } = shape;
  const edges = chainEdges(chains, left, top);
  const input: FieldInput = { width, height, spread, edges, outline: loopEdges(loops, left, top) };
  if (field === 'sdf') return signedField(input);
  const flags = concatenate(chains.map(colorEdges));
  return softenClashes(multiField({ ...input, flags }), width, height, spread);
}

function boundsOf(chains: readonly Chain[]): { left: number; right: number; bottom: number; top: number } {
  const box = { left: Infinity, right: -Infinity, bottom: Infinity, top: -Infinity };
  for (const { xs, ys } of chains) {
    for (const x of xs) {
      box.left = Math.min(box.left, x);
      box.right = Math.max(box.right, x);
    }
    for (const y of ys) {
      box.bottom = Math.min(box.bottom, y);
      box.top = Math.max(box.top, y);
    }
  }
  return box;
}

/** Flipping y mirrors the plane. The ends of each edge are swapped, so that its inside is where the kernel's sign is negative. */
function chainEdges(chains: readonly Chain[], left: number, top: number): Float32Array {
  const edges: number[] = [];
  for (const { xs, ys, isClosed } of chains) {
    const count = isClosed ? xs.length : xs.length - 1;
    for (let i = 0; i < count; i++) {
      const j = (i + 1) % xs.length;
      edges.push((xs[j] ?? 0) - left, top - (ys[j] ?? 0), (xs[i] ?? 0) - left, top - (ys[i] ?? 0));
    }
  }
  return Float32Array.from(edges);
}

function loopEdges(loops: readonly Loop[], left: number, top: number): Float32Array {
  const edges: number[] = [];
  for (const { xs, ys } of loops) {
    for (let i = 0; i < xs.length; i++) {
      const j = (i + 1) % xs.length;
      edges.push((xs[i] ?? 0) - left, top - (ys[i] ?? 0), (xs[j] ?? 0) - left, top - (ys[j] ?? 0));
    }
  }
  return Float32Array.from(edges);
}

function concatenate(parts: readonly Uint32Array[]): Uint32Array {
  const all = new Uint32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(swapEnds(part), at);
    at += part.length;
  }
  return all;
}

/** The ends were swapped above, so their corner flags are swapped too. */
const swapEnds = (flags: Uint32Array): Uint32Array =>
  flags.map((flag) => (flag & 7) | ((flag & 8) << 1) | ((flag & 16) >> 1));
