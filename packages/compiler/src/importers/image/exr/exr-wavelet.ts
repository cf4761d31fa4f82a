// The wavelets of PIZ undone in place, from the coarsest step to the finest: where all values are below 2^14 by averages and differences
// as they are, else modulo 2^16.

export function undoWavelets(
  words: Uint16Array,
  first: number,
  columns: number,
  rows: number,
  stepX: number,
  largest: number,
): void {
  const stepY = columns * stepX;
  const undo = largest < 1 << 14 ? undoPair14 : undoPair16;
  let double = 1;
  while (double * 2 <= Math.min(columns, rows)) double *= 2;
  for (let step = double >> 1; step >= 1; double = step, step >>= 1) {
    const [nextX, nextY] = [step * stepX, step * stepY];
    let y = 0;
    for (; y + double <= rows; y += double) {
      let x = 0;
      let at = first + y * stepY;
      for (; x + double <= columns; x += double, at += double * stepX) {
        undo(words, at, at + nextY);
        undo(words, at + nextX, at + nextX + nextY);
        undo(words, at, at + nextX);
        undo(words, at + nextY, at + nextX + nextY);
      }
      if ((columns & step) !== 0) undo(words, at, at + nextY);
    }
    if ((rows & step) === 0) continue;
    let at = first + y * stepY;
    for (let x = 0; x + double <= columns; x += double, at += double * stepX) undo(words, at, at + nextX);
  }
}

/** Average and difference → two values. */
function undoPair14(words: Uint16Array, a: number, b: number): void {
  const difference = ((words[b] ?? 0) << 16) >> 16;
  const value = (((words[a] ?? 0) << 16) >> 16) + (difference & 1) + (difference >> 1);
  words[a] = value;
  words[b] = value - difference;
}

function undoPair16(words: Uint16Array, a: number, b: number): void {
  const difference = words[b] ?? 0;
  const second = ((words[a] ?? 0) - (difference >> 1)) & 0xffff;
  words[b] = second;
  words[a] = difference + second - 0x8000;
}
