// Keeps what V8 compiled of the command line's scripts for the next run: compiling takes more than running them. The files are in the user's
// cache folder, as `code/v1/<key>`, where the key identifies the script's file, its stat data, the version of Node with its flags, and the
// kind of command. They are sealed with the user's key, as notes are: nobody else can have made code that is run.
//
//    1 byte    how often it was written
//   the rest   V8's data
//
// V8 itself refuses the data of other versions and flags. Without a file, or with one that is damaged, the script is compiled.

import type { Stats } from 'node:fs';
import { join } from 'node:path';
import type { Script } from 'node:vm';
import {
  digestText,
  diskHost,
  hasSealKey,
  openSeal,
  readSealed,
  type Seal,
  type SealedFolder,
  writeSealed,
} from '../../pipeline/noop/noop.js';
import type { CompiledCode } from './scripts.js';

/** A command has about five, of up to one megabyte. */
const CODE: SealedFolder = { path: join('code', 'v1'), purpose: 'code', maxFiles: 40 };

/** Each run compiles functions that earlier ones did not need. After three of a kind nearly all are known. */
const MAX_WRITES = 3;

interface LoadedScript {
  readonly key: string;
  readonly script: Script;
  /** How often its code was written. */
  readonly writes: number;
}

export class KeptCode implements CompiledCode {
  readonly #program: string;
  readonly #kind: string;
  readonly #writes = new Map<string, number>();
  readonly #loaded: LoadedScript[] = [];
  /** Its file is checked once. */
  #seal: Seal | undefined;

  /** `program`: the file that was started. `kind`: commands of one kind need about the same functions. */
  constructor(program: string, kind: string) {
    this.#program = program;
    this.#kind = kind;
  }

  read(name: string, file: Stats): Uint8Array | undefined {
    this.#seal ??= openSeal(diskHost);
    const content = readSealed(diskHost, CODE, this.#keyOf(name, file), this.#seal);
    if (content === undefined) return undefined;
    this.#writes.set(name, content[0] ?? MAX_WRITES);
    return content.subarray(1);
  }

  onLoaded(name: string, file: Stats, script: Script, isUsed: boolean): void {
    const writes = isUsed ? (this.#writes.get(name) ?? 0) : 0;
    if (writes < MAX_WRITES) this.#loaded.push({ key: this.#keyOf(name, file), script, writes });
  }

  /** Call it when everything else is done. */
  async keep(): Promise<void> {
    if (this.#loaded.length === 0 || !hasSealKey(diskHost)) return;
    for (const { key, script, writes } of this.#loaded) {
      const data = script.createCachedData();
      await writeSealed(diskHost, CODE, key, Buffer.concat([Uint8Array.of(writes + 1), data]));
    }
  }

  #keyOf(name: string, { size, mtimeMs, ctimeMs, ino }: Stats): string {
    const { version, arch, execArgv, env } = process;
    const engine = [version, arch, execArgv, env.NODE_OPTIONS];
    return digestText(JSON.stringify([this.#program, this.#kind, name, size, mtimeMs, ctimeMs, ino, engine]));
  }
}

/** As for Node's own cache of compiled code. V8 measures coverage only of code that it compiles itself. */
export const maySkipCompiling = (): boolean =>
  process.env.NODE_DISABLE_COMPILE_CACHE === undefined && process.env.NODE_V8_COVERAGE === undefined;
