// Outputs with errors that `assetc check` finds, and files that cannot be converted, or only with loss.

import { Console } from '../../../packages/compiler/src/cli/print/console.js';
import { reportUnreadable } from '../../../packages/compiler/src/cli/print/report-unreadable.js';
import type { DiagnosticCode } from '../../../packages/compiler/src/diagnostics/codes.js';
import { checkPath } from '../../../packages/compiler/src/inspect/check-path.js';
import { convertFile } from '../../../packages/compiler/src/inspect/convert/convert-file.js';
import type { ConvertTarget } from '../../../packages/compiler/src/inspect/convert/convert-targets.js';
import { memoryDisk } from '../../../packages/compiler/src/inspect/testing/memory-disk.js';
import {
  sampleClip,
  sampleMaterial,
  sampleMesh,
  sampleOutput,
  sampleWeights,
} from '../../../packages/compiler/src/inspect/testing/sample-output.js';
import { checkCode } from '../../../packages/compiler/src/pipeline/code/check-code.js';
import { convertFolder } from '../../../packages/compiler/src/pipeline/convert-folder/convert-folder.js';
import { hostError } from '../../../packages/compiler/src/pipeline/testing/memory-file.js';
import { MemoryProject } from '../../../packages/compiler/src/pipeline/testing/memory-project.js';
import { noValidators } from '../../../packages/compiler/src/pipeline/testing/no-validators.js';
import { Executors } from '../../../packages/compiler/src/pipeline/workers/executors.js';
import { GltfBuilder } from '../../../packages/compiler/src/testing/gltf-builder.js';
import {
  DEFAULT_TEXTURE_USE,
  encodeHanim,
  encodeHanimx,
  encodeHmat,
  encodeHmatx,
  encodeHpack,
  encodePackInfo,
} from '../../../packages/formats/src/index.js';
import { readAnyGolden } from '../../../packages/other-runtimes/src/testing/all-goldens.js';
import { codesOf, type Raise, type RowsOf, realProject, refusing } from '../raise.js';

type Files = Readonly<Record<string, Uint8Array>>;

const checkFiles = async (files: Files, path = '/out') =>
  codesOf((await checkPath(memoryDisk(files), path))?.diagnostics ?? []);

/** A complete output with some files changed, and others removed. */
const output = (changes: Readonly<Record<string, Uint8Array | undefined>>, sibling: Files = {}): Raise => {
  const files = Object.entries({ ...sampleOutput(), ...changes }).flatMap(([path, bytes]) =>
    bytes === undefined ? [] : [[`/out/${path}`, bytes] as const],
  );
  return () => checkFiles({ ...Object.fromEntries(files), '/out/.assetc-cache': new Uint8Array(1), ...sibling });
};

const NO_INFO = { assetc: '0', dependencies: [], removed: [] };

const refusedByDisk: Raise = async () => {
  let printed = '';
  const stdout = { write: (text: string) => (printed += text) };
  const session = { cwd: '/p', console: new Console({ json: true }, { stdout, stderr: { write: () => true } }, {}) };
  const error = Object.assign(hostError('EACCES', '/p/game.hpack'), { syscall: 'open' });
  await reportUnreadable(session, '/p/game.hpack', () => Promise.reject(error));
  const event: { diagnostic: { code: DiagnosticCode } } = JSON.parse(printed);
  return [event.diagnostic.code];
};

/** A prefab whose mesh is gone. */
const partGone: Raise = async () => {
  const builder = new GltfBuilder();
  const attributes = { POSITION: builder.accessor(Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0), 'VEC3') };
  builder.node({ mesh: builder.mesh({ attributes }) });
  const project = realProject(
    { 'a.glb': builder.glb() },
    { mesh: { format: 'vkguide' }, texture: { format: 'vkguide' } },
  );
  await project.build();
  for (const path of Object.keys(project.outputs()))
    if (path.endsWith('.mesh')) project.host.files.delete(`/project/runtime/${path}`);
  return codesOf((await checkPath(project.host, '/project/runtime'))?.diagnostics ?? []);
};

const codeGone: Raise = async () => {
  const codegen = { files: [{ target: 'c', path: '/project/assets.h' }], outputs: [] } as const;
  const project = new MemoryProject({ 'a.list': '' }, { codegen });
  await project.build();
  project.host.files.delete('/project/assets.h');
  return codesOf(await checkCode(project.config, project.host, () => undefined));
};

export const checkRows: RowsOf<'check'> = {
  'check/stale-code': codeGone,
  'check/malformed': output({ 'models/chair.hmat': new Uint8Array(7) }),
  'check/not-an-output': () => checkFiles({ '/notes.txt': new Uint8Array(4) }, '/notes.txt'),
  'check/stale-pack': output({}, { '/out.hpack': encodeHpack([]) }),
  'check/pack-info': () =>
    checkFiles(
      {
        '/a.hpack': encodeHpack([
          { path: 'assetc/pack.json', bytes: encodePackInfo({ ...NO_INFO, entries: [] }, () => '0'.repeat(64)) },
          { path: 'b.txt', bytes: new Uint8Array(1) },
        ]),
      },
      '/a.hpack',
    ),
  'check/unreadable': refusedByDisk,
  'check/no-manifest': output({ 'assets.hman': undefined }),
  'check/missing-file': output({ 'scene/level.json': undefined }),
  'check/missing-texture': output({
    'models/chair.hmat': encodeHmat([sampleMaterial({ emissiveTex: 77n }), sampleMaterial()]),
  }),
  'check/missing-companion': output({ 'models/chair.hmat': undefined }),
  'check/material-count': output({ 'models/chair.hmesh': sampleMesh({ materials: 3 }) }),
  'check/material-slot': output({ 'models/chair.hmesh': sampleMesh({ materials: 3, slot: 2 }) }),
  'check/material-texture': output({
    'models/chair.hmatx': encodeHmatx({
      rowCount: 2,
      uses: [{ ...DEFAULT_TEXTURE_USE, row: 0, slot: 'baseColor', texture: 77n }],
    }),
  }),
  'check/submesh': output({
    'models/chair.hmatx': encodeHmatx({
      rowCount: 2,
      uses: [],
      variants: { names: ['red'], maps: [{ variant: 0, submesh: 9, row: 1 }] },
    }),
  }),
  'check/joint': output({ 'models/chair.hanim': encodeHanim([sampleClip(2)]) }),
  'check/morph-target': output({ 'models/chair.hanimx': encodeHanimx([sampleWeights(0)]) }),
  'check/missing-atlas': output({ 'ui/sans.ktx2': undefined }),
  'check/missing-part': partGone,
};

const converting =
  (name: string, bytes: Uint8Array, to: ConvertTarget): Raise =>
  async () => {
    const found: DiagnosticCode[] = [];
    const refused = await refusing(async () => {
      const converted = await convertFile(memoryDisk({ [`/w/${name}`]: bytes }), { path: `/w/${name}`, to });
      found.push(...codesOf(converted?.diagnostics ?? []));
    })();
    return [...found, ...refused];
  };

/** `assetc convert <folder>` on the toys, which are the only kind it converts. */
const convertingFolder =
  (files: Readonly<Record<string, string>>): Raise =>
  async () => {
    const { host, registry } = new MemoryProject(files);
    const executors = new Executors(host, registry, undefined);
    const folder = '/project/assets';
    const { diagnostics } = await convertFolder(
      { input: folder, output: folder, kinds: ['list'], values: {} },
      { host, registry, executors, ...noValidators },
    );
    return codesOf(diagnostics);
  };

export const convertRows: RowsOf<'convert'> = {
  'convert/unknown-file': converting('a.txt', Buffer.from('hello'), 'hmesh'),
  'convert/malformed': converting('a.hmesh', readAnyGolden('quad.hmesh').subarray(0, 99), 'galileo'),
  'convert/no-way': converting('a.hmesh', readAnyGolden('quad.hmesh'), 'ktx2'),
  'convert/unsupported': converting('a.ktx2', readAnyGolden('uastc-cube.ktx2'), 'vkguide'),
  'convert/lost': converting('a.hmesh', sampleMesh(), 'galileo'),
  'convert/no-sources': convertingFolder({ 'readme.txt': '' }),
  'convert/foreign-file': convertingFolder({ 'a.list': 'one', 'a.out': 'mine' }),
  'convert/missing-file': converting('a.hmesh', sampleMesh(), 'glb'),
  'convert/rounded': converting('a.hmesh', sampleMesh(), 'galileo'),
  'convert/guessed': converting('a.tx', readAnyGolden('vkguide-paged.tx'), 'ktx2'),
};
