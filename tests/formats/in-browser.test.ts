// The formats SDK without Node: bundled for browsers, then run in a context that has only the language.

import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const golden = (name: string) => [...readFileSync(join(root, 'packages/formats/goldens', name))];

/** Every entry point that a package offers to browsers, as its subpath → its source. */
function browserEntries(name: string): readonly (readonly [string, string])[] {
  const { exports } = JSON.parse(readFileSync(join(root, 'packages', name, 'package.json'), 'utf8')) as {
    exports: Record<string, string | { readonly 'assetc-source': string }>;
  };
  return Object.entries(exports).flatMap(([subpath, target]) =>
    typeof target === 'string' || subpath.endsWith('/node')
      ? []
      : [[subpath, join('packages', name, target['assetc-source'])] as const],
  );
}

const entries = browserEntries('formats');

const bundle = async (source: string) => {
  const result = await build({
    entryPoints: [join(root, source)],
    absWorkingDir: root,
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'formats',
    target: 'es2022',
    conditions: ['assetc-source'],
    write: false,
    metafile: true,
    logLevel: 'silent',
  });
  return { text: result.outputFiles[0]?.text ?? '', metafile: result.metafile };
};

let bundled: Awaited<ReturnType<typeof bundle>>;
beforeAll(async () => {
  bundled = await bundle('packages/formats/src/index.ts');
});

describe('the formats SDK, bundled for browsers', () => {
  it('has the root and a subpath for KTX2, layouts, new formats, meshes of version 1, the transcoder, SPIR-V, shader headers and following a build', () => {
    const subpaths = [
      '.',
      './ktx2',
      './layouts',
      './declare',
      './hmesh1',
      './transcode',
      './spirv',
      './shaders',
      './live',
    ];
    expect(entries.map(([subpath]) => subpath)).toEqual(subpaths);
  });

  it.each(entries)('imports nothing but its own sources: %s', async (_, source) => {
    const { metafile, text } = await bundle(source);
    const inputs = Object.keys(metafile.inputs);
    expect(inputs.length).toBeGreaterThan(3);
    expect(inputs.filter((path) => !path.startsWith('packages/formats/src/'))).toEqual([]);
    expect(inputs.filter((path) => path.includes('/node/') || path.includes('/testing/'))).toEqual([]);
    const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
    expect(imports.filter(({ external, path }) => external === true || /^node:/.test(path))).toEqual([]);
    // Of Node's globals too.
    expect(text).not.toMatch(/\b(?:process\.|Buffer\.|require\(|__dirname|__filename|globalThis\.process)/);
  });

  it('reads, writes, validates and refuses in a bare context', () => {
    // TextEncoder and TextDecoder are the web's; a bare context has only the language.
    const context = createContext({ TextEncoder, TextDecoder, golden });
    runInContext(bundled.text, context);
    const result: unknown = runInContext(
      `(() => {
        const bytes = (name) => Uint8Array.from(golden(name));
        const same = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);
        const mesh = formats.decodeHmesh(bytes('quad.hmesh'));
        let refusal;
        try { formats.decodeHmesh(bytes('quad.hmesh').subarray(0, 100)); } catch (error) { refusal = error; }
        return JSON.stringify({
          node: [typeof process, typeof Buffer, typeof require],
          vertices: mesh.desc.vertexCount,
          problems: formats.validateHmesh(bytes('quad.hmesh')).length,
          mesh: same(formats.encodeHmesh(mesh), bytes('quad.hmesh')),
          materials: same(formats.encodeHmat(formats.decodeHmat(bytes('chair.hmat'))), bytes('chair.hmat')),
          clips: formats.decodeHanim(bytes('walk.hanim')).map((clip) => clip.name),
          hash: formats.hashToHex(formats.hashRef('FooBar')),
          refusal: [refusal instanceof formats.FormatError, refusal.code],
        });
      })()`,
      context,
    );
    expect(JSON.parse(String(result))).toEqual({
      node: ['undefined', 'undefined', 'undefined'],
      vertices: 4,
      problems: 0,
      mesh: true,
      materials: true,
      clips: ['Läuft', 'anim_1'],
      hash: '85944171f73967e8',
      refusal: [true, 'truncated'],
    });
  });

  it('transcodes with nothing but WebAssembly and atob, as a worker has them', async () => {
    const { text } = await bundle('packages/formats/src/transcode/index.ts');
    const context = createContext({ WebAssembly, atob, block: [0x17, ...Array.from({ length: 15 }, () => 0)] });
    runInContext(text, context);
    const result: unknown = runInContext(
      `JSON.stringify([...formats.transcode({ bytes: Uint8Array.from(block), width: 4, height: 4 }, { to: 'astc-4x4' })])`,
      context,
    );
    const solidBlack = [0xfc, 0xfd, ...Array.from({ length: 6 }, () => 0xff), ...Array.from({ length: 8 }, () => 0)];
    expect(JSON.parse(String(result))).toEqual(solidBlack);
  });
});

/** The root is for assetc itself, which runs on Node. */
const otherEntries = browserEntries('other-runtimes').filter(([subpath]) => subpath !== '.');

describe('the formats of other runtimes, bundled for browsers', () => {
  it('have a subpath for each runtime', () => {
    expect(otherEntries.map(([subpath]) => subpath)).toEqual(['./vkguide', './galileo', './hmesh1']);
  });

  it.each(otherEntries)('import nothing but formats: %s', async (_, source) => {
    const { metafile, text } = await bundle(source);
    const inputs = Object.keys(metafile.inputs);
    expect(inputs.filter((path) => !/^packages\/(?:formats|other-runtimes)\/src\//.test(path))).toEqual([]);
    expect(text).not.toMatch(/\b(?:process\.|Buffer\.|require\(|__dirname|__filename|globalThis\.process)/);
  });
});
