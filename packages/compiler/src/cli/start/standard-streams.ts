// Standard output and error without Node's streams, which load its networking: 2 to 3 ms of a build with nothing to do. Only before
// `process.stdout` is used.

import { fstatSync, writeSync } from 'node:fs';
import { errorCode } from '../../pipeline/noop/noop.js';

const FILES = { stdout: 1, stderr: 2 } as const;
type StreamName = keyof typeof FILES;

/** Only a terminal is a device. A stream that is closed is left to Node. */
export function isTerminal(name: StreamName): boolean {
  try {
    if (!fstatSync(FILES[name]).isCharacterDevice()) return false;
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
  }
  return process[name].isTTY === true;
}

/** Returns how many bytes of the text were written: less than all if a reader is slow. All, if it has gone: the rest is dropped. */
function writeAtOnce(name: StreamName, bytes: Uint8Array): number {
  let written = 0;
  try {
    while (written < bytes.length) written += writeSync(FILES[name], bytes, written);
  } catch (error) {
    if (errorCode(error) === 'EPIPE') return bytes.length;
    if (errorCode(error) === undefined) throw error;
  }
  return written;
}

/** What cannot be written at once is written by Node's stream. */
export async function print(name: StreamName, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  const written = writeAtOnce(name, bytes);
  if (written === bytes.length) return;
  await new Promise<void>((done) => {
    const stream = process[name];
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      done();
    });
    stream.write(bytes.subarray(written), () => done());
  });
}
