// Rebuilds WOFF2's transformed hmtx, which omits left side bearings that equal the glyph's left edge.

import { FontBytes } from './font-bytes.js';
import { viewOf } from './sfnt.js';

/** `metricCount`: hhea's numberOfHMetrics. `leftEdges`: xMin of every glyph. */
export function rebuildHmtx(packed: Uint8Array, metricCount: number, leftEdges: Int16Array, file: string): Uint8Array {
  const reader = new FontBytes(packed, file, 'the packed hmtx table');
  const flags = reader.u8();
  const glyphCount = leftEdges.length;
  if (metricCount === 0 || metricCount > glyphCount)
    throw reader.fail(`has ${metricCount} metrics for ${glyphCount} glyphs`);
  const advances = Array.from({ length: metricCount }, () => reader.u16());
  const bearing = (glyph: number, isOmitted: boolean): number => (isOmitted ? (leftEdges[glyph] ?? 0) : reader.i16());
  const proportional = advances.map((_, glyph) => bearing(glyph, (flags & 1) !== 0));
  const hmtx = new Uint8Array(metricCount * 4 + (glyphCount - metricCount) * 2);
  const view = viewOf(hmtx);
  for (let glyph = 0; glyph < metricCount; glyph++) {
    view.setUint16(glyph * 4, advances[glyph] ?? 0);
    view.setInt16(glyph * 4 + 2, proportional[glyph] ?? 0);
  }
  for (let glyph = metricCount; glyph < glyphCount; glyph++)
    view.setInt16(metricCount * 4 + (glyph - metricCount) * 2, bearing(glyph, (flags & 2) !== 0));
  return hmtx;
}
