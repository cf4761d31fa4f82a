// What benchmarks compare with, as the report and the README write it: a build of it, with its version, and what of it runs.

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

function versionOf(name: string): string {
  const { version }: { version: string } = JSON.parse(
    readFileSync(resolve('node_modules', name, 'package.json'), 'utf8'),
  );
  return `${name} ${version}`;
}

/** Native builds of it are faster, and use all cores. */
export const BASIS_ENCODER = `Basis Universal compiled to wasm (${versionOf('ktx2-encoder')}), encode only, one core`;
export const BASIS_TRANSCODER = `Basis Universal's transcoder compiled to wasm (${versionOf('three')})`;
export const MIKKTSPACE = `MikkTSpace compiled to wasm (${versionOf('mikktspace')})`;
/** A native build of it with AVX2 is faster. */
export const ASTCENC = "Debian's native astcenc (SSE2), coding only, one thread";
export const FBX_LOADER = `FBXLoader (${versionOf('three')}), one thread`;
/** Not rerun: see docs/maintainers/peers.md. */
export const ACL = 'figures of ACL that were measured once (native, g++ 12.2), with points at 3 cm around each joint';
