// The channels of nodes in one stack: local poses, sampled from the curves of the models that decide them.

import type { Place } from '../../../diagnostics/diagnostic.js';
import type { ChannelPath, NodeChannel } from '../../../model/scene/animation.js';
import type { FbxObject } from '../document/fbx-document.js';
import type { PosedNode } from '../scene/posed-node.js';
import { readLcl } from '../scene/transform-chain.js';
import { bakeKeys, type Motion } from './bake-keys.js';
import { bakeOptions } from './bake-options.js';
import type { Curve } from './curve.js';
import { LCL_PARTS, LclMotion, type LclPart } from './lcl-motion.js';
import type { Stack } from './stack.js';

interface NodeChannels {
  readonly channels: readonly NodeChannel[];
  /** The first channel that could not follow its curves closely. */
  readonly limited: Place | undefined;
}

const PATHS = ['translation', 'rotation', 'scale'] as const satisfies readonly ChannelPath[];
const PART_OF: { readonly [path in ChannelPath]: LclPart } = {
  translation: 'translation',
  rotation: 'rotation',
  scale: 'scaling',
};

/** Degrees between samples, so that no turn is missed. */
const MAX_TURN = 60;
/** Differences from the rest pose below this do not need a channel. */
const SAME = 1e-6;

export function nodeChannels(stack: Stack, nodes: readonly PosedNode[]): NodeChannels {
  const motions = new Motions(stack);
  const channels: NodeChannel[] = [];
  let limited: Place | undefined;
  for (const [index, node] of nodes.entries()) {
    const moving = node.sources.filter((model) => motions.of(model) !== undefined);
    if (moving.length === 0) continue;
    for (const path of PATHS) {
      const channel = bakePath(stack, node, index, path, motions);
      if (channel === undefined) continue;
      channels.push(channel.channel);
      if (channel.isLimited) limited ??= channel.channel.origin;
    }
  }
  return { channels, limited };
}

function bakePath(stack: Stack, node: PosedNode, index: number, path: ChannelPath, motions: Motions) {
  const isOwn = node.sources.length === 1 && node.sources[0] === node.object;
  const own = node.object === undefined ? undefined : motions.of(node.object);
  const part = PART_OF[path];
  // A model's own rotation and scale depend on nothing else; neither does its translation without pivots.
  const needsAll = !isOwn || (path === 'translation' && own?.hasPivots === true);
  const wants = needsAll ? () => true : (each: LclPart) => each === part;
  const curves = node.sources.flatMap((model) => {
    const motion = motions.of(model);
    return LCL_PARTS.flatMap((each) => (wants(each) && motion !== undefined ? motion.curvesOf(each) : []));
  });
  const restOf = (model: FbxObject) => motions.restOf(model);
  const motion: Motion = {
    width: path === 'rotation' ? 4 : 3,
    isRotation: path === 'rotation',
    at: (time, side) => node.pose((model) => motions.of(model)?.at(time, side, wants) ?? restOf(model))[path],
  };
  const hasCurves = isOwn ? (own?.curvesOf(part).length ?? 0) > 0 : curves.length > 0;
  if (!hasCurves && !moves(motion, node.pose(restOf)[path], curves, stack.begin)) return undefined;
  const { isLimited, ...keys } = bakeKeys(motion, bakeOptions(curves, stack, MAX_TURN));
  const origin = (node.object ?? node.sources[0])?.place ?? stack.place;
  return { channel: { node: index, path, ...keys, origin }, isLimited };
}

/** Whether a path without curves differs from rest: through pivots, or because a layer stores another constant. */
function moves(motion: Motion, rest: readonly number[], curves: readonly Curve[], begin: number): boolean {
  if (curves.length > 0) return true;
  const value = motion.at(begin, 'from');
  return value.some((n, i) => Math.abs(n - (rest[i] ?? 0)) > SAME);
}

/** The motions of models, made once; undefined for models that the stack does not mention. */
class Motions {
  readonly #stack: Stack;
  readonly #motions = new Map<FbxObject, LclMotion | undefined>();
  readonly #rests = new Map<FbxObject, ReturnType<typeof readLcl>>();

  constructor(stack: Stack) {
    this.#stack = stack;
  }

  of(model: FbxObject): LclMotion | undefined {
    if (this.#motions.has(model)) return this.#motions.get(model);
    const motion = new LclMotion(this.#stack, model);
    const found = LCL_PARTS.some((part) => motion.isAnimated(part)) ? motion : undefined;
    this.#motions.set(model, found);
    return found;
  }

  restOf(model: FbxObject): ReturnType<typeof readLcl> {
    const rest = this.#rests.get(model) ?? readLcl(model.properties);
    this.#rests.set(model, rest);
    return rest;
  }
}
