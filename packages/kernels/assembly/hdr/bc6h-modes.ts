// The bit layouts of BC6H's fourteen modes. A pair of endpoints is w and x, the second pair y and z. A field is a channel, an endpoint and
// its bits, stored from the lowest (`rw10-15` is stored from the highest).

/** By mode: bits of w, bits of the others for R, G and B, the mode's code, and its bits. */
const SHAPES: usize = memory.data<u8>([
  10, 5, 5, 5, 0, 2, 7, 6, 6, 6, 1, 2, 11, 5, 4, 4, 2, 5, 11, 4, 5, 4, 6, 5, 11, 4, 4, 5, 10, 5, 9, 5, 5, 5, 14, 5, 8,
  6, 5, 5, 18, 5, 8, 5, 6, 5, 22, 5, 8, 5, 5, 6, 26, 5, 6, 6, 6, 6, 30, 5, 10, 10, 10, 10, 3, 5, 11, 9, 9, 9, 7, 5, 12,
  8, 8, 8, 11, 5, 16, 4, 4, 4, 15, 5,
]);

function fieldsOf(mode: i32): string {
  switch (mode) {
    case 0:
      return 'gy4 by4 bz4 rw9:0 gw9:0 bw9:0 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3';
    case 1:
      return 'gy5 gz4 gz5 rw6:0 bz0 bz1 by4 gw6:0 by5 bz2 gy4 bw6:0 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 gz3:0 bx5:0 by3:0 ry5:0 rz5:0';
    case 2:
      return 'rw9:0 gw9:0 bw9:0 rx4:0 rw10 gy3:0 gx3:0 gw10 bz0 gz3:0 bx3:0 bw10 bz1 by3:0 ry4:0 bz2 rz4:0 bz3';
    case 3:
      return 'rw9:0 gw9:0 bw9:0 rx3:0 rw10 gz4 gy3:0 gx4:0 gw10 gz3:0 bx3:0 bw10 bz1 by3:0 ry3:0 bz0 bz2 rz3:0 gy4 bz3';
    case 4:
      return 'rw9:0 gw9:0 bw9:0 rx3:0 rw10 by4 gy3:0 gx3:0 gw10 bz0 gz3:0 bx4:0 bw10 by3:0 ry3:0 bz1 bz2 rz3:0 bz4 bz3';
    case 5:
      return 'rw8:0 by4 gw8:0 gy4 bw8:0 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3';
    case 6:
      return 'rw7:0 gz4 by4 gw7:0 bz2 gy4 bw7:0 bz3 bz4 rx5:0 gy3:0 gx4:0 bz0 gz3:0 bx4:0 bz1 by3:0 ry5:0 rz5:0';
    case 7:
      return 'rw7:0 bz0 by4 gw7:0 gy5 gy4 bw7:0 gz5 bz4 rx4:0 gz4 gy3:0 gx5:0 gz3:0 bx4:0 bz1 by3:0 ry4:0 bz2 rz4:0 bz3';
    case 8:
      return 'rw7:0 bz1 by4 gw7:0 by5 gy4 bw7:0 bz5 bz4 rx4:0 gz4 gy3:0 gx4:0 bz0 gz3:0 bx5:0 by3:0 ry4:0 bz2 rz4:0 bz3';
    case 9:
      return 'rw5:0 gz4 bz0 bz1 by4 gw5:0 gy5 by5 bz2 gy4 bw5:0 gz5 bz3 bz5 bz4 rx5:0 gy3:0 gx5:0 gz3:0 bx5:0 by3:0 ry5:0 rz5:0';
    case 10:
      return 'rw9:0 gw9:0 bw9:0 rx9:0 gx9:0 bx9:0';
    case 11:
      return 'rw9:0 gw9:0 bw9:0 rx8:0 rw10 gx8:0 gw10 bx8:0 bw10';
    case 12:
      return 'rw9:0 gw9:0 bw9:0 rx7:0 rw10-11 gx7:0 gw10-11 bx7:0 bw10-11';
    default:
      return 'rw9:0 gw9:0 bw9:0 rx3:0 rw10-15 gx3:0 gw10-15 bx3:0 bw10-15';
  }
}

/** By mode: the number of fields, then for each 3 · endpoint + channel, its lowest bit, and its number of bits. */
const FIELDS: usize = memory.data(14 * 128);

/* @inline */ export function bitsOfMode(mode: i32): i32 {
  return load<u8>(SHAPES + usize(mode * 6));
}
/** Bits of a difference from w, or of the endpoint itself if the mode has no differences. */
/* @inline */ export function deltaBitsOfMode(mode: i32, channel: i32): i32 {
  return load<u8>(SHAPES + usize(mode * 6 + 1 + channel));
}
/* @inline */ export function isDeltaMode(mode: i32): bool {
  return mode !== 9 && mode !== 10;
}
/* @inline */ export function headOfMode(mode: i32): u64 {
  return load<u8>(SHAPES + usize(mode * 6 + 4));
}
/* @inline */ export function headBitsOfMode(mode: i32): i32 {
  return load<u8>(SHAPES + usize(mode * 6 + 5));
}
/* @inline */ export function fieldsOfMode(mode: i32): usize {
  return FIELDS + usize(mode * 128);
}

let at: i32 = 0;

function readNumber(text: string): i32 {
  let number = 0;
  while (at < text.length) {
    const digit = text.charCodeAt(at) - 48;
    if (digit < 0 || digit > 9) break;
    number = number * 10 + digit;
    at++;
  }
  return number;
}

export function buildModes(): void {
  for (let mode = 0; mode < 14; mode++) {
    const text = fieldsOf(mode);
    const table = fieldsOfMode(mode);
    let count = 0;
    for (at = 0; at < text.length; at++) {
      const letter = text.charCodeAt(at++);
      const channel = letter === 0x72 ? 0 : letter === 0x67 ? 1 : 2;
      const value = (text.charCodeAt(at++) - 0x77) * 3 + channel;
      const first = readNumber(text);
      const mark = at < text.length ? text.charCodeAt(at) : 0;
      let last = first;
      if (mark === 0x3a || mark === 0x2d) {
        at++;
        last = readNumber(text);
      }
      // From the highest: one field per bit.
      const pieces = mark === 0x2d ? last - first + 1 : 1;
      for (let i = 0; i < pieces; i++) {
        const to = table + 1 + usize(count++ * 3);
        store<u8>(to, value);
        store<u8>(to, mark === 0x2d ? last - i : min(first, last), 1);
        store<u8>(to, mark === 0x2d ? 1 : abs(first - last) + 1, 2);
      }
    }
    store<u8>(table, count);
  }
}
