// Converts node clips to joint clips, as `.hanim` stores them: splines become linear keys, every joint of a node gets its channels, and
// transforms that were folded into a joint's pose are folded into its keys.

import { AssetError, type Place } from '../../diagnostics/diagnostic.js';
import { foldRotation, foldTranslation } from '../../encoding/texture/similarity.js';
import type { AnimationModel, ChannelModel, ChannelPath, ClipModel, NodeChannel } from '../../model/scene/animation.js';
import type { JointModel, Similarity, SkeletonModel } from '../../model/scene/skeleton.js';
import { warnAboutDenseSpline } from '../dense-spline.js';
import type { WarnAt } from '../warn-once.js';
import { splineToLinearKeys } from './spline-to-linear.js';

/** See the settings of `animation`. */
interface ClipOptions {
  readonly tolerance: number;
  readonly maxKeys: number;
}

/** The joints that clips move. */
interface ClipJoints extends Pick<SkeletonModel, 'ofNode'> {
  readonly joints: readonly Pick<JointModel, 'above'>[];
}

/** Skips channels that move no joint, and clips without channels. */
export function jointClips(
  clips: readonly ClipModel[],
  skeleton: ClipJoints | undefined,
  { tolerance, maxKeys }: ClipOptions,
  file: string,
  warn: WarnAt,
): readonly AnimationModel[] {
  let keyCount = 0;
  return clips.flatMap(({ name, channels }) => {
    const kept: ChannelModel[] = [];
    for (const { node, path, origin, ...keys } of channels) {
      const joints = skeleton?.ofNode.get(node);
      if (joints === undefined || path === 'weights') continue;
      const linear = keys.interpolation === 'cubic' ? fromSpline(keys, path, tolerance) : keys;
      if ('isLimited' in linear && linear.isLimited) warnAboutDenseSpline(warn, origin);
      const { interpolation, times, values } = linear;
      keyCount += times.length * joints.length;
      if (keyCount > maxKeys) throw tooMany(file, keyCount, maxKeys, origin);
      for (const joint of joints) {
        const folded = foldValues(skeleton?.joints[joint]?.above, path, values);
        kept.push({ joint, path, interpolation: interpolation === 'step' ? 'step' : 'linear', times, values: folded });
      }
    }
    return kept.length === 0 ? [] : [{ name, channels: kept }];
  });
}

const tooMany = (file: string, count: number, limit: number, where: Place): AssetError =>
  new AssetError({
    code: 'gltf/too-large',
    file,
    where,
    message: `the clips have at least ${count} keys over all joints that they move; the limit is ${limit} (animation.maxKeys)`,
  });

function fromSpline({ times, values }: Pick<NodeChannel, 'times' | 'values'>, path: ChannelPath, tolerance: number) {
  const isRotation = path === 'rotation';
  return {
    interpolation: 'linear',
    ...splineToLinearKeys({ times, values, width: isRotation ? 4 : 3, isRotation }, tolerance),
  } as const;
}

function foldValues(above: Similarity | undefined, path: ChannelPath, values: Float32Array): Float32Array {
  if (above === undefined) return values;
  if (path === 'scale') return values.map((n) => n * above.scale);
  const width = path === 'rotation' ? 4 : 3;
  const fold = path === 'rotation' ? foldRotation : foldTranslation;
  const out = new Float32Array(values.length);
  for (let at = 0; at < values.length; at += width) out.set(fold(above, values.subarray(at, at + width)), at);
  return out;
}
