// Reads a decimal number if its float is certain: a mantissa below 2^53, multiplied or divided by one exact power of ten, is rounded
// once (Clinger). Longer mantissas are truncated: the number is between the truncated one and one more in the last place.

/** Powers of ten that are exact as doubles. */
const POWERS = memory.data<f64>([
  1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
  1e21, 1e22,
]);
const MAX_MANTISSA: u64 = 9007199254740991;
/** The caller reports larger numbers. */
const LARGEST: f64 = 1e18;

/** The last number read. */
export let number: f64 = 0;

/** Returns the end of the number at `at`; 0 if there is none, or if it cannot be rounded this way. */
export function readNumber(at: usize): usize {
  let byte = u32(load<u8>(at));
  const isNegative = byte === 45;
  if (isNegative || byte === 43) byte = u32(load<u8>(++at));
  let mantissa: u64 = 0;
  let digits: i32 = 0;
  let scale: i32 = 0;
  let isCut = false;
  while (byte - 48 < 10) {
    const longer = mantissa * 10 + (byte - 48);
    if (isCut || longer > MAX_MANTISSA) {
      isCut = true;
      scale++;
    } else mantissa = longer;
    digits++;
    byte = u32(load<u8>(++at));
  }
  if (byte === 46) {
    byte = u32(load<u8>(++at));
    while (byte - 48 < 10) {
      const longer = mantissa * 10 + (byte - 48);
      if (isCut || longer > MAX_MANTISSA) isCut = true;
      else {
        mantissa = longer;
        scale--;
      }
      digits++;
      byte = u32(load<u8>(++at));
    }
  }
  // The caller reports such numbers.
  if (digits === 0 || digits > 1000) return 0;
  if ((byte | 32) === 101) {
    byte = u32(load<u8>(++at));
    const isBelow = byte === 45;
    if (isBelow || byte === 43) byte = u32(load<u8>(++at));
    let exponent: i32 = 0;
    const first = at;
    while (byte - 48 < 10) {
      exponent = exponent * 10 + i32(byte - 48);
      byte = u32(load<u8>(++at));
    }
    if (at === first || at - first > 4) return 0;
    scale += isBelow ? -exponent : exponent;
  }
  const size = abs<i32>(scale);
  if (size > 22) return 0;
  const power = load<f64>(POWERS + (usize(size) << 3));
  const value = scale < 0 ? f64(mantissa) / power : f64(mantissa) * power;
  if (isCut) {
    const above = scale < 0 ? f64(mantissa + 1) / power : f64(mantissa + 1) * power;
    if (f32(value) !== f32(above)) return 0;
  }
  if (value > LARGEST) return 0;
  number = isNegative ? -value : value;
  return at;
}
