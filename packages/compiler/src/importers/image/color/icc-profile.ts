// Reads ICC profiles that consist of curves and a matrix, or of one gray curve. Tables (A2B) are not read: if a profile has both, its
// curves are used, which describe the same color space.

import { type ColorSpace, isSound, type PrimaryMatrix } from '../../../model/image/color-space.js';
import { readCurve } from './icc-curve.js';
import { DamagedProfile, type IccTags } from './icc-tags.js';

/** A valid profile of a type that is not supported; the text names it. */
interface UnsupportedProfile {
  readonly reason: string;
}

/** `isGray`: whether the image itself is gray. */
export function readProfile(tags: IccTags, name: string, isGray: boolean): ColorSpace | UnsupportedProfile {
  const space = tags.text(16).trim();
  if (space === 'GRAY') {
    if (!isGray) return { reason: 'is for gray images, but the image is not gray' };
    if (!tags.has('kTRC')) return { reason: 'uses tables' };
    if (tags.text(20) !== 'XYZ ') return { reason: 'uses Lab' };
    const curve = curveOf(tags, 'kTRC');
    return { name, curves: [curve, curve, curve], primaries: undefined };
  }
  if (space !== 'RGB') return { reason: `is for ${space} images, but the image is ${isGray ? 'gray' : 'RGB'}` };
  const needed = ['rTRC', 'gTRC', 'bTRC', 'rXYZ', 'gXYZ', 'bXYZ'];
  if (tags.text(20) !== 'XYZ ' || !needed.every((tag) => tags.has(tag))) return { reason: 'uses tables' };
  return {
    name,
    curves: [curveOf(tags, 'rTRC'), curveOf(tags, 'gTRC'), curveOf(tags, 'bTRC')],
    primaries: primariesOf(tags),
  };
}

function tagOf(tags: IccTags, name: string): DataView {
  const tag = tags.tag(name);
  if (tag === undefined) throw new DamagedProfile(`its tag ${name} is missing`);
  return tag;
}

const curveOf = (tags: IccTags, name: string) => readCurve(tagOf(tags, name));

function primariesOf(tags: IccTags): PrimaryMatrix {
  const [r, g, b] = [xyzOf(tags, 'rXYZ'), xyzOf(tags, 'gXYZ'), xyzOf(tags, 'bXYZ')];
  const matrix: PrimaryMatrix = [r[0], g[0], b[0], r[1], g[1], b[1], r[2], g[2], b[2]];
  if (!isSound(matrix)) throw new DamagedProfile('its primaries do not define a color space');
  return matrix;
}

function xyzOf(tags: IccTags, name: string): readonly [number, number, number] {
  const tag = tagOf(tags, name);
  if (tag.byteLength < 20 || tag.getUint32(0, false) !== 0x58595a20)
    throw new DamagedProfile(`its tag ${name} is not a color`);
  const at = (i: number): number => tag.getInt32(8 + i * 4, false) / 65536;
  return [at(0), at(1), at(2)];
}
