// Writes a small font for tests: straight contours in glyf or CFF (there with one curve), a kern table, and one variation axis that moves
// points.

export interface TinyGlyph {
  /** 0 for .notdef. */
  readonly codepoint: number;
  readonly advance: number;
  /** Closed contours of whole units, y up; several may overlap. */
  readonly contours: readonly (readonly (readonly [x: number, y: number])[])[];
  /** How far each point moves, over all contours in turn, at the axis' maximum. */
  readonly deltas?: readonly (readonly [dx: number, dy: number])[];
}

export interface TinyFont {
  /** The first is .notdef; the rest ascend by codepoint. */
  readonly glyphs: readonly TinyGlyph[];
  /** By glyph number. */
  readonly kerning?: readonly (readonly [left: number, right: number, value: number])[];
  /** True: OpenType with CFF outlines; each contour's last edge is drawn as a cubic. */
  readonly cff?: boolean;
  /** More tables: name, bytes. */
  readonly more?: readonly (readonly [tag: string, bytes: readonly number[]])[];
  readonly axis?: { readonly tag: string; readonly min: number; readonly default: number; readonly max: number };
}

const TINY_UNITS_PER_EM = 1000;

export function writeTinyFont(font: TinyFont): Uint8Array {
  const outlines: [string, number[]][] = font.cff
    ? [['CFF ', cff(font)]]
    : [
        ['glyf', font.glyphs.flatMap(glyph)],
        ['loca', loca(font)],
      ];
  const tables: [string, number[]][] = [
    ['cmap', cmap(font)],
    ...outlines,
    ['head', head()],
    [
      'hhea',
      [...u32(0x10000), ...i16(800), ...i16(-200), ...i16(90), ...u16(1000), ...zeros(22), ...u16(font.glyphs.length)],
    ],
    ['hmtx', font.glyphs.flatMap(({ advance, contours }) => [...u16(advance), ...i16(boxOf(contours)[0])])],
    ['maxp', [...u32(font.cff ? 0x5000 : 0x10000), ...u16(font.glyphs.length), ...zeros(26)]],
  ];
  if (font.kerning !== undefined) tables.push(['kern', kern(font.kerning)]);
  if (font.axis !== undefined) tables.push(['fvar', fvar(font.axis)], ['gvar', gvar(font)]);
  for (const [tag, bytes] of font.more ?? []) tables.push([tag, [...bytes]]);
  return assemble(
    font.cff ? 0x4f54544f : 0x10000,
    tables.sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

const u8 = (...values: number[]): number[] => values.map((v) => v & 0xff);
const u16 = (v: number): number[] => u8(v >> 8, v);
const i16 = u16;
const u32 = (v: number): number[] => [...u16(v >>> 16), ...u16(v & 0xffff)];
const zeros = (count: number): number[] => new Array<number>(count).fill(0);
const padded = (bytes: number[]): number[] => [...bytes, ...zeros(-bytes.length & 3)];

function assemble(version: number, tables: readonly [string, number[]][]): Uint8Array {
  let offset = 12 + tables.length * 16;
  const directory: number[] = [];
  for (const [tag, bytes] of tables) {
    directory.push(...[...tag].map((c) => c.charCodeAt(0)), ...u32(0), ...u32(offset), ...u32(bytes.length));
    offset += padded(bytes).length;
  }
  const body = tables.flatMap(([, bytes]) => padded(bytes));
  return Uint8Array.from([...u32(version), ...u16(tables.length), ...zeros(6), ...directory, ...body]);
}

function boxOf(contours: TinyGlyph['contours']): [number, number, number, number] {
  const points = contours.flat();
  if (points.length === 0) return [0, 0, 0, 0];
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function glyph({ contours }: TinyGlyph): number[] {
  const points = contours.flat();
  if (points.length === 0) return [];
  let end = -1;
  const ends = contours.flatMap((contour) => {
    end += contour.length;
    return u16(end);
  });
  const deltas = (axis: 0 | 1): number[] => points.flatMap((p, i) => i16(p[axis] - (points[i - 1]?.[axis] ?? 0)));
  return padded([
    ...i16(contours.length),
    ...boxOf(contours).flatMap(i16),
    ...ends,
    ...u16(0),
    ...points.map(() => 1),
    ...deltas(0),
    ...deltas(1),
  ]);
}

function loca(font: TinyFont): number[] {
  let offset = 0;
  return [0, ...font.glyphs.map((g) => (offset += glyph(g).length))].flatMap(u32);
}

const head = (): number[] => [
  ...u32(0x10000),
  ...u32(0),
  ...u32(0),
  ...u32(0x5f0f3cf5),
  ...u16(0),
  ...u16(TINY_UNITS_PER_EM),
  ...zeros(16),
  ...zeros(8),
  ...u16(0),
  ...u16(8),
  ...i16(2),
  ...i16(1),
  ...i16(0),
];

/** Format 12. */
function cmap({ glyphs }: TinyFont): number[] {
  const groups = glyphs.flatMap(({ codepoint }, id) =>
    id === 0 ? [] : [...u32(codepoint), ...u32(codepoint), ...u32(id)],
  );
  const count = glyphs.length - 1;
  return [
    ...u16(0),
    ...u16(1),
    ...u16(3),
    ...u16(10),
    ...u32(12),
    ...u16(12),
    ...u16(0),
    ...u32(16 + groups.length),
    ...u32(0),
    ...u32(count),
    ...groups,
  ];
}

function kern(pairs: readonly (readonly [number, number, number])[]): number[] {
  const sorted = [...pairs].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const body = sorted.flatMap(([left, right, value]) => [...u16(left), ...u16(right), ...i16(value)]);
  return [
    ...u16(0),
    ...u16(1),
    ...u16(0),
    ...u16(14 + body.length),
    ...u16(1),
    ...u16(pairs.length),
    ...zeros(6),
    ...body,
  ];
}

const fixed = (v: number): number[] => u32(Math.round(v * 65536) >>> 0);

const fvar = (axis: NonNullable<TinyFont['axis']>): number[] => [
  ...u16(1),
  ...u16(0),
  ...u16(16),
  ...u16(2),
  ...u16(1),
  ...u16(20),
  ...u16(0),
  ...u16(8),
  ...[...axis.tag].map((c) => c.charCodeAt(0)),
  ...fixed(axis.min),
  ...fixed(axis.default),
  ...fixed(axis.max),
  ...u16(0),
  ...u16(256),
];

/** One tuple per glyph, at the axis' maximum, for all points and the four phantom points. */
function gvar({ glyphs }: TinyFont): number[] {
  const data = glyphs.map(({ deltas }) => {
    if (deltas === undefined) return [];
    const all = [...deltas, ...Array.from({ length: 4 }, () => [0, 0] as const)];
    // Runs of words: the control byte 0x40 | (count − 1), at most 64 in one.
    const run = (values: readonly number[]): number[] => {
      const out: number[] = [];
      for (let i = 0; i < values.length; i += 64) {
        const part = values.slice(i, i + 64);
        out.push(0x40 | (part.length - 1), ...part.flatMap(i16));
      }
      return out;
    };
    // Private point numbers, 0 of them: all points.
    const serialized = [0, ...run(all.map(([dx]) => dx)), ...run(all.map(([, dy]) => dy))];
    const header = [...u16(1), ...u16(10), ...u16(serialized.length), ...u16(0xa000), ...i16(0x4000)];
    return padded([...header, ...serialized]);
  });
  let offset = 0;
  const offsets = [0, ...data.map((bytes) => (offset += bytes.length))].flatMap(u32);
  const arrayAt = 20 + offsets.length;
  return [
    ...u16(1),
    ...u16(0),
    ...u16(1),
    ...u16(0),
    ...u32(20),
    ...u16(glyphs.length),
    ...u16(1),
    ...u32(arrayAt),
    ...offsets,
    ...data.flat(),
  ];
}

/** An INDEX of CFF with offsets of four bytes. */
function index(items: readonly number[][]): number[] {
  if (items.length === 0) return u16(0);
  let offset = 1;
  const offsets = [1, ...items.map((item) => (offset += item.length))].flatMap(u32);
  return [...u16(items.length), 4, ...offsets, ...items.flat()];
}

/** Numbers of a DICT and of a charstring, always in their longest form. */
const dictNumber = (v: number): number[] => [29, ...u32(v >>> 0)];
const charNumber = (v: number): number[] => [28, ...i16(v)];

function charString({ contours }: TinyGlyph): number[] {
  const out: number[] = [];
  let [x, y] = [0, 0];
  const step = ([nx, ny]: readonly [number, number]): number[] => {
    const bytes = [...charNumber(nx - x), ...charNumber(ny - y)];
    [x, y] = [nx, ny];
    return bytes;
  };
  for (const contour of contours) {
    const [first, ...rest] = contour;
    if (first === undefined) continue;
    out.push(...step(first), 21);
    for (const point of rest) out.push(...step(point), 5);
    // Back to the start by a curve that bulges a quarter of the way outwards.
    const [dx, dy] = [first[0] - x, first[1] - y];
    const bulge = [-dy / 4, dx / 4].map(Math.round);
    const [bx = 0, by = 0] = bulge;
    out.push(...step([x + bx, y + by]), ...step([x + dx, y + dy]), ...step(first), 8);
  }
  return [...out, 14];
}

function cff(font: TinyFont): number[] {
  const name = index([[...'Tiny'].map((c) => c.charCodeAt(0))]);
  const charStrings = index(font.glyphs.map(charString));
  const topSize = 5 + 1 + 5 + 5 + 1;
  const head = [1, 0, 4, 4, ...name];
  const charStringsAt = head.length + index([zeros(topSize)]).length + u16(0).length * 2;
  const privateAt = charStringsAt + charStrings.length;
  const top = [...dictNumber(charStringsAt), 17, ...dictNumber(0), ...dictNumber(privateAt), 18];
  return [...head, ...index([top]), ...u16(0), ...u16(0), ...charStrings];
}
