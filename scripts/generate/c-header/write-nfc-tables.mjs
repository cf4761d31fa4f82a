// Writes packages/formats/c/parts/nfc-tables.h, which assetc.h needs to convert text to NFC. Run by hand, not by `generate`: the output
// depends on the Unicode version of Node. Unicode never changes the normalization of assigned characters.
import { writeFileSync } from 'node:fs';

const text = String.fromCodePoint;
const codes = [];
for (let code = 0; code < 0x110000; code++)
  if ((code < 0xd800 || code > 0xdfff) && (code < 0xac00 || code > 0xd7a3)) codes.push(code);
const nfd = (string) => [...string.normalize('NFD')].map((ch) => ch.codePointAt(0));

const isKept = (code) => text(code).normalize('NFC') === text(code);

/** Full decompositions. Each table row takes one step: it splits off the last character, and the rest is one character again. */
const whole = new Map();
for (const code of codes) {
  const parts = nfd(text(code));
  if (parts.length > 1 || parts[0] !== code) whole.set(code, parts);
}
/** If two characters have the same decomposition, takes the one that NFC keeps. */
const byParts = new Map(
  [...whole].sort(([a], [b]) => Number(isKept(a)) - Number(isKept(b))).map(([code, parts]) => [parts.join(), code]),
);
const rows = [...whole].map(([code, parts]) => {
  if (parts.length === 1) return [code, parts[0], 0];
  const front = parts.slice(0, -1);
  const first = front.length === 1 ? front[0] : byParts.get(front.join());
  if (first === undefined) throw new Error(`U+${code.toString(16)} has no decomposition into two characters`);
  const composes = text(first, parts.at(-1)).normalize('NFC') === text(code);
  // Bit 31: NFC composes the two again.
  return [code, first, parts.at(-1) + (composes ? 0x80000000 : 0)];
});

/** Marks are ordered by combining class, which JavaScript does not expose. NFD shows which of two comes first. */
const HIGHEST = 0x345;
const isSwapped = (a, b) => nfd(text(a, b))[0] === b && a !== b;
const marks = codes.filter((code) => /\p{M}/u.test(text(code)) && !whole.has(code));
const ordered = marks.filter((mark) => mark === HIGHEST || isSwapped(HIGHEST, mark));
const classes = [];
for (const mark of ordered) {
  let low = 0;
  let high = classes.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSwapped(mark, classes[middle][0])) low = middle + 1;
    else high = middle;
  }
  if (classes[low] !== undefined && !isSwapped(classes[low][0], mark)) classes[low].push(mark);
  else classes.splice(low, 0, [mark]);
}
const rankOf = new Map(classes.flatMap((list, i) => list.map((mark) => [mark, i + 1])));
const ranges = [];
for (const mark of [...rankOf.keys()].sort((a, b) => a - b)) {
  const last = ranges.at(-1);
  const rank = rankOf.get(mark);
  if (last !== undefined && last[1] === mark - 1 && last[2] === rank) last[1] = mark;
  else ranges.push([mark, mark, rank]);
}

const hex = (n) => `0x${n.toString(16).toUpperCase()}`;
const table = (list) => {
  const lines = [];
  for (let i = 0; i < list.length; i += 4)
    lines.push(
      `  ${list
        .slice(i, i + 4)
        .map((row) => `{ ${row.map(hex).join(', ')} },`)
        .join(' ')}`,
    );
  return lines.join('\n');
};
writeFileSync(
  'packages/formats/c/parts/nfc-tables.h',
  `/* @implementation */

/* Unicode ${process.versions.unicode}, by scripts/generate/c-header/write-nfc-tables.mjs. A character, and the one or two
 * characters of its decomposition. Bit 31 of the second: NFC composes them again. */
static const uint32_t assetc_impl_decompositions[${rows.length}][3] = {
${table(rows)}
};

/* First and last of a range of marks, and their rank in the order of marks. Other characters have no rank. */
static const uint32_t assetc_impl_mark_ranges[${ranges.length}][3] = {
${table(ranges)}
};
`,
);
console.log(`${rows.length} decompositions, ${ranges.length} ranges of ${classes.length} classes`);
