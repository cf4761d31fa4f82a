// `npm run bench -- compact`: what the forms of geometry take, over the models of the corpus and the demo, compared with gltfpack 1.3 on the same
// sources. Files: whole .hmesh files with meshlets, without levels of detail. Geometry: coded vertices, skins and level-0 indices alone, which both
// programs write; models whose triangles or attributes differ are listed, but not counted. `--folder <dir>` measures the models of a folder instead.

import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { decodeHmesh, type Hmesh } from '@assetc/formats';
import { NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS, KHRDracoMeshCompression } from '@gltf-transform/extensions';
import draco from 'draco3dgltf';
import { loadZstd } from '../../packages/compiler/src/encoding/zstd.js';
import { meshKind } from '../../packages/compiler/src/kinds/mesh/mesh-kind.js';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';
import { type PackedGeometry, packWithGltfpack } from './gltfpack.js';
import { geometryBytes } from './hmesh-geometry.js';

const SETTINGS = { lods: [], tangents: 'none', merge: false } as const;
/** gltfpack accepts any error. */
const COMPACT = { vertices: 'compact', indexWidth: 'smallest', maxError: { position: 1e9, uv: 1e9 } } as const;
const FORMS = {
  full: {},
  compact: COMPACT,
  compressed: { ...COMPACT, compression: 'meshopt' },
  compressedForCache: { ...COMPACT, compression: 'meshopt', triangleOrder: 'cache' },
} as const;
const ZSTD_LEVEL = 19;
const LARGE = 50_000;
/** Clusters of smaller models have one level. */
const DETAILED = 1000;
const MODES = ['-c', '-cc', '-cz'] as const;

interface Source {
  readonly input: string;
  readonly path: string;
}

function sourcesIn(folder: string): readonly Source[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true })
    .map((name) => String(name).replaceAll('\\', '/'))
    .filter((name) => /\.(?:gltf|glb|obj)$/i.test(name) && !name.startsWith('invalid/'))
    .sort()
    .map((path) => ({ input: folder, path }));
}

async function compile({ input, path }: Source, form: Record<string, string | boolean | object>): Promise<Uint8Array> {
  const context = new TestContext({ path, input, settings: { mesh: { ...SETTINGS, ...form } } });
  await meshKind.compile(context);
  return context.output('.hmesh');
}

/** Why the geometry cannot be compared; undefined if it can. */
function difference(ours: Hmesh, theirs: PackedGeometry | undefined): string | undefined {
  if (theirs === undefined) return 'gltfpack refuses it';
  if (ours.morphs !== undefined || theirs.hasTargets) return 'morph targets';
  if (ours.lines !== undefined || !theirs.isTriangles) return 'points or lines';
  if (ours.indices.length / 3 !== theirs.triangles) return `${theirs.triangles} triangles written`;
  return theirs.hasNormals ? undefined : 'the source has no normals';
}

/** gltfpack of npm does not read Draco: both programs get the decoded model. */
async function withoutDraco(source: Source, folder: string): Promise<Source> {
  const file = join(source.input, source.path);
  if (!source.path.endsWith('.gltf') || !readFileSync(file, 'utf8').includes(KHRDracoMeshCompression.EXTENSION_NAME))
    return source;
  const io = new NodeIO()
    .registerExtensions(ALL_EXTENSIONS)
    .registerDependencies({ 'draco3d.decoder': await draco.createDecoderModule({}) });
  const document = await io.read(file);
  document.createExtension(KHRDracoMeshCompression).dispose();
  const path = `${basename(source.path, '.gltf')}.decoded.glb`;
  await io.write(join(folder, path), document);
  return { input: folder, path };
}

async function measure(original: Source, folder: string) {
  const source = await withoutDraco(original, folder);
  const bytes = {
    full: await compile(source, FORMS.full),
    compact: await compile(source, FORMS.compact),
    compressed: await compile(source, FORMS.compressed),
    forCache: await compile(source, FORMS.compressedForCache),
    clusters: await compile(source, { ...FORMS.compressed, clusters: true }),
  };
  const zstd = (await loadZstd()).compress(bytes.compressed, ZSTD_LEVEL);
  const mesh = decodeHmesh(bytes.compressed);
  const packed = MODES.map((mode) => packWithGltfpack(join(source.input, source.path), mode, folder));
  const cc = packed[1];
  const [ours, theirs] = [geometryBytes(bytes.compressed), cc?.bytes ?? 0];
  return {
    model: source.path.replace(/^.*\//, ''),
    triangles: mesh.indices.length / 3,
    full: bytes.full.length,
    compact: bytes.compact.length,
    compressed: bytes.compressed.length,
    zstd: zstd.length,
    clusters: bytes.clusters.length,
    geometry: ours,
    forCache: geometryBytes(bytes.forCache),
    ...Object.fromEntries(MODES.map((mode, i) => [mode, packed[i]?.bytes ?? 0])),
    ratio: theirs === 0 ? 0 : Math.round((ours / theirs) * 1000) / 1000,
    vertices: mesh.desc.vertexCount,
    theirVertices: cc?.vertices ?? 0,
    differs: difference(mesh, cc) ?? '',
  };
}

export async function run(args: readonly string[]): Promise<void> {
  const at = args.indexOf('--folder');
  const demo = resolve('examples/demo/assets');
  const sources = at < 0 ? [...sourcesIn(corpusFolder), ...sourcesIn(demo)] : sourcesIn(resolve(args[at + 1] ?? '.'));
  const folder = mkdtempSync(join(tmpdir(), 'assetc-compact-'));
  const rows: Awaited<ReturnType<typeof measure>>[] = [];
  try {
    for (const source of sources) rows.push(await measure(source, folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
  if (args.includes('--json')) console.log(JSON.stringify({ rows }));
  else {
    console.table(rows);
    printTotals(rows);
  }
}

type Row = Awaited<ReturnType<typeof measure>>;

function printTotals(rows: readonly Row[]): void {
  const sum = (list: readonly Row[], name: keyof Row): number =>
    list.reduce((total, row) => total + Number(row[name]), 0);
  const share = (a: number, b: number): string => `${(a / b).toFixed(3)} ×`;
  const full = sum(rows, 'full');
  for (const form of ['full', 'compact', 'compressed', 'zstd'] as const)
    console.log(`${rows.length} files, ${form}: ${sum(rows, form)} bytes, ${share(sum(rows, form), full)} full`);
  const detailed = rows.filter(({ triangles }) => triangles > DETAILED);
  const perTriangle = sum(detailed, 'clusters') / sum(detailed, 'triangles');
  console.log(
    `${detailed.length} files of more than ${DETAILED} triangles, with clusters, compact and compressed: ${perTriangle.toFixed(1)} bytes per triangle of level 0`,
  );
  const equal = rows.filter(({ differs }) => differs === '');
  const ours = sum(equal, 'geometry');
  for (const mode of MODES) {
    const theirs = sum(equal, mode as keyof Row);
    const cache = mode === '-c' ? `, in the order of the vertex cache ${share(sum(equal, 'forCache'), theirs)}` : '';
    console.log(
      `geometry of ${equal.length} files: ${ours} bytes, ${share(ours, theirs)} gltfpack ${mode} (${theirs})${cache}`,
    );
  }
  const large = equal.filter((row) => Number(row['-cc' as keyof Row]) > LARGE || row.full > LARGE);
  const worst = large.sort((a, b) => b.ratio - a.ratio)[0];
  if (worst !== undefined)
    console.log(`worst of ${large.length} files over ${LARGE} bytes: ${worst.model}, ${worst.ratio} × -cc`);
}
