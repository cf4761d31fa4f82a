// The GLB container: a 12-byte header, a JSON chunk, at most one BIN chunk. Unknown chunks are skipped. Everything that reads a .glb
// uses this reader: an importer that accepts more than a later reader would leave a model without its textures.

export interface Glb {
  readonly json: Uint8Array;
  readonly bin: { readonly offset: number; readonly bytes: Uint8Array } | undefined;
}

interface GlbProblem {
  readonly is: 'malformed' | 'other-version';
  readonly offset: number;
  readonly message: string;
}

const HEADER_BYTES = 12;
const CHUNK_JSON = 0x4e4f534a;
const CHUNK_BIN = 0x004e4942;

export const isGlb = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x67 && bytes[1] === 0x6c && bytes[2] === 0x54 && bytes[3] === 0x46;

export function splitGlb(bytes: Uint8Array): Glb | GlbProblem {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const malformed = (offset: number, message: string): GlbProblem => ({ is: 'malformed', offset, message });
  if (bytes.length === 0) return malformed(0, 'the file is empty');
  if (!isGlb(bytes)) return malformed(0, 'the file does not begin with a GLB header');
  if (bytes.length < HEADER_BYTES)
    return malformed(0, `the file ends inside its header: ${bytes.length} of ${HEADER_BYTES} bytes`);
  const version = view.getUint32(4, true);
  if (version !== 2)
    return { is: 'other-version', offset: 4, message: `GLB version ${version} is not supported, only 2` };
  const length = view.getUint32(8, true);
  if (length > bytes.length) return malformed(8, `the header states ${length} bytes, but the file has ${bytes.length}`);
  let json: Uint8Array | undefined;
  let bin: Glb['bin'];
  for (let at = 12; at < length; ) {
    if (length - at < 8) {
      // Up to 7 stray bytes after the last chunk: seen from exporters that pad the file and not the chunk.
      if (json === undefined) return malformed(at, 'the file ends inside the header of a chunk');
      break;
    }
    const size = view.getUint32(at, true);
    const type = view.getUint32(at + 4, true);
    const start = at + 8;
    if (size > length - start)
      return malformed(at, `a chunk of ${size} bytes does not fit into the remaining ${length - start}`);
    const chunk = bytes.subarray(start, start + size);
    if (json === undefined) {
      if (type !== CHUNK_JSON) return malformed(at + 4, 'the first chunk is not JSON');
      json = chunk;
    } else if (type === CHUNK_BIN && bin === undefined) {
      bin = { offset: start, bytes: chunk };
    }
    at = start + size;
  }
  return json === undefined ? malformed(12, 'there is no JSON chunk') : { json, bin };
}

/**
 * The text of a glTF's JSON, without a byte order mark and without the zero bytes by which some exporters pad its chunk.
 * Throws a TypeError if it is not UTF-8.
 */
export function gltfJsonText(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\0+$/, '');
}
