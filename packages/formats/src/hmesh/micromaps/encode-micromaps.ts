// Writes OMAP.

import { joinSections } from '../../chunked/chunk-sections.js';
import { rows } from '../../chunked/encode-chunks.js';
import { bytesOf } from '../../core/typed-section.js';
import { MicromapHeader, MicromapUsage } from './micromap-layout.js';
import type { Micromaps } from './micromap-model.js';

/** Readers compare the counts with those of the mesh. */
export function micromapsPayload(micromaps: Micromaps): Uint8Array {
  const { states, level, usages, geometryCounts, maps, indices, lodIndices, data } = micromaps;
  const head = {
    states,
    level,
    usageCount: usages.length,
    mapCount: maps.length / 2,
    indexCount: indices.length,
    lodIndexCount: lodIndices.length,
    dataSize: data.length,
    pad: 0,
  };
  return joinSections([
    rows(MicromapHeader, [head]),
    rows(MicromapUsage, usages),
    ...[geometryCounts, maps, indices, lodIndices, data].map(bytesOf),
  ]);
}
