// Sets the Blender of this process, and a folder for temporary files.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

export const FAKE_BLENDER = resolve(import.meta.dirname, 'fake-blender.mjs');

/** The .blend that the fake exports as these bytes. */
export const fakeBlend = (plan: object, glb?: Uint8Array): string =>
  JSON.stringify({ ...plan, ...(glb === undefined ? {} : { glb: Buffer.from(glb).toString('base64') }) });

type Variables = Readonly<Record<string, string | undefined>>;

/** Runs with these variables of the environment, and with an own folder for temporary files. Returns what is left in it, too. */
export async function withBlender<T>(variables: Variables, run: (folder: string) => Promise<T>) {
  const temporary = mkdtempSync(join(tmpdir(), 'assetc-test-blend-'));
  const changed: Variables = { TMPDIR: temporary, TEMP: temporary, TMP: temporary, ...variables };
  const before = Object.keys(changed).map((name) => [name, process.env[name]] as const);
  const assign = (entries: Iterable<readonly [string, string | undefined]>): void => {
    for (const [name, value] of entries)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  };
  assign(Object.entries(changed));
  try {
    const result = await run(temporary);
    return { result, left: readdirSync(temporary).filter((name) => name.startsWith('assetc-blend-')) };
  } finally {
    assign(before);
    rmSync(temporary, { recursive: true, force: true });
  }
}
