// Clips over nodes → clips over the joints of the first skin, as `.hanim` stores them.

import type { Place } from '../../diagnostics/diagnostic.js';
import type { AnimationModel, ChannelModel, ClipModel, NodeChannel } from '../../model/animation.js';
import type { SkinModel } from '../../model/scene.js';

type ClipWarning = (code: 'gltf/skipped-channels' | 'gltf/cubic-spline', where: Place, message: string) => void;

/** What moves something else is left out; clips without a channel are dropped. */
export function jointClips(
  clips: readonly ClipModel[],
  skin: Pick<SkinModel, 'joints'> | undefined,
  warn: ClipWarning,
): readonly AnimationModel[] {
  const seat = new Map(skin?.joints.map((joint, i) => [joint, i]));
  const channelOf = (channel: NodeChannel): ChannelModel | undefined => {
    const { node, path, interpolation, times, values } = channel;
    const joint = seat.get(node);
    if (joint === undefined || path === 'weights') return undefined;
    if (interpolation !== 'cubic') return { joint, path, interpolation, times, values };
    return { joint, path, interpolation: 'linear', times, values: middles(values, path === 'rotation' ? 4 : 3) };
  };
  const isKept = ({ node, path }: NodeChannel): boolean => path !== 'weights' && seat.has(node);
  const all = clips.flatMap(({ channels }) => channels);
  const skipped = all.filter((channel) => !isKept(channel));
  const cubic = all.find((channel) => channel.interpolation === 'cubic' && isKept(channel));
  if (cubic !== undefined) warn('gltf/cubic-spline', cubic.origin, 'cubic splines are kept as linear keys');
  const [first] = skipped;
  if (first !== undefined)
    warn(
      'gltf/skipped-channels',
      first.origin,
      'animation of nodes that are no joints of the first skin, and of morph weights, is left out ' +
        `(${skipped.length} of ${all.length} channels)`,
    );
  return clips.flatMap(({ name, channels }) => {
    const kept = channels.flatMap((channel) => channelOf(channel) ?? []);
    return kept.length === 0 ? [] : [{ name, channels: kept }];
  });
}

/** In-tangent, value, out-tangent → value. */
function middles(triples: Float32Array, components: number): Float32Array {
  const keys = triples.length / (components * 3);
  const out = new Float32Array(keys * components);
  for (let key = 0; key < keys; key++)
    out.set(triples.subarray((key * 3 + 1) * components, (key * 3 + 2) * components), key * components);
  return out;
}
