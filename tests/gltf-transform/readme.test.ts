// The programs of the README, run on a model: the script as it is, with the built packages; the configuration of glTF-Transform's command
// line with a stand-in for that program.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Document, NodeIO } from '@gltf-transform/core';
import { KHRTextureBasisu } from '@gltf-transform/extensions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { paintPng, texturedQuad, waves } from '../../packages/gltf-transform/src/testing/textured-quad.js';

const root = resolve(import.meta.dirname, '../..');
const readme = readFileSync(join(root, 'packages/gltf-transform/README.md'), 'utf8');
let folder = '';

function program(name: string): string {
  const block = [...readme.matchAll(/```js\n([\s\S]*?)```/g)].find(([, code]) => code?.startsWith(`// ${name}\n`));
  if (block?.[1] === undefined) throw new Error(`the README has no ${name}`);
  const path = join(folder, name);
  writeFileSync(path, block[1]);
  return path;
}

function model(): Document {
  const { document, material, add } = texturedQuad();
  material.setBaseColorTexture(add('base', paintPng(64, 64, waves(1))));
  return document;
}

const typesIn = (document: Document) =>
  document
    .getRoot()
    .listTextures()
    .map((texture) => texture.getMimeType());

beforeAll(() => {
  if (!existsSync(join(root, 'packages/gltf-transform/dist/index.js'))) throw new Error('npm run build first');
  // Where Node finds the workspace's packages.
  mkdirSync(join(root, 'node_modules/.cache'), { recursive: true });
  folder = mkdtempSync(join(root, 'node_modules/.cache/readme-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the script compresses a model', async () => {
  const io = new NodeIO().registerExtensions([KHRTextureBasisu]);
  await io.write(join(folder, 'model.glb'), model());
  const { status, stderr } = spawnSync(process.execPath, [program('compress.mjs')], { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(typesIn(await io.read(join(folder, 'compressed.glb')))).toEqual(['image/ktx2']);
});

/** What their program does with a configuration, as far as this one asks. */
const STAND_IN = `import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import config from './gltf-transform.config.mjs';
const io = new NodeIO().registerExtensions(ALL_EXTENSIONS);
let act;
const program = { command: () => program, argument: () => program, action: (run) => { act = run; return program; } };
const Session = { create: (io, logger, input, output) => ({
  async transform(...transforms) {
    const document = await io.read(input);
    await document.transform(...transforms);
    await io.write(output, document);
  },
}) };
config.onProgramReady({ program, io, Session });
await act({ args: { input: 'model.glb', output: 'by-command.glb' }, logger: console });
`;

it('the configuration adds a command that compresses a model', async () => {
  const io = new NodeIO().registerExtensions([KHRTextureBasisu]);
  await io.write(join(folder, 'model.glb'), model());
  program('gltf-transform.config.mjs');
  writeFileSync(join(folder, 'stand-in.mjs'), STAND_IN);
  const { status, stderr } = spawnSync(process.execPath, ['stand-in.mjs'], { cwd: folder, encoding: 'utf8' });
  expect(stderr).toBe('');
  expect(status).toBe(0);
  expect(typesIn(await io.read(join(folder, 'by-command.glb')))).toEqual(['image/ktx2']);
});
