// AVIF files that lack what libavif insists on and browsers do without: the depth of each item (`pixi`, which libheif left out for
// years), and one table of associations rather than several alike. They get a description that has both. It goes to the end of the file
// and the old one is called free space, so that no place of data moves.

import { type AvifBox, boxesIn, type ItemProperties, itemProperties, PROPERTY_INDEX } from './avif-boxes.js';

interface Description {
  readonly meta: AvifBox;
  readonly parts: readonly AvifBox[];
  readonly container: AvifBox;
  readonly known: readonly AvifBox[];
  readonly tables: readonly AvifBox[];
}

/** The same bytes where nothing is missing, or where the boxes are not all there: those are for the decoder to judge. */
export function withWholeProperties(bytes: Uint8Array): Uint8Array {
  try {
    return completed(bytes);
  } catch (error) {
    // A view that was read past its end, or a number that no field has room for.
    if (error instanceof RangeError) return bytes;
    throw error;
  }
}

function completed(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const description = describe(bytes, view);
  if (description === undefined) return bytes;
  const { meta, parts, container, known, tables } = description;
  const depths: Uint8Array[] = [];
  const items = tables
    .flatMap((table) => itemProperties(view, table))
    .map(({ item, properties }) => {
      const own = properties.flatMap((property) => known[(property & PROPERTY_INDEX) - 1] ?? []);
      const codec = own.find(({ type }) => type === 'av1C');
      if (codec === undefined || own.some(({ type }) => type === 'pixi')) return { item, properties };
      depths.push(boxOf('pixi', depthsOf(view.getUint8(codec.start + 2))));
      return { item, properties: [...properties, known.length + depths.length] };
    });
  const kinds = new Set(tables.map(({ start }) => view.getUint32(start)));
  if (depths.length === 0 && kinds.size === tables.length) return bytes;
  const copy = ({ type, start, end }: AvifBox): Uint8Array => boxOf(type, bytes.subarray(start, end));
  const renewed = boxOf(
    'meta',
    bytes.subarray(meta.start, meta.start + 4),
    ...parts.filter(({ type }) => type !== 'iprp').map(copy),
    boxOf(
      'iprp',
      boxOf('ipco', bytes.subarray(container.start, container.end), ...depths),
      boxOf('ipma', tableOf(items)),
    ),
  );
  const out = new Uint8Array(Buffer.concat([bytes, renewed]));
  out.set(Buffer.from('free', 'latin1'), meta.at + 4);
  return out;
}

function describe(bytes: Uint8Array, view: DataView): Description | undefined {
  const boxes = boxesIn(bytes, 0, bytes.length);
  const meta = boxes.find(({ type }) => type === 'meta');
  const last = boxes.at(-1);
  // A box that reaches to the end, whatever that is, would swallow what is put behind it.
  if (meta === undefined || last === undefined || view.getUint32(last.at) === 0) return undefined;
  const parts = boxesIn(bytes, meta.start + 4, meta.end);
  const inside = parts.filter(({ type }) => type === 'iprp').flatMap(({ start, end }) => boxesIn(bytes, start, end));
  const container = inside.find(({ type }) => type === 'ipco');
  if (container === undefined) return undefined;
  const known = boxesIn(bytes, container.start, container.end);
  return { meta, parts, container, known, tables: inside.filter(({ type }) => type === 'ipma') };
}

/** From the third byte of an av1C box: whether samples have more than 8 bits, then 12, and whether there is one plane. */
function depthsOf(flags: number): Uint8Array {
  const bits = (flags & 0x40) === 0 ? 8 : (flags & 0x20) === 0 ? 10 : 12;
  const planes = (flags & 0x10) === 0 ? 3 : 1;
  return Uint8Array.from([0, 0, 0, 0, planes, ...Array.from({ length: planes }, () => bits)]);
}

/** With items of 32 bits and properties of 16. */
function tableOf(items: readonly ItemProperties[]): Uint8Array {
  const words = items.flatMap(({ item, properties }) => {
    const entry = Buffer.alloc(5 + properties.length * 2);
    entry.writeUInt32BE(item);
    entry.writeUInt8(properties.length, 4);
    for (const [i, property] of properties.entries()) entry.writeUInt16BE(property, 5 + i * 2);
    return entry;
  });
  const head = Buffer.from([1, 0, 0, 1, 0, 0, 0, 0]);
  head.writeUInt32BE(items.length, 4);
  return Buffer.concat([head, ...words]);
}

function boxOf(type: string, ...parts: readonly Uint8Array[]): Uint8Array {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(parts.reduce((size, { length }) => size + length, 8));
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, ...parts]);
}
