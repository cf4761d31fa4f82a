// Converts morph weight clips to channels of rows in the morph target table, as `.hanimx` stores them: one per target of each submesh that
// the node shows. Splines become linear keys.

import { encodeHanimx, type WeightChannel, type WeightClipModel } from '@assetc/formats';
import type { ClipModel, NodeChannel } from '../../model/scene/animation.js';
import type { MorphRows } from '../../model/scene/morph-rows.js';
import { warnAboutDenseSpline } from '../dense-spline.js';
import type { WarnAt } from '../warn-once.js';
import { reduceKeys } from './reduce-keys.js';
import { splineToLinearKeys } from './spline-to-linear.js';

/** Undefined if no clip animates a weight: then there is no file. */
export function encodeWeights(
  clips: readonly ClipModel[],
  rows: readonly MorphRows[],
  options: { readonly tolerance: number },
  warn: WarnAt,
): Uint8Array | undefined {
  const weightClipModels = weightClips(clips, rows, options, warn);
  return weightClipModels.length === 0 ? undefined : encodeHanimx(weightClipModels);
}

export function weightClips(
  clips: readonly ClipModel[],
  rows: readonly MorphRows[],
  { tolerance }: { readonly tolerance: number },
  warn: WarnAt,
): readonly WeightClipModel[] {
  return clips.flatMap(({ name, channels }) => {
    const kept = channels.flatMap((channel) => {
      if (channel.path !== 'weights') return [];
      const nodeRows = rows.filter(({ node }) => node === channel.node);
      return nodeRows.flatMap((range) => targetChannels(channel, range, tolerance, warn));
    });
    return kept.length === 0 ? [] : [{ name, channels: kept }];
  });
}

function targetChannels(
  channel: NodeChannel,
  { firstTarget, targetCount }: MorphRows,
  tolerance: number,
  warn: WarnAt,
): readonly WeightChannel[] {
  return Array.from({ length: targetCount }, (_, i) => {
    const keys = keysOf(channel, i, targetCount, tolerance, warn);
    const { interpolation, times, values } = reduceKeys({ ...keys, path: 'weights' }, tolerance);
    return { target: firstTarget + i, interpolation: interpolation === 'step' ? 'STEP' : 'LINEAR', times, values };
  });
}

/** The keys of one target: sources store the weights of all targets, key by key. */
function keysOf(
  { interpolation, times, values, origin }: NodeChannel,
  target: number,
  targetCount: number,
  tolerance: number,
  warn: WarnAt,
) {
  const targetValues = new Float32Array(values.length / targetCount);
  for (let i = 0; i < targetValues.length; i++) targetValues[i] = values[i * targetCount + target] ?? 0;
  if (interpolation !== 'cubic') return { interpolation, times, values: targetValues };
  const { isLimited, ...linear } = splineToLinearKeys(
    { times, values: targetValues, width: 1, isRotation: false },
    tolerance,
  );
  if (isLimited) warnAboutDenseSpline(warn, origin);
  return { interpolation: 'linear' as const, ...linear };
}
