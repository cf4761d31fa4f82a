// Reads the tone curves of ICC profiles: sampled (`curv`) and parametric (`para`).

import { shortestDecimal } from '@assetc/formats';
import { powerCurve, type ToneCurve } from '../../../model/image/color-space.js';
import { DamagedProfile } from './icc-tags.js';

export function readCurve(tag: DataView): ToneCurve {
  const type = tag.getUint32(0, false);
  if (type === 0x63757276) return readSampled(tag);
  if (type === 0x70617261) return readParametric(tag);
  throw new DamagedProfile('a curve has an unknown type');
}

function readSampled(tag: DataView): ToneCurve {
  const count = tag.getUint32(8, false);
  if (12 + count * 2 > tag.byteLength) throw new DamagedProfile(`a curve of ${count} values is cut off`);
  if (count === 0) return powerCurve(1);
  if (count === 1) return powerCurve(requireValidGamma(tag.getUint16(12, false) / 256));
  const values = new Uint16Array(count);
  for (let i = 0; i < count; i++) values[i] = tag.getUint16(12 + i * 2, false);
  return { shape: 'table', values };
}

/** How many of g, a, b, c, d, e, f each type has. */
const PARAMETER_COUNTS = [1, 3, 4, 5, 7];

function readParametric(tag: DataView): ToneCurve {
  const type = tag.getUint16(8, false);
  const count = PARAMETER_COUNTS[type];
  if (count === undefined) throw new DamagedProfile(`there is no parametric curve of type ${type}`);
  if (12 + count * 4 > tag.byteLength) throw new DamagedProfile('a parametric curve is cut off');
  const at = (i: number): number => (i < count ? tag.getInt32(12 + i * 4, false) / 65536 : 0);
  const g = requireValidGamma(at(0));
  if (type === 0) return powerCurve(g);
  const [a, b] = [at(1), at(2)];
  if (type >= 3) return { shape: 'power', g, a, b, c: at(3), d: at(4), e: at(5), f: at(6) };
  if (a === 0) throw new DamagedProfile('a parametric curve has no slope');
  return { shape: 'power', g, a, b, c: 0, d: -b / a, e: at(3), f: at(3) };
}

function requireValidGamma(gamma: number): number {
  if (!(gamma > 0)) throw new DamagedProfile(`it states a gamma of ${shortestDecimal(gamma)}`);
  return gamma;
}
