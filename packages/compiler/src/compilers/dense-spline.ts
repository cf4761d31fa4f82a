// The warning about splines that linear keys cannot follow, which the joint, weight and scene clips of a model share.

import type { Place } from '../diagnostics/diagnostic.js';
import type { WarnAt } from './warn-once.js';

export const warnAboutDenseSpline = (warn: WarnAt, where: Place): void =>
  warn(
    'gltf/dense-spline',
    where,
    'a cubic spline is stored as 240 keys a second, which follows it less closely than usual',
  );
