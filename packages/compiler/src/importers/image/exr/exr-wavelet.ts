// Inverts the wavelets of PIZ in place, from the coarsest step to the finest. If all values are below 2^14, averages and differences
// are exact; otherwise they are modulo 2^16.

export function invertWavelets(
  words: Uint16Array,
  first: number,
  columns: number,
  rows: number,
  stepX: number,
  max: number,
): void {
  const stepY = columns * stepX;
  const invertPair = max < 1 << 14 ? invertPair14 : invertPair16;
  let span = 1;
  while (span * 2 <= Math.min(columns, rows)) span *= 2;
  for (let step = span >> 1; step >= 1; span = step, step >>= 1) {
    const [nextX, nextY] = [step * stepX, step * stepY];
    let y = 0;
    for (; y + span <= rows; y += span) {
      let x = 0;
      let at = first + y * stepY;
      for (; x + span <= columns; x += span, at += span * stepX) {
        invertPair(words, at, at + nextY);
        invertPair(words, at + nextX, at + nextX + nextY);
        invertPair(words, at, at + nextX);
        invertPair(words, at + nextY, at + nextX + nextY);
      }
      if ((columns & step) !== 0) invertPair(words, at, at + nextY);
    }
    if ((rows & step) === 0) continue;
    let at = first + y * stepY;
    for (let x = 0; x + span <= columns; x += span, at += span * stepX) invertPair(words, at, at + nextX);
  }
}

/** Restores two values from their average and difference. */
function invertPair14(words: Uint16Array, a: number, b: number): void {
  const difference = ((words[b] ?? 0) << 16) >> 16;
  const value = (((words[a] ?? 0) << 16) >> 16) + (difference & 1) + (difference >> 1);
  words[a] = value;
  words[b] = value - difference;
}

function invertPair16(words: Uint16Array, a: number, b: number): void {
  const difference = words[b] ?? 0;
  const second = ((words[a] ?? 0) - (difference >> 1)) & 0xffff;
  words[b] = second;
  words[a] = difference + second - 0x8000;
}
