// Clips over nodes → clips over joints, as `.hanim` stores them: splines become linear keys, every joint of a node gets its
// channels, and what was folded into a joint's pose is folded into its keys.

import { AssetError, type Place } from '../../diagnostics/diagnostic.js';
import { foldRotation, foldTranslation } from '../../encoding/similarity.js';
import type { AnimationModel, ChannelModel, ChannelPath, ClipModel, NodeChannel } from '../../model/animation.js';
import type { JointModel, Similarity, SkeletonModel } from '../../model/skeleton.js';
import { linearKeys } from './linear-keys.js';

type ClipWarning = (code: 'gltf/dense-spline', where: Place, message: string) => void;

/** See the settings of `animation`. */
interface ClipOptions {
  readonly tolerance: number;
  readonly maxKeys: number;
}

/** The joints that clips move. */
interface ClipJoints extends Pick<SkeletonModel, 'ofNode'> {
  readonly joints: readonly Pick<JointModel, 'above'>[];
}

/** What moves no joint is left to others; clips without a channel are dropped. */
export function jointClips(
  clips: readonly ClipModel[],
  skeleton: ClipJoints | undefined,
  { tolerance, maxKeys }: ClipOptions,
  file: string,
  warn: ClipWarning,
): readonly AnimationModel[] {
  let isDense = false;
  let keyCount = 0;
  return clips.flatMap(({ name, channels }) => {
    const kept: ChannelModel[] = [];
    for (const { node, path, origin, ...keys } of channels) {
      const joints = skeleton?.ofNode.get(node);
      if (joints === undefined || path === 'weights') continue;
      const linear = keys.interpolation === 'cubic' ? fromSpline(keys, path, tolerance) : keys;
      if ('isLimited' in linear && linear.isLimited && !isDense) {
        isDense = true;
        warn(
          'gltf/dense-spline',
          origin,
          'a cubic spline is stored as 240 keys a second, which follows it less closely than usual',
        );
      }
      const { interpolation, times, values } = linear;
      keyCount += times.length * joints.length;
      if (keyCount > maxKeys) throw tooMany(file, keyCount, maxKeys, origin);
      for (const joint of joints) {
        const folded = foldedValues(skeleton?.joints[joint]?.above, path, values);
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
  const turns = path === 'rotation';
  return { interpolation: 'linear', ...linearKeys({ times, values, width: turns ? 4 : 3, turns }, tolerance) } as const;
}

function foldedValues(above: Similarity | undefined, path: ChannelPath, values: Float32Array): Float32Array {
  if (above === undefined) return values;
  if (path === 'scale') return values.map((n) => n * above.scale);
  const width = path === 'rotation' ? 4 : 3;
  const fold = path === 'rotation' ? foldRotation : foldTranslation;
  const out = new Float32Array(values.length);
  for (let at = 0; at < values.length; at += width) out.set(fold(above, values.subarray(at, at + width)), at);
  return out;
}
