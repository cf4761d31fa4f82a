// A skin's joints → rows of SKEL.

import type { Joint } from '@assetc/formats';
import type { SkinModel } from '../../model/scene.js';

/** Numbers of a rest pose: translation 3, rotation 4, scale 3. */
const REST = 10;

export function jointTable({ joints, inverseBinds, rest, parents }: SkinModel): Joint[] {
  return joints.map((_, i) => {
    const pose = rest.subarray(i * REST, (i + 1) * REST);
    return {
      inverseBind: [...inverseBinds.subarray(i * 16, i * 16 + 16)],
      bindT: [...pose.subarray(0, 3)],
      bindR: [...pose.subarray(3, 7)],
      bindS: [...pose.subarray(7, 10)],
      parent: parents[i] ?? -1,
    };
  });
}
