// Finds the copyright and license of files of the input: `<file>.license`, tags in the file itself, `asset.copyright` of a glTF, REUSE.toml.

import { errorCode, type Host } from '../../host/host.js';
import { annotated, annotationsOf, type Credit, creditOf, isEmptyCredit, licenseFile, tagsOf } from './spdx.js';

/** Tags stand at the beginning of a file. */
const TAG_BYTES = 4096;
const MAX_LICENSE_BYTES = 1 << 20;
const MAX_GLTF_BYTES = 1 << 28;
const NONE: Credit = { licenses: [], copyrights: [] };
const GLB = 0x46546c67;

export class LicenseReader {
  readonly #host: Host;
  readonly #input: string;
  readonly #annotations = new Map<string, ReturnType<typeof annotationsOf>>();

  /** `input`: absolute. */
  constructor(host: Host, input: string) {
    this.#host = host;
    this.#input = input;
  }

  /** Of a path relative to the input. What the file says itself wins over REUSE.toml. */
  read(path: string): Credit {
    const licensed = this.#text(`${path}.license`, MAX_LICENSE_BYTES);
    if (licensed !== undefined) return licenseFile(licensed);
    const own = this.#inside(path);
    return isEmptyCredit(own) ? (this.#annotated(path) ?? NONE) : own;
  }

  #inside(path: string): Credit {
    const head = this.#bytes(path, TAG_BYTES);
    if (head === undefined) return NONE;
    const tags = tagsOf(new TextDecoder('latin1').decode(head).includes('SPDX-') ? new TextDecoder().decode(head) : '');
    const copyright = /\.(?:gltf|glb|vrm)$/i.test(path) ? this.#gltfCopyright(path) : undefined;
    return copyright === undefined ? tags : creditOf(tags.licenses, [...tags.copyrights, copyright]);
  }

  /** Undefined if there is none, or if the file is malformed, which its importer reports. */
  #gltfCopyright(path: string): string | undefined {
    const start = this.#bytes(path, 20);
    if (start === undefined) return undefined;
    // Magic, version, length; the length and the type of the first chunk, which is JSON.
    const [magic, , , chunkBytes = 0] = new Uint32Array(start.slice(0, start.byteLength & ~3).buffer);
    const isBinary = magic === GLB;
    const length = isBinary ? chunkBytes : MAX_GLTF_BYTES;
    if (length > MAX_GLTF_BYTES) return undefined;
    const bytes = this.#bytes(path, length, isBinary ? start.byteLength : 0);
    try {
      const root: unknown = JSON.parse(new TextDecoder().decode(bytes));
      const copyright = keyOf(keyOf(root, 'asset'), 'copyright');
      return typeof copyright === 'string' ? copyright.trim() : undefined;
    } catch (error) {
      if (error instanceof SyntaxError) return undefined;
      throw error;
    }
  }

  /** The nearest REUSE.toml that names the path decides. */
  #annotated(path: string): Credit | undefined {
    const parts = path.split('/');
    for (let depth = parts.length - 1; depth >= 0; depth--) {
      const folder = parts
        .slice(0, depth)
        .map((part) => `${part}/`)
        .join('');
      let known = this.#annotations.get(folder);
      known ??= annotationsOf(this.#text(`${folder}REUSE.toml`, MAX_LICENSE_BYTES) ?? '');
      this.#annotations.set(folder, known);
      const found = annotated(known, parts.slice(depth).join('/'));
      if (found !== undefined) return creditOf(found.licenses, found.copyrights);
    }
    return undefined;
  }

  #text(path: string, maxBytes: number): string | undefined {
    const bytes = this.#bytes(path, maxBytes);
    return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
  }

  /** At most so many bytes of a file; undefined if it is no file, or cannot be read. */
  #bytes(path: string, maxBytes: number, at = 0): Uint8Array | undefined {
    const file = `${this.#input}/${path}`;
    try {
      const stat = this.#host.stat(file);
      if (stat?.type !== 'file') return undefined;
      const reader = this.#host.openRead(file);
      try {
        const out = new Uint8Array(Math.max(0, Math.min(maxBytes, stat.sizeBytes - at)));
        let done = 0;
        while (done < out.length) {
          const count = reader.read(out.subarray(done), at + done);
          if (count === 0) break;
          done += count;
        }
        return out.subarray(0, done);
      } finally {
        reader.close();
      }
    } catch (error) {
      if (errorCode(error) !== undefined) return undefined;
      throw error;
    }
  }
}

const keyOf = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;
