// Completes AVIF files that browsers accept but libavif rejects: they lack the depth of each item (`pixi`, which libheif omitted for
// years), or have several association tables of the same type. The completed description is appended to the file, and the old one is
// marked as free space, so that no data offset changes.

import { type AvifBox, boxesIn, type ItemProperties, itemProperties, PROPERTY_INDEX } from './avif-boxes.js';

interface Description {
  readonly meta: AvifBox;
  readonly parts: readonly AvifBox[];
  readonly container: AvifBox;
  readonly properties: readonly AvifBox[];
  readonly tables: readonly AvifBox[];
}

/** Returns the bytes unchanged if nothing is missing, or if boxes are missing or truncated: the decoder then reports the error. */
export function completeAvifProperties(bytes: Uint8Array): Uint8Array {
  try {
    return addMissingProperties(bytes);
  } catch (error) {
    // A read past the end of a view, or a number too large for its field.
    if (error instanceof RangeError) return bytes;
    throw error;
  }
}

function addMissingProperties(bytes: Uint8Array): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const description = findDescription(bytes, view);
  if (description === undefined) return bytes;
  const { meta, parts, container, properties: knownProperties, tables } = description;
  const depths: Uint8Array[] = [];
  const items = tables
    .flatMap((table) => itemProperties(view, table))
    .map(({ item, properties }) => {
      const itemBoxes = properties.flatMap((property) => knownProperties[(property & PROPERTY_INDEX) - 1] ?? []);
      const codec = itemBoxes.find(({ type }) => type === 'av1C');
      if (codec === undefined || itemBoxes.some(({ type }) => type === 'pixi')) return { item, properties };
      depths.push(boxOf('pixi', depthsOf(view.getUint8(codec.start + 2))));
      return { item, properties: [...properties, knownProperties.length + depths.length] };
    });
  const tableTypes = new Set(tables.map(({ start }) => view.getUint32(start)));
  if (depths.length === 0 && tableTypes.size === tables.length) return bytes;
  const copy = ({ type, start, end }: AvifBox): Uint8Array => boxOf(type, bytes.subarray(start, end));
  const newMeta = boxOf(
    'meta',
    bytes.subarray(meta.start, meta.start + 4),
    ...parts.filter(({ type }) => type !== 'iprp').map(copy),
    boxOf(
      'iprp',
      boxOf('ipco', bytes.subarray(container.start, container.end), ...depths),
      boxOf('ipma', tableOf(items)),
    ),
  );
  const out = new Uint8Array(Buffer.concat([bytes, newMeta]));
  out.set(Buffer.from('free', 'latin1'), meta.at + 4);
  return out;
}

function findDescription(bytes: Uint8Array, view: DataView): Description | undefined {
  const boxes = boxesIn(bytes, 0, bytes.length);
  const meta = boxes.find(({ type }) => type === 'meta');
  const last = boxes.at(-1);
  // A last box without a size extends to the end of the file and would include what is appended.
  if (meta === undefined || last === undefined || view.getUint32(last.at) === 0) return undefined;
  const parts = boxesIn(bytes, meta.start + 4, meta.end);
  const propertyBoxes = parts
    .filter(({ type }) => type === 'iprp')
    .flatMap(({ start, end }) => boxesIn(bytes, start, end));
  const container = propertyBoxes.find(({ type }) => type === 'ipco');
  if (container === undefined) return undefined;
  const properties = boxesIn(bytes, container.start, container.end);
  return { meta, parts, container, properties, tables: propertyBoxes.filter(({ type }) => type === 'ipma') };
}

/** From the third byte of an av1C box: more than 8 bits, 12 bits, monochrome. */
function depthsOf(flags: number): Uint8Array {
  const bits = (flags & 0x40) === 0 ? 8 : (flags & 0x20) === 0 ? 10 : 12;
  const planes = (flags & 0x10) === 0 ? 3 : 1;
  return Uint8Array.from([0, 0, 0, 0, planes, ...Array.from({ length: planes }, () => bits)]);
}

/** With 32-bit items and 16-bit properties. */
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
