// The arc cosine as fdlibm rounds it, for MikkTSpace's weights: engines may round differently.

const HALF_PI_HIGH = 1.570796326794896558;
const HALF_PI_LOW = 6.12323399573676603587e-17;

/** (asin(x) − x) / x for z = x². */
/* @inline */ function ratio(z: f64): f64 {
  const p =
    z *
    (1.66666666666666657415e-1 +
      z *
        (-3.25565818622400915405e-1 +
          z *
            (2.01212532134862925881e-1 +
              z * (-4.00555345006794114027e-2 + z * (7.91534994289814532176e-4 + z * 3.4793310759602116757e-5)))));
  const q =
    1.0 +
    z *
      (-2.40339491173441421878 +
        z * (2.02094576023350569471 + z * (-6.8828397160545329303e-1 + z * 7.70381505559019352791e-2)));
  return p / q;
}

/** Arguments beyond −1 … 1 are clamped. */
export function arcCosine(x: f64): f64 {
  if (x >= 1) return 0;
  if (x <= -1) return 2 * HALF_PI_HIGH;
  const size = abs(x);
  if (size < 0.5) {
    // Below 2^-57 x is lost to rounding.
    if (size < 6.938893903907228e-18) return HALF_PI_HIGH;
    return HALF_PI_HIGH - (x - (HALF_PI_LOW - x * ratio(x * x)));
  }
  if (x < 0) {
    const z = (1.0 + x) * 0.5;
    const s = sqrt<f64>(z);
    const w = ratio(z) * s - HALF_PI_LOW;
    return 2 * (HALF_PI_HIGH - (s + w));
  }
  const z = (1.0 - x) * 0.5;
  const s = sqrt<f64>(z);
  const high = reinterpret<f64>(reinterpret<u64>(s) & 0xffffffff00000000);
  const c = (z - high * high) / (s + high);
  const w = ratio(z) * s + c;
  return 2 * (high + w);
}
