// Wrapping and transform of a texture. FBX moves the image over the surface with v upward; models move the coordinates with v downward.

import {
  movesNothing,
  type TextureMapping,
  type TextureSampler,
  type TextureTransform,
} from '../../../model/image/texture-use.js';
import { atan2Turns } from '../../../model/math/arctangent.js';
import { sineAndCosine } from '../../../model/math/sine.js';
import type { FbxObject } from '../document/fbx-document.js';
import { childOf, numbersOf } from '../file/fbx-node.js';
import type { Surface } from './surface.js';

/** u′ = a·u + b·v + x, v′ = c·u + d·v + y. */
interface Affine {
  readonly a: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
  readonly x: number;
  readonly y: number;
}

interface FoundMapping {
  readonly mapping: Omit<TextureMapping, 'uvSet'>;
  /** Whether the transform shears, which models cannot store. */
  readonly isSheared: boolean;
}

export function mappingOf({ properties, node }: FbxObject, uv: Surface['uv']): FoundMapping {
  const pair = (name: string, child: string, absent: number): readonly [number, number] => {
    const [x, y] = properties.vector(name) ?? numbersOf(childOf(node, child));
    return [x ?? absent, y ?? absent];
  };
  const placed = place(
    pair('Translation', 'ModelUVTranslation', 0),
    properties.vector('Rotation')?.[2] ?? 0,
    pair('Scaling', 'ModelUVScaling', 1),
    properties.vector('TextureRotationPivot') ?? [0, 0, 0],
    properties.vector('TextureScalingPivot') ?? [0, 0, 0],
  );
  const inverse = invert(placed);
  const moved = uv === undefined ? inverse : withOffset(inverse, uv.offset, uv.scale);
  const { transform, isSheared } = transformOf(flip(moved));
  const clamps = (name: string): boolean => properties.number(name) === 1;
  const sampler: TextureSampler = {
    ...(clamps('WrapModeU') ? { wrapS: 'clamp' } : {}),
    ...(clamps('WrapModeV') ? { wrapT: 'clamp' } : {}),
  };
  return {
    mapping: {
      ...(movesNothing(transform) ? {} : { transform }),
      ...(Object.keys(sampler).length === 0 ? {} : { sampler }),
    },
    isSheared,
  };
}

type Pair = readonly [number, number];

/** Where a texture's coordinates are on the surface: T · Rp · R · Rp⁻¹ · Sp · S · Sp⁻¹. */
function place(
  translation: Pair,
  degrees: number,
  scaling: Pair,
  [rx, ry]: readonly number[],
  [sx, sy]: readonly number[],
): Affine {
  const { sine, cosine } = sineAndCosine((degrees * Math.PI) / 180);
  const [px, py, qx, qy] = [rx ?? 0, ry ?? 0, sx ?? 0, sy ?? 0];
  const a = cosine * scaling[0];
  const b = -sine * scaling[1];
  const c = sine * scaling[0];
  const d = cosine * scaling[1];
  // What the pivots leave of the origin.
  const [ox, oy] = [qx - scaling[0] * qx - px, qy - scaling[1] * qy - py];
  return {
    a,
    b,
    c,
    d,
    x: translation[0] + px + cosine * ox - sine * oy,
    y: translation[1] + py + sine * ox + cosine * oy,
  };
}

/** A scale of zero has no inverse: such a texture is not moved. */
function invert({ a, b, c, d, x, y }: Affine): Affine {
  const det = a * d - b * c;
  if (!Number.isFinite(1 / det)) return { a: 1, b: 0, c: 0, d: 1, x: 0, y: 0 };
  const [ia, ib, ic, id] = [d / det, -b / det, -c / det, a / det];
  return { a: ia, b: ib, c: ic, d: id, x: -(ia * x + ib * y), y: -(ic * x + id * y) };
}

/** The material scales and moves the coordinates first. */
const withOffset = ({ a, b, c, d, x, y }: Affine, [ox, oy]: Pair, [sx, sy]: Pair): Affine => ({
  a: a * sx,
  b: b * sy,
  c: c * sx,
  d: d * sy,
  x: a * ox + b * oy + x,
  y: c * ox + d * oy + y,
});

/** The same with v downward, before and after. */
const flip = ({ a, b, c, d, x, y }: Affine): Affine => ({ a, b: -b, c: -c, d, x: x + b, y: 1 - d - y });

/** A rotation and scales, as glTF has them: (a b; c d) = (cos·sx sin·sy; −sin·sx cos·sy). */
function transformOf({ a, b, c, d, x, y }: Affine): {
  readonly transform: TextureTransform;
  readonly isSheared: boolean;
} {
  const width = Math.sqrt(a * a + c * c);
  const [cosine, sine] = width === 0 ? [1, 0] : [a / width, -c / width];
  const height = b * sine + d * cosine;
  const isSheared = Math.abs(b - sine * height) + Math.abs(d - cosine * height) > 1e-4 * (Math.abs(height) + 1e-6);
  const tidy = (n: number): number => (Math.abs(n) < 1e-12 ? 0 : n);
  // A half turn with a positive width is a mirror in both directions.
  const rotation = tidy(atan2Turns(sine, cosine) * 2 * Math.PI);
  return { transform: { offset: [tidy(x), tidy(y)], scale: [width, height], rotation }, isSheared };
}
