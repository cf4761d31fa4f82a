// A strict reader of REAPI v2 ActionResults, written from the protobuf and REAPI specifications and sharing nothing with the compiler. What a validating
// server would refuse, it refuses: unknown or repeated fields, non-canonical varints, paths that are not relative, digests that are none, blobs that are not there.

interface Field {
  readonly number: number;
  readonly value: number | Buffer;
}

interface ValidatedResult {
  readonly files: readonly { readonly path: string; readonly hash: string; readonly size: number }[];
  readonly stdout: Buffer;
}

function fieldsOf(message: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): number => {
    let value = 0;
    for (let i = 0; ; i++) {
      if (at >= message.length) throw new Error('a varint ends too early');
      const byte = message[at++] ?? 0;
      value += (byte & 127) * 2 ** (7 * i);
      if (value > Number.MAX_SAFE_INTEGER) throw new Error('a varint is too large');
      if (byte < 128) {
        if (byte === 0 && i > 0) throw new Error('a varint has superfluous bytes');
        return value;
      }
    }
  };
  while (at < message.length) {
    const tag = varint();
    const number = Math.floor(tag / 8);
    if (tag % 8 === 0) fields.push({ number, value: varint() });
    else if (tag % 8 === 2) {
      const length = varint();
      if (at + length > message.length) throw new Error('a field ends too late');
      fields.push({ number, value: message.subarray(at, at + length) });
      at += length;
    } else throw new Error(`field ${number} has wire type ${tag % 8}`);
  }
  return fields;
}

function only(fields: readonly Field[], ...numbers: readonly number[]): void {
  const seen = new Set<number>();
  for (const { number } of fields) {
    if (!numbers.includes(number)) throw new Error(`field ${number} is not expected`);
    if (seen.has(number)) throw new Error(`field ${number} comes twice`);
    seen.add(number);
  }
}

const bytesAt = (fields: readonly Field[], number: number): Buffer => {
  const value = fields.find((field) => field.number === number)?.value ?? Buffer.of();
  if (typeof value === 'number') throw new Error(`field ${number} is no run of bytes`);
  return value;
};

const numberAt = (fields: readonly Field[], number: number): number => {
  const value = fields.find((field) => field.number === number)?.value ?? 0;
  if (typeof value !== 'number') throw new Error(`field ${number} is no number`);
  return value;
};

const text = (bytes: Buffer): string => new TextDecoder('utf-8', { fatal: true }).decode(bytes);

/** `blobSize`: of what is under `cas/`, verified; undefined if nothing does. Throws where a validating server would refuse. */
export function validateAction(value: Buffer, blobSize: (hash: string) => number | undefined): ValidatedResult {
  if (value.length === 0) throw new Error('an empty ActionResult is refused');
  const top = fieldsOf(value);
  only(
    top.filter(({ number }) => number !== 2),
    4,
    5,
  );
  if (numberAt(top, 4) !== 0) throw new Error('a failed action is not cached');
  const paths = new Set<string>();
  const files = top
    .filter(({ number }) => number === 2)
    .map((field) => {
      const file = fieldsOf(bytesAt([field], 2));
      only(file, 1, 2);
      const path = text(bytesAt(file, 1));
      if (path === '' || path.startsWith('/') || /(^|\/)\.{0,2}(\/|$)/.test(path)) throw new Error(`path ${path}`);
      if (paths.has(path)) throw new Error(`${path} comes twice`);
      paths.add(path);
      const digest = fieldsOf(bytesAt(file, 2));
      only(digest, 1, 2);
      const hash = text(bytesAt(digest, 1));
      const size = numberAt(digest, 2);
      if (!/^[0-9a-f]{64}$/.test(hash)) throw new Error(`${hash} is no SHA-256`);
      if (blobSize(hash) !== size) throw new Error(`cas/${hash} is not there with ${size} bytes`);
      return { path, hash, size };
    });
  return { files, stdout: bytesAt(top, 5) };
}
