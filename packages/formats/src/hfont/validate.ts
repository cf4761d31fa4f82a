// Every rule of `.hfont` that the file alone can break.

import { type Problem, Problems } from '../core/problem.js';
import { GpuGlyph, HfontHeader, KerningPair } from './layout.js';

const UV_TOLERANCE = 1e-6;

/** Returns every rule of docs/formats/hfont.md that the file breaks. */
export function validateHfont(bytes: Uint8Array): readonly Problem[] {
  const problems = new Problems();
  const header = HfontHeader.inspect(bytes, 0, problems);
  if (header === undefined) return problems.list();
  const kerningStart = HfontHeader.size + header.glyphCount * GpuGlyph.size;
  const end = kerningStart + header.kerningCount * KerningPair.size;
  if (end > bytes.byteLength) {
    problems.add('truncated', 8, 'HfontHeader', `the tables need ${end} bytes, the file has ${bytes.byteLength}`);
  }
  if (end < bytes.byteLength) {
    problems.add('trailing-bytes', end, 'file', `${bytes.byteLength - end} bytes follow the kerning pairs`);
  }
  const known = checkGlyphs(bytes, header.glyphCount, problems);
  if (known !== undefined) checkKerning(bytes, kerningStart, header.kerningCount, known, problems);
  return problems.list();
}

/** The codepoints, or undefined when the table is cut off. */
function checkGlyphs(bytes: Uint8Array, count: number, problems: Problems): ReadonlySet<number> | undefined {
  const known = new Set<number>();
  let before = -1;
  for (let i = 0; i < count; i++) {
    const at = HfontHeader.size + i * GpuGlyph.size;
    const field = `glyphs[${i}]`;
    const glyph = GpuGlyph.inspect(bytes, at, problems, field);
    if (glyph === undefined) return undefined;
    const { codepoint } = glyph;
    if (i === 0 && codepoint !== 0) problems.add('bad-value', at, `${field}.codepoint`, 'must be 0 (.notdef)');
    if (known.has(codepoint)) problems.add('duplicate', at, `${field}.codepoint`, `${codepoint} occurs twice`);
    else if (codepoint < before) problems.add('bad-order', at, `${field}.codepoint`, `must be above ${before}`);
    if (codepoint >= 0xd800 && codepoint <= 0xdfff) {
      problems.add('bad-value', at, `${field}.codepoint`, 'must not be a surrogate');
    }
    known.add(codepoint);
    before = codepoint;
    const [left = 0, bottom = 0, right = 0, top = 0] = glyph.plane;
    if (left > right || bottom > top) problems.add('bad-value', at + 8, `${field}.plane`, 'must not be turned over');
    const [u0 = 0, v0 = 0, u1 = 0, v1 = 0] = glyph.uv;
    if (u0 > u1 || v0 > v1) problems.add('bad-value', at + 24, `${field}.uv`, 'must not be turned over');
    if (u0 < -UV_TOLERANCE || v0 < -UV_TOLERANCE || u1 > 1 + UV_TOLERANCE || v1 > 1 + UV_TOLERANCE) {
      problems.add('bad-range', at + 24, `${field}.uv`, 'must be inside the atlas');
    }
    const planeEmpty = left === right || bottom === top;
    if (planeEmpty !== (u0 === u1 || v0 === v1)) {
      problems.add('bad-value', at + 8, `${field}.plane`, 'must be empty exactly when uv is');
    }
  }
  return known;
}

function checkKerning(
  bytes: Uint8Array,
  start: number,
  count: number,
  known: ReadonlySet<number>,
  problems: Problems,
): void {
  let before: { readonly left: number; readonly right: number } | undefined;
  for (let i = 0; i < count; i++) {
    const at = start + i * KerningPair.size;
    const field = `kerning[${i}]`;
    const pair = KerningPair.inspect(bytes, at, problems, field);
    if (pair === undefined) return;
    if (!known.has(pair.left)) problems.add('bad-range', at, `${field}.left`, `${pair.left} has no glyph`);
    if (!known.has(pair.right)) problems.add('bad-range', at + 4, `${field}.right`, `${pair.right} has no glyph`);
    if (before !== undefined) {
      const order = before.left - pair.left || before.right - pair.right;
      if (order === 0) problems.add('duplicate', at, field, 'occurs twice');
      if (order > 0) problems.add('bad-order', at, field, `must sort after ${before.left}, ${before.right}`);
    }
    before = pair;
  }
}
