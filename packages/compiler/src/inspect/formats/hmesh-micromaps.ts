// Describes the opacity micromaps of an .hmesh for info.

import type { Hmesh } from '@assetc/formats';
import { counted, type Facts } from '../../runtimes/file-format.js';

const SPECIAL = ['transparent', 'opaque', 'unknownTransparent', 'unknownOpaque'] as const;

/** Triangles of the finest level by their index. */
function triangles({ indices }: NonNullable<Hmesh['micromaps']>): Record<(typeof SPECIAL)[number] | 'mapped', number> {
  const counts = { mapped: 0, transparent: 0, opaque: 0, unknownTransparent: 0, unknownOpaque: 0 };
  for (const index of indices) counts[SPECIAL[-1 - index] ?? 'mapped']++;
  return counts;
}

export function micromapFacts({ micromaps }: Hmesh): Facts {
  if (micromaps === undefined) return {};
  const { states, level, maps, data } = micromaps;
  return {
    micromaps: { states, level, maps: maps.length / 2, bytes: data.length, triangles: triangles(micromaps) },
  };
}

export function micromapStatement({ micromaps }: Hmesh): readonly string[] {
  if (micromaps === undefined) return [];
  const { states, level, maps } = micromaps;
  const { mapped } = triangles(micromaps);
  return [
    `${counted(maps.length / 2, 'opacity micromap')} (level ${level}, ${states} states) for ${counted(mapped, 'triangle')}`,
  ];
}
