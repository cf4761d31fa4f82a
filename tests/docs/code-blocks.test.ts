// The code of the guides, as a reader would use it: TypeScript is checked and run, shell is run, YAML is a
// configuration without complaints. Blocks see a small project that has been built.

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transform, transformSync } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '../../packages/compiler/src/config/parse/parse-config.js';
import { readYaml } from '../../packages/compiler/src/diagnostics/yaml-tree.js';
import { parseMat } from '../../packages/compiler/src/importers/material/parse-mat.js';
import { registry } from '../../packages/compiler/src/registry.js';
import { GltfBuilder } from '../../packages/compiler/src/testing/gltf-builder.js';
import { OutputIndex } from '../../packages/vite-plugin/src/output-index.js';
import { typesText } from '../../packages/vite-plugin/src/types-file.js';
import { ENDLESS, GIVEN, NOT_RUN, type NotRun } from './block-table.js';
import { type CodeBlock, codeBlocks, repository } from './code-blocks.js';

const cli = join(repository, 'packages/compiler/bin/assetc.js');
const blocks = codeBlocks();
const written = (language: string) => blocks.filter((block) => block.language === language);
const isOf = (block: CodeBlock, row: NotRun) =>
  row.page === undefined ? block.text.includes(row.holds) : block.at.startsWith(`${row.page}:`);
const reasonNotToRun = (block: CodeBlock) => NOT_RUN.find((row) => isOf(block, row))?.because;
const withGiven = ({ text }: CodeBlock) =>
  `${GIVEN.find(({ holds }) => text.includes(holds))?.code ?? ''}\n${text}\nexport {};\n`;
/** `docs/guide/runtime.md:42` → `runtime-42`; the model that a later block imports goes by its own name. */
const moduleName = (block: CodeBlock) =>
  block.text.includes('export async function loadModel')
    ? 'three-model'
    : block.at.replace(/^.*\/|\.md/g, '').replace(':', '-');

let folder = '';
const project = () => join(folder, 'project');
const environment = () => ({
  ...process.env,
  PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
  XDG_CACHE_HOME: join(folder, 'cache'),
  NO_COLOR: '1',
});

function chair(): Uint8Array {
  const builder = new GltfBuilder();
  const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0);
  const attributes = { POSITION: builder.accessor(positions, 'VEC3') };
  const indices = builder.accessor(Uint16Array.of(0, 1, 2, 2, 1, 3), 'SCALAR');
  const material = builder.list('materials', { name: 'oak' });
  builder.node({ mesh: builder.mesh({ attributes, indices, material }) });
  return builder.glb();
}

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

/** Inside the repository, so that the packages are found above as a program would find them in node_modules. */
beforeAll(() => {
  mkdirSync(join(repository, 'build'), { recursive: true });
  folder = mkdtempSync(join(repository, 'build/docs-'));
  mkdirSync(join(folder, 'bin'));
  symlinkSync(cli, join(folder, 'bin/assetc'));
  write('project/assetc.yml', 'codegen: { ts: assets.gen.ts }\npresets: { mobile: { output: mobile } }\n');
  write('project/assets/models/chair.glb', chair());
  write(
    'project/assets/grade/warm.lut.cube',
    'LUT_3D_SIZE 2\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n0 0 1\n1 0 1\n0 1 1\n1 1 1\n',
  );
  symlinkSync(join(repository, 'node_modules'), join(project(), 'node_modules'));
  const { status, stderr } = spawnSync(process.execPath, [cli, '--pack'], {
    cwd: project(),
    env: environment(),
    encoding: 'utf8',
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  cpSync(join(project(), 'runtime/models/chair.hmesh'), join(project(), 'chair.hmesh'));
  const generated = readFileSync(join(project(), 'assets.gen.ts'), 'utf8');
  write('project/assets.gen.js', transformSync(generated, { loader: 'ts' }).code);
  for (const name of ['game', 'update', 'mods/winter'])
    cpSync(join(project(), 'runtime.hpack'), join(project(), `${name}.hpack`));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('TypeScript', () => {
  it('is checked as strictly as ours', () => {
    for (const block of written('ts')) write(`project/${moduleName(block)}.ts`, withGiven(block));
    const options = { noUnusedLocals: false, noEmit: true, incremental: false, tsBuildInfoFile: null };
    const config = {
      extends: '../../tsconfig.json',
      compilerOptions: options,
      include: ['project/*.ts', '../../packages/*/src/**/*.d.ts'],
    };
    // As the plug-in writes it for this project.
    const outputs = ['models/chair.hmesh', 'models/chair.hmat'];
    write('project/assetc.d.ts', typesText(new OutputIndex([{ outputs }], true)));
    write('tsconfig.json', JSON.stringify(config));
    const tsc = join(repository, 'node_modules/typescript-7/bin/tsc');
    const { status, stdout } = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
    expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
  });

  const runnable = written('ts').filter((block) => reasonNotToRun(block) === undefined);
  it.each(runnable.map((block) => [block.at, block] as const))('at %s runs', async (_, block) => {
    const { code } = await transform(withGiven(block), { loader: 'ts', format: 'esm', target: 'node20' });
    const file = `project/${moduleName(block)}.mjs`;
    write(file, code);
    const { status, stderr } = spawnSync(process.execPath, [join(folder, file)], {
      cwd: project(),
      env: environment(),
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

const has = (program: string) => spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

describe.skipIf(!['sh', 'jq', 'cc'].every(has))('shell', () => {
  const runnable = written('sh').filter((block) => reasonNotToRun(block) === undefined);
  it.each(runnable.map((block) => [block.at, block] as const))('at %s runs', (_, block) => {
    const lines = block.text.split('\n').filter((line) => !ENDLESS.test(line));
    // Setting a project up begins with an empty folder; everything else is for one that is there.
    const cwd = block.text.includes('assetc init') ? mkdtempSync(join(folder, 'empty-')) : project();
    const { status, stderr } = spawnSync('sh', ['-euc', lines.join('\n')], {
      cwd,
      env: environment(),
      encoding: 'utf8',
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });
});

describe('YAML', () => {
  it.each(written('yaml').map((block) => [block.at, block] as const))(
    'at %s says nothing wrong',
    (_, { page, text }) => {
      const bytes = new TextEncoder().encode(text);
      const complaints: unknown[] = [];
      if (page.endsWith('materials.md') || /^# \S+\.mat\n/.test(text))
        expect(parseMat(bytes, page, (found) => complaints.push(found))).toHaveLength(1);
      else complaints.push(...parseConfig(readYaml(bytes), page, registry.groups).diagnostics);
      expect(complaints).toEqual([]);
    },
  );
});

describe('the table of exceptions', () => {
  it('is short, and each of its entries is about one block', () => {
    expect(NOT_RUN.length).toBeLessThanOrEqual(5);
    for (const { holds } of [...NOT_RUN.flatMap((row) => (row.page === undefined ? [row] : [])), ...GIVEN])
      expect(
        blocks.filter(({ text }) => text.includes(holds)),
        holds,
      ).toHaveLength(1);
  });

  it('leaves most blocks to be run', () => {
    const code = [...written('ts'), ...written('sh')];
    expect(code.length).toBeGreaterThan(8);
    for (const row of NOT_RUN)
      expect(
        code.some((block) => isOf(block, row)),
        row.because,
      ).toBe(true);
    expect(code.filter((block) => reasonNotToRun(block) !== undefined).length).toBeLessThan(code.length / 2);
  });
});
