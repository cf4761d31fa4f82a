// Poses of the Rust example, compared with those of three.js.

import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { expectPoses } from '../c-library/expect-poses.js';
import { codeBlocks } from '../docs/code-blocks.js';
import { compileModel } from '../support/compile-model.js';
import { compileWithCrate, crate, hasRust } from './rust-compiler.js';

const gltf = join(corpusFolder, 'gltf');
const PATHS = ['Fox/Fox.glb', 'SimpleSkin/SimpleSkin.gltf'].filter((path) => existsSync(join(gltf, path)));

let folder = '';
let program = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assetc-rust-poses-'));
  if (hasRust) program = compileWithCrate(folder, join(crate, 'examples/pose_model.rs'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe.skipIf(!hasRust)('poses in Rust', () => {
  it('compile as docs/guide/runtime.md has them', () => {
    const [example] = codeBlocks().filter(({ page, language }) => page.endsWith('/runtime.md') && language === 'rust');
    const source = join(folder, 'guide.rs');
    const main = 'fn main() { Pack::open(&[]).map_or((), |pack| println!("{:?}", pose(&pack, 0.0))) }';
    writeFileSync(source, `${example?.text}\n${main}\n`);
    expect(existsSync(compileWithCrate(folder, source, 'guide'))).toBe(true);
  });

  it.skipIf(PATHS.length === 0).each(PATHS)('of %s', async (path) => {
    expect(expectPoses(program, await compileModel({ path, input: gltf }))).toBeGreaterThan(0);
  });

  it.skipIf(!existsSync(join(gltf, 'Fox/Fox.glb')))('of compact and compressed vertices', async () => {
    const settings = { mesh: { vertices: 'compact', compression: 'meshopt' } };
    expect(expectPoses(program, await compileModel({ path: 'Fox/Fox.glb', input: gltf, settings }))).toBe(3);
  });
});
