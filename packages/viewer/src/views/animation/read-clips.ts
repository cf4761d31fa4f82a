// Reads clips of joints and of morph weights in one form: named channels with keys.

import {
  type AnimationChannel,
  bytesByJoint,
  type CompressedClip,
  componentsOf,
  decodeHanim,
  decodeHanimx,
  decodeHclip,
  decodeHmesh,
  expandHclip,
  type Hmesh,
  type Interpolation,
  type MeshNames,
  pairClips,
  type WeightChannel,
} from '@assetc/formats';
import type { Store } from '../../store/store.js';
import { type JointErrors, jointErrors } from './joint-errors.js';

export interface Curve {
  /** What it animates: `hip rotation`. */
  readonly name: string;
  readonly interpolation: Interpolation;
  readonly times: Float32Array;
  readonly values: Float32Array;
  /** Floats per value. */
  readonly components: number;
}

export interface ClipCurves {
  readonly name: string;
  readonly duration: number;
  readonly curves: readonly Curve[];
  /** Of compressed clips: what each joint and morph target takes of the file, the largest first. */
  readonly sizes?: readonly { readonly name: string; readonly bytes: number }[];
  /** Of compressed clips: the largest distance from the source, as measured by the compiler. */
  readonly error?: number;
  /** Where it differs from its keys, if the output has them. */
  readonly errors?: JointErrors;
}

/** The mesh with the same name, whose joints and targets the clips animate. */
export const meshFor = (path: string): string => path.replace(/\.(?:hanimx?|hclip)$/, '.hmesh');

export async function readClips(store: Store, path: string): Promise<readonly ClipCurves[]> {
  const bytes = await store.read(path);
  const mesh = await meshOf(store, meshFor(path));
  const names = mesh?.names;
  if (path.endsWith('.hclip')) {
    const compressed = decodeHclip(bytes);
    const { joints, weights } = expandHclip(compressed, mesh ?? {});
    const facts = new Map(compressed.map((clip) => [clip.name, factsOf(clip, mesh)] as const));
    const errors = mesh === undefined ? undefined : await errorsOf(store, path, compressed, mesh);
    return pairClips(joints, weights).map(({ name, duration, joints: own, weights: morphs }) => ({
      name,
      duration,
      curves: [...jointCurves(own, names), ...weightCurves(morphs, names)],
      ...facts.get(name),
      ...errors?.get(name),
    }));
  }
  if (path.endsWith('x'))
    return decodeHanimx(bytes).map(({ name, duration, channels }) => ({
      name,
      duration,
      curves: weightCurves(channels, names),
    }));
  return decodeHanim(bytes).map(({ name, duration, channels }) => ({
    name,
    duration,
    curves: jointCurves(channels, names),
  }));
}

/** Undefined if there is none, or it is damaged: its own view shows its errors. */
async function meshOf(store: Store, path: string): Promise<Hmesh | undefined> {
  if (store.find(path) === undefined) return undefined;
  try {
    return decodeHmesh(await store.read(path));
  } catch {
    return undefined;
  }
}

const factsOf = (clip: CompressedClip, mesh: Hmesh | undefined): Pick<ClipCurves, 'sizes' | 'error'> => ({
  sizes: sizesOf(clip, mesh?.names),
  error: clip.error,
});

/** Compares with the keys next to the file, which `animation.compression: both` writes. Undefined without them. */
async function errorsOf(
  store: Store,
  path: string,
  clips: readonly CompressedClip[],
  mesh: Hmesh,
): Promise<ReadonlyMap<string, Pick<ClipCurves, 'errors'>> | undefined> {
  const keysPath = path.replace(/\.hclip$/, '.hanim');
  if (store.find(keysPath) === undefined) return undefined;
  const keys = new Map(decodeHanim(await store.read(keysPath)).map((clip) => [clip.name, clip] as const));
  const found = new Map<string, Pick<ClipCurves, 'errors'>>();
  for (const clip of clips) {
    const own = keys.get(clip.name);
    const errors = own === undefined ? undefined : jointErrors(clip, own, mesh);
    if (errors !== undefined) found.set(clip.name, { errors });
  }
  return found;
}

function sizesOf(clip: CompressedClip, names: MeshNames | undefined): NonNullable<ClipCurves['sizes']> {
  const { joints, targets } = bytesByJoint(clip);
  const named = [
    ...Array.from(joints, (bytes, i) => ({ name: names?.joints[i] || `joint ${i}`, bytes })),
    ...Array.from(targets, (bytes, i) => ({ name: names?.targets[i] || `target ${i}`, bytes })),
  ];
  return named.sort((a, b) => b.bytes - a.bytes);
}

const jointCurves = (channels: readonly AnimationChannel[], names: MeshNames | undefined): readonly Curve[] =>
  channels.map(({ joint, path, ...channel }) => ({
    ...channel,
    name: `${names?.joints[joint] || `joint ${joint}`} ${path}`,
    components: componentsOf(path),
  }));

const weightCurves = (channels: readonly WeightChannel[], names: MeshNames | undefined): readonly Curve[] =>
  channels.map(({ target, ...channel }) => ({
    ...channel,
    name: names?.targets[target] || `target ${target}`,
    components: 1,
  }));
