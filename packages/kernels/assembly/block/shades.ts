// One channel in eight shades, as BC4 and EAC have them.

/** All ones if a texel is nearer to the shade above border `i` than to the one below it. */
/* @inline */ function isAbove(texels: v128, borders: v128, i: u8): v128 {
  return i8x16.ge_u(texels, i8x16.swizzle(borders, i8x16.splat(i)));
}

/** The rank of the nearest shade of each texel, of two at the same distance the brighter. Shades ascend in the low eight bytes. */
/* @inline */ export function nearestShades(texels: v128, shades: v128): v128 {
  const borders = i8x16.avgr_u(shades, i8x16.shuffle(shades, shades, 1, 2, 3, 4, 5, 6, 7, 7, 8, 8, 8, 8, 8, 8, 8, 8));
  return i8x16.neg(
    i8x16.add(
      i8x16.add(
        i8x16.add(isAbove(texels, borders, 0), isAbove(texels, borders, 1)),
        i8x16.add(isAbove(texels, borders, 2), isAbove(texels, borders, 3)),
      ),
      i8x16.add(i8x16.add(isAbove(texels, borders, 4), isAbove(texels, borders, 5)), isAbove(texels, borders, 6)),
    ),
  );
}
