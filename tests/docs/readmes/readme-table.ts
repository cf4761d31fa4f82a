// What the blocks of the READMEs leave to their readers: variables that a program already has, by a text that only this block contains.

import { FETCH_FROM_DISK } from '../block-table.js';

interface Given {
  readonly holds: string;
  /** Before the block. */
  readonly before?: string;
  /** After it: what a reader would see. Throws if it is wrong. */
  readonly after?: string;
}

const PIXELS = `
const width = 8, height = 8, data = new Uint8Array(width * height * 4).fill(200);
const image = { width, height, data };`;

const isKtx2 = (file: string) =>
  `if (String.fromCharCode(...${file}.subarray(1, 7)) !== 'KTX 20') throw new Error('no KTX2');`;

export const GIVEN: readonly Given[] = [
  {
    holds: 'device.queue.writeBuffer',
    before: `
const vertices = {};
let uploadedBytes = 0;
const device = { queue: { writeBuffer: (_to: object, _at: number, data: Uint8Array) => { uploadedBytes += data.byteLength; } } };`,
    after: "if (uploadedBytes === 0) throw new Error('nothing was uploaded');",
  },
  { holds: 'await encodeKtx2({ width, height, data }', before: PIXELS, after: isKtx2('file') },
  {
    holds: 'const pool = createEncoderPool();',
    before: `${PIXELS}\nconst images = [image, image];`,
    after: `for (const file of files) ${isKtx2('file')}`,
  },
  {
    holds: 'encodeKtx2(image, { rdo: 1, zstd:',
    before: `import { encodeKtx2 } from '@assetc/encoder';${PIXELS}`,
    after: isKtx2('file'),
  },
  {
    holds: "fetch('models/chair.hmesh')",
    before: FETCH_FROM_DISK,
    after: "if (mesh.desc.vertexCount === 0) throw new Error('empty');",
  },
  {
    holds: "fetch('textures/oak.tx')",
    before: FETCH_FROM_DISK,
    after: "if (pixels?.length !== 8 * 8 * 4) throw new Error('no pixels');",
  },
  {
    holds: 'compressTextures({ rdo: 1, zstd:',
    before: `import { compressTextures } from '@assetc/gltf-transform';
import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
const io = new NodeIO().registerExtensions(ALL_EXTENSIONS);
const document = await io.read('model.glb');`,
    after: "await io.write('small.glb', document);",
  },
];

/** Lines that do not end by themselves, and what they print when they are ready. */
export const ENDLESS: readonly { readonly line: RegExp; readonly ready: RegExp }[] = [
  { line: /assetc watch\b/, ready: /watching assets/ },
  { line: /assetc worker\b/, ready: /worker started: up to/ },
];

/** Lines that only set the repository up, which has happened when a test runs. */
export const SETUP = /^npm ci && npm run (?:demo|pack:all|site) |^npm ci && npm test /;

/** What their program does with a configuration, as far as the README's needs. It is not a dependency of this repository. */
export const GLTF_TRANSFORM = `#!/usr/bin/env node
import { pathToFileURL } from 'node:url';
import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
const [name, input, output, flag, file] = process.argv.slice(2);
if (flag !== '--config') throw new Error('there is no --config');
const { default: config } = await import(pathToFileURL(file).href);
const io = new NodeIO().registerExtensions(ALL_EXTENSIONS);
let act, command;
const program = { command: (text) => { command = text; return program; }, argument: () => program, action: (run) => { act = run; return program; } };
const Session = { create: (io, logger, input, output) => ({
  async transform(...transforms) {
    const document = await io.read(input);
    await document.transform(...transforms);
    await io.write(output, document);
  },
}) };
config.onProgramReady({ program, io, Session });
if (command !== name) throw new Error('there is no command ' + name);
await act({ args: { input, output }, logger: console });
`;
