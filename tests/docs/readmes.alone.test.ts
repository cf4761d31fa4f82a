// Every command and every program of every README, in an empty folder in which only the tarballs are installed.

import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BlobServer } from '../../packages/compiler/src/pipeline/remote/testing/blob-server.js';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { paintPng, texturedQuad, waves } from '../../packages/gltf-transform/src/testing/textured-quad.js';
import { readWorkspacePackages, withRequirements } from '../../scripts/release/workspace-packages.js';
import { png } from '../cli/testing/run-cli.js';
import { hasRedis, RedisProcess } from '../farm/redis-process.js';
import { skinnedModel } from '../runtimes/fixtures.js';
import { browserMissing, launchBrowser } from '../support/browser/launch.js';
import { serveFolder } from '../vite/serve-folder.js';
import { type CodeBlock, codeBlocks, readmeBlocks, repository } from './code-blocks.js';
import { GameFolder } from './readmes/game-folder.js';
import { GIVEN, GLTF_TRANSFORM, SETUP } from './readmes/readme-table.js';

const blocks = readmeBlocks().filter(({ language }) => language !== 'text');
const tried = new Set<CodeBlock>();
/** Marks it as tried. */
function blockOf(page: string, holds: string): string {
  const found = blocks.filter((block) => block.page === page && block.text.includes(holds));
  expect(
    found.map(({ at }) => at),
    `${page} has one block with ${holds}`,
  ).toHaveLength(1);
  for (const block of found) tried.add(block);
  return found[0]?.text ?? '';
}

const folder = new GameFolder();

function chair(): Uint8Array {
  const builder = new GltfBuilder();
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0);
  const attributes = { POSITION: builder.accessor(positions, 'VEC3') };
  const indices = builder.accessor(Uint16Array.of(0, 1, 2, 2, 1, 3), 'SCALAR');
  const material = builder.list('materials', { name: 'leather' });
  builder.node({ mesh: builder.mesh({ attributes, indices, material }) });
  return builder.glb();
}

beforeAll(async () => {
  if (!existsSync(join(repository, 'packages/formats/dist/index.d.ts')))
    throw new Error('build the packages first: npm run build -- --types');
  await folder.open();
  folder.write('assets/models/chair.glb', chair());
  folder.write('assets/models/fox.glb', skinnedModel().glb());
  folder.write('assets/textures/floor.png', png(8, 1));
  folder.write('assets/textures/oak.png', png(8, 2));
  // The README's own first steps install everything that the others need.
  await folder.block(blockOf('README.md', 'npm run pack:all'), { cwd: folder.assetc, skip: SETUP });
  await folder.line('npm install --save-dev --ignore-scripts typescript @types/node @types/three vite three');
  await folder.line('npx --no-install assetc --pack -q');
  // The programs read compiled files by short names.
  await folder.line('mkdir -p models && cp runtime/models/chair.hmesh models/');
  await folder.line('npx --no-install assetc convert assets/textures --to vkguide -o textures');
});
afterAll(() => folder.close());

/** A project of its own below the game: it does not look for an assetc.yml further up. */
const project = (name: string, files: Readonly<Record<string, string | Uint8Array>>): string => {
  for (const [path, content] of Object.entries({ 'assetc.yml': 'input: assets\n', ...files }))
    folder.write(`${name}/${path}`, content);
  return folder.path(name);
};

const programOf = ({ text }: CodeBlock): string => {
  const { before = '', after = '' } = GIVEN.find(({ holds }) => text.includes(holds)) ?? {};
  return `${before}\n${text}\n${after}\nexport {};\n`;
};

describe('the first steps', () => {
  it('leave a project that is installed, built and checked', async () => {
    expect(existsSync(folder.path('assetc.yml'))).toBe(true);
    expect(existsSync(folder.path('runtime.hpack'))).toBe(true);
    expect(readdirSync(folder.path('node_modules/@assetc')).sort()).toEqual([
      'encoder',
      'farm',
      'formats',
      'gltf-transform',
      'kernels',
      'other-runtimes',
      'three',
    ]);
    await folder.line('npx --no-install assetc check');
  });

  it('name tarballs that need no others', () => {
    const rows = [
      ...readFileSync(join(repository, 'README.md'), 'utf8').matchAll(/^\| [^|]+ \| ([^|]*`assetc[^|]*) \|$/gm),
    ];
    const packages = readWorkspacePackages(repository);
    const names = packages.map(({ manifest }) => manifest.name);
    const byTarball = new Map(names.map((name) => [name.replace(/^@/, '').replace('/', '-'), name]));
    const engine = ['assetc', '@assetc/formats', '@assetc/kernels', '@assetc/encoder', '@assetc/other-runtimes'];
    expect(rows).toHaveLength(5);
    for (const [, cell = ''] of rows) {
      const named = [...cell.matchAll(/`([\w-]+)`/g)].map(([, tarball = '']) => byTarball.get(tarball) ?? tarball);
      const all = /the same|the engine's row/.test(cell) ? [...engine, ...named] : named;
      const needed = withRequirements(all, packages).map(({ manifest }) => manifest.name);
      expect([...new Set(all)].sort(), cell).toEqual([...needed].sort());
    }
  });

  it('are the same in the README of the package', async () => {
    mkdirSync(folder.path('fresh'));
    await folder.block(blockOf('packages/compiler/README.md', 'assetc init'), { cwd: folder.path('fresh') });
    expect(existsSync(folder.path('fresh/assetc.yml'))).toBe(true);
  });
});

describe('programs', () => {
  const programs = [
    ['README.md', 'openAssetLibrary'],
    ['packages/compiler/README.md', 'loadConfig'],
    ['packages/encoder/README.md', 'encodeKtx2({ width'],
    ['packages/encoder/README.md', 'createEncoderPool();'],
    ['packages/encoder/README.md', 'compress(bytes, 6)'],
    ['packages/formats/README.md', 'decodeHmesh'],
    ['packages/other-runtimes/README.md', 'decodeVkguideTexture'],
  ] as const;
  const sourceOf = (page: string, holds: string) =>
    programOf({ at: '', page, language: 'ts', text: blockOf(page, holds) });

  it('have types', async () => {
    for (const [i, [page, holds]] of programs.entries()) folder.write(`programs/${i}.ts`, sourceOf(page, holds));
    const compilerOptions = {
      target: 'es2022',
      lib: ['esnext', 'dom'],
      module: 'nodenext',
      types: ['node'],
      strict: true,
      noEmit: true,
    };
    folder.write('programs/tsconfig.json', JSON.stringify({ compilerOptions, include: ['*.ts'] }));
    await folder.line('npx --no-install tsc -p programs');
  });

  it.each(programs)('%s: %s runs', async (page, holds) => {
    const { code } = await transform(sourceOf(page, holds), { loader: 'ts', format: 'esm', target: 'node20' });
    folder.write('program.mjs', code);
    await folder.line('node program.mjs');
  });
});

describe('@assetc/gltf-transform', () => {
  const page = 'packages/gltf-transform/README.md';
  const typeOfTexture = async (file: string) => {
    const { NodeIO } = await import('@gltf-transform/core');
    const { KHRTextureBasisu } = await import('@gltf-transform/extensions');
    const document = await new NodeIO().registerExtensions([KHRTextureBasisu]).read(folder.path(file));
    return document
      .getRoot()
      .listTextures()
      .map((texture) => texture.getMimeType());
  };

  beforeAll(async () => {
    const { NodeIO } = await import('@gltf-transform/core');
    const { document, material, add } = texturedQuad();
    material.setBaseColorTexture(add('base', paintPng(64, 64, waves(1))));
    folder.write('model.glb', await new NodeIO().writeBinary(document));
  });

  it('compresses a model by a script', async () => {
    folder.write('compress.mjs', blockOf(page, '// compress.mjs'));
    await folder.line('node compress.mjs');
    expect(await typeOfTexture('compressed.glb')).toEqual(['image/ktx2']);
  });

  it('compresses levels with Zstandard', async () => {
    folder.write('small.mjs', programOf({ at: '', page, language: 'js', text: blockOf(page, 'zstd: (bytes) =>') }));
    await folder.line('node small.mjs');
    expect(await typeOfTexture('small.glb')).toEqual(['image/ktx2']);
    expect(readFileSync(folder.path('small.glb')).length).toBeLessThan(
      readFileSync(folder.path('compressed.glb')).length,
    );
  });

  it('adds a command to their program', async () => {
    folder.write('gltf-transform.config.mjs', blockOf(page, '// gltf-transform.config.mjs'));
    folder.write('bin/gltf-transform.mjs', GLTF_TRANSFORM);
    await folder.line('chmod +x bin/gltf-transform.mjs && ln -sf gltf-transform.mjs bin/gltf-transform');
    await folder.line('rm compressed.glb');
    await folder.block(blockOf(page, 'gltf-transform assetc'), {
      env: { PATH: `${folder.path('bin')}:${process.env.PATH}` },
    });
    expect(await typeOfTexture('compressed.glb')).toEqual(['image/ktx2']);
  });
});

/** As `npm create vite@latest` writes it for TypeScript. */
const TEMPLATE = {
  target: 'es2023',
  module: 'esnext',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: ['vite/client'],
  skipLibCheck: true,
  moduleResolution: 'bundler',
  allowImportingTsExtensions: true,
  verbatimModuleSyntax: true,
  moduleDetection: 'force',
  noEmit: true,
  strict: true,
  noUnusedLocals: true,
  noUnusedParameters: true,
  erasableSyntaxOnly: true,
  noFallthroughCasesInSwitch: true,
  noUncheckedSideEffectImports: true,
};
const HTML = '<!doctype html><body><script type="module" src="/src/main.ts"></script></body>\n';

describe('a page', () => {
  it('with Vite passes tsc before the first run and after it, and is built', async () => {
    const page = 'packages/vite-plugin/README.md';
    const readme = readFileSync(join(repository, page), 'utf8');
    const [, types = ''] = /add `"([\w/-]+)"` to `compilerOptions\.types`/.exec(readme) ?? [];
    const config = blockOf(page, '// vite.config.ts');
    const main = blockOf(page, "from 'assetc:textures/floor'");
    // The page of the guide, which draws with three.js.
    const guide = codeBlocks().find(
      (block) => block.page === 'docs/guide/vite.md' && block.text.includes("from 'assetc:';"),
    );
    const compilerOptions = { ...TEMPLATE, types: [...TEMPLATE.types, types] };
    const site = project('site', {
      'vite.config.ts': config,
      'index.html': HTML,
      'assets/textures/floor.png': png(8, 1),
      'assets/models/chair.glb': chair(),
      'src/main.ts': main,
      'src/guide.ts': guide?.text ?? '',
      'tsconfig.json': JSON.stringify({ compilerOptions, include: ['src'] }),
    });
    await folder.line('npx --no-install tsc -p .', site);
    await folder.line('npx --no-install vite build', site);
    const shipped = readdirSync(folder.path('site/dist'), { recursive: true, encoding: 'utf8' });
    expect(shipped).toContainEqual(expect.stringMatching(/floor-[0-9a-f]{10}\.ktx2$/));
    expect(readFileSync(folder.path('site/src/assetc.d.ts'), 'utf8')).toContain("'assetc:textures/floor'");
    await folder.line('npx --no-install tsc -p .', site);
  });

  it.skipIf(browserMissing !== undefined)('with three.js loads a model that the command line compiled', async () => {
    const page = 'packages/three/README.md';
    const done = 'document.body.dataset.clips = String(fox.animations.length);\n';
    const cwd = project('page', {
      'index.html': HTML,
      'assets/models/fox.glb': skinnedModel().glb(),
      'src/main.ts': blockOf(page, 'new AssetcLoader') + done,
      'tsconfig.json': JSON.stringify({ compilerOptions: TEMPLATE, include: ['src'] }),
    });
    await folder.block(blockOf(page, 'assetc --output public/runtime'), { cwd });
    await folder.line('npx --no-install tsc -p . && npx --no-install vite build --target esnext', cwd);
    const server = await serveFolder(folder.path('page/dist'), '/', true);
    const browser = await launchBrowser();
    try {
      const tab = await browser.newPage();
      const errors: string[] = [];
      tab.on('pageerror', (error) => errors.push(error.message));
      await tab.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
      await expect.poll(async () => errors.join() || (await tab.evaluate(() => document.body.dataset.clips))).toBe('1');
    } finally {
      await browser.close();
      server.closeAllConnections();
      server.close();
    }
  });
});

describe.skipIf(!hasRedis)('a farm', () => {
  const page = 'packages/farm/README.md';
  let redis: RedisProcess;
  let cache: BlobServer;
  beforeAll(async () => {
    redis = await RedisProcess.open();
    cache = await BlobServer.open();
  });
  afterAll(async () => {
    await folder.stopAll();
    await redis.close();
    await cache.close();
  });
  const here = (text: string, quote = '') =>
    text
      .replaceAll('redis://queue.example.com', `${quote}${redis.url()}${quote}`)
      .replaceAll('https://cache.example.com/assets', cache.url);

  it('compiles for a build, and for a program', async () => {
    const block = here(blockOf(page, 'assetc worker'), "'");
    const cwd = project('farm', { 'assets/a.png': png(64, 3), 'assets/b.png': png(64, 4) });
    await folder.block(block, { cwd, env: { ASSETC_CACHE_URL: cache.url }, keep: true });
    expect(existsSync(folder.path('farm/runtime/a.ktx2'))).toBe(true);
    folder.write('farm/assets/c.png', png(64, 5));
    folder.write('farm/program.mjs', here(blockOf(page, 'connectFarm')));
    await folder.line('node program.mjs', cwd);
    expect(existsSync(folder.path('farm/runtime/c.ktx2'))).toBe(true);
  });
});

it('are all here, but for those that need what this machine lacks', () => {
  for (const block of blocks) if (block.page === 'README.md' && block.text.includes('npm run demo')) tried.add(block);
  const left = blocks.filter((block) => !tried.has(block)).map(({ at }) => at);
  const excused = (at: string) =>
    (!hasRedis && at.startsWith('packages/farm/')) ||
    (browserMissing !== undefined && at.startsWith('packages/three/'));
  expect(left.filter((at) => !excused(at))).toEqual([]);
});
