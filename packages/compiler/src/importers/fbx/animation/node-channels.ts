// The channels of nodes in one stack: local poses, sampled from the curves of the models that decide them.

import type { Place } from '../../../diagnostics/diagnostic.js';
import type { ChannelPath, NodeChannel } from '../../../model/scene/animation.js';
import type { FbxObject } from '../document/fbx-document.js';
import type { PosedNode } from '../scene/posed-node.js';
import { readLcl } from '../scene/transform-chain.js';
import { bakeKeys, type Motion } from './bake-keys.js';
import { bakeOptions } from './bake-options.js';
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
  const [first] = node.sources;
  const own = first === undefined ? undefined : motions.of(first);
  const part = PART_OF[path];
  // The first model decides; of the others, only scales count. Pivots make a translation depend on everything.
  const wants = (model: FbxObject, each: LclPart): boolean => {
    if (model !== first) return each === 'scaling' && path !== 'rotation';
    return each === part || (path === 'translation' && own?.hasPivots === true);
  };
  const curves = node.sources.flatMap((model) => {
    const motion = motions.of(model);
    return LCL_PARTS.flatMap((each) => (wants(model, each) && motion !== undefined ? motion.curvesOf(each) : []));
  });
  const restOf = (model: FbxObject) => motions.restOf(model);
  const motion: Motion = {
    width: path === 'rotation' ? 4 : 3,
    isRotation: path === 'rotation',
    at: (time, side) =>
      node.pose((model) => motions.of(model)?.at(time, side, (each) => wants(model, each)) ?? restOf(model))[path],
  };
  const rest = node.pose(restOf)[path];
  const hasOwnCurves = node.object === first && (own?.curvesOf(part).length ?? 0) > 0;
  if (curves.length === 0 && isAtRest(motion.at(stack.begin, 'from'), rest)) return undefined;
  const { isLimited, ...keys } = bakeKeys(motion, bakeOptions(curves, stack, MAX_TURN));
  // Curves of another part, or of another model, may leave this path alone.
  if (!hasOwnCurves && isAtRest(keys.values, rest)) return undefined;
  const origin = (node.object ?? node.sources[0])?.place ?? stack.place;
  return { channel: { node: index, path, ...keys, origin }, isLimited };
}

/** Whether all keys are those of the rest pose. A rotation may have the opposite sign. */
function isAtRest(values: ArrayLike<number>, rest: readonly number[]): boolean {
  for (let key = 0; key < values.length; key += rest.length) {
    const isSame = (sign: number): boolean =>
      rest.every((n, i) => Math.abs((values[key + i] ?? 0) - sign * n) <= SAME * Math.max(1, Math.abs(n)));
    if (!isSame(1) && !(rest.length === 4 && isSame(-1))) return false;
  }
  return true;
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
