// Reads clips of joints and of morph weights in one form: named channels with keys.

import { componentsOf, decodeHanim, decodeHanimx, decodeHmesh, type Interpolation } from '@assetc/formats';
import type { Store } from '../../store/store.js';

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
}

/** The mesh with the same name, whose joints and targets the clips animate. */
export const meshFor = (path: string): string => path.replace(/\.hanimx?$/, '.hmesh');

export async function readClips(store: Store, path: string): Promise<readonly ClipCurves[]> {
  const bytes = await store.read(path);
  const mesh = meshFor(path);
  const names =
    store.find(mesh) === undefined
      ? undefined
      : await store
          .read(mesh)
          .then((found) => decodeHmesh(found).names)
          // The mesh's own view shows its errors.
          .catch(() => undefined);
  if (path.endsWith('x'))
    return decodeHanimx(bytes).map(({ name, duration, channels }) => ({
      name,
      duration,
      curves: channels.map(({ target, ...channel }) => ({
        ...channel,
        name: names?.targets[target] || `target ${target}`,
        components: 1,
      })),
    }));
  return decodeHanim(bytes).map(({ name, duration, channels }) => ({
    name,
    duration,
    curves: channels.map(({ joint, path: property, ...channel }) => ({
      ...channel,
      name: `${names?.joints[joint] || `joint ${joint}`} ${property}`,
      components: componentsOf(property),
    })),
  }));
}
