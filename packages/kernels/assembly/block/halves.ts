// The halves of a block that ETC codes: left and right. The upper and lower ones are single vectors already.

/** The two left columns of sixteen numbers in rows. */
/* @inline */ export function leftHalf(rows01: v128, rows23: v128): v128 {
  return i16x8.shuffle(rows01, rows23, 0, 1, 4, 5, 8, 9, 12, 13);
}

/* @inline */ export function rightHalf(rows01: v128, rows23: v128): v128 {
  return i16x8.shuffle(rows01, rows23, 2, 3, 6, 7, 10, 11, 14, 15);
}
