// ICC profiles that are curves and a matrix, or one curve of grey. Tables (A2B) are not read: a profile that has both forms is taken
// by its curves, which describe the same space.

import { type ColorSpace, isSound, type PrimaryMatrix } from '../../model/color-space.js';
import { readCurve } from './icc-curve.js';
import { DamagedProfile, type IccTags } from './icc-tags.js';

/** A sound profile of a sort that is not applied; the text says which. */
interface UnreadProfile {
  readonly unread: string;
}

/** `isGrey`: what the image's own pixels are. */
export function readProfile(tags: IccTags, name: string, isGrey: boolean): ColorSpace | UnreadProfile {
  const space = tags.text(16).trim();
  if (space === 'GRAY') {
    if (!isGrey) return { unread: 'is for grey images, and the image is not' };
    if (!tags.has('kTRC')) return { unread: 'works by tables' };
    if (tags.text(20) !== 'XYZ ') return { unread: 'works by way of Lab' };
    const curve = curveOf(tags, 'kTRC');
    return { name, curves: [curve, curve, curve], primaries: undefined };
  }
  if (space !== 'RGB') return { unread: `is for ${space} images, and the image is ${isGrey ? 'grey' : 'RGB'}` };
  const needed = ['rTRC', 'gTRC', 'bTRC', 'rXYZ', 'gXYZ', 'bXYZ'];
  if (tags.text(20) !== 'XYZ ' || !needed.every((tag) => tags.has(tag))) return { unread: 'works by tables' };
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
  if (!isSound(matrix)) throw new DamagedProfile('its primaries make no space of colours');
  return matrix;
}

function xyzOf(tags: IccTags, name: string): readonly [number, number, number] {
  const tag = tagOf(tags, name);
  if (tag.byteLength < 20 || tag.getUint32(0, false) !== 0x58595a20)
    throw new DamagedProfile(`its tag ${name} is no colour`);
  const at = (i: number): number => tag.getInt32(8 + i * 4, false) / 65536;
  return [at(0), at(1), at(2)];
}
