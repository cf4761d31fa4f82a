// Converts a skeleton's joints to rows of SKEL.

import type { Joint } from '@assetc/formats';
import type { JointModel } from '../../../model/scene/skeleton.js';

export const jointTable = (joints: readonly JointModel[]): Joint[] =>
  joints.map(({ inverseBind, rest, parent }) => ({
    inverseBind: [...inverseBind],
    bindT: [...rest.translation],
    bindR: [...rest.rotation],
    bindS: [...rest.scale],
    parent,
  }));
