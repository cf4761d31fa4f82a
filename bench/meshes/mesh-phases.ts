// A model of a million triangles, end to end: time by phase and peak memory. The baseline is the time of meshoptimizer and MikkTSpace
// alone for the same calls on the same data, in another process in the same run. Limits: our code takes less time than
// the two libraries together (tangents are our own code now, but the package stays in the baseline), and the peak is below 900 MB.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MeshoptClusterizer, MeshoptEncoder, MeshoptSimplifier } from 'meshoptimizer';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';
import { BENCH_MODELS, gridOf } from './mesh-models.js';

const SIDE = 708;
const PEAK_BAR_MB = 900;

interface Phase {
  readonly phase: string;
  readonly ms: number;
}

interface Run {
  readonly phases: readonly Phase[];
  readonly peakMb: number;
  readonly baseMb: number;
  readonly outputBytes: number;
}

interface Row {
  readonly what: string;
  readonly ms: number;
  readonly peakMb?: number;
  readonly bar?: string;
  readonly holds?: boolean;
}

export async function run(args: readonly string[]): Promise<void> {
  const child = args.indexOf('--child');
  if (child >= 0) {
    console.log(JSON.stringify(await measure(args[child + 1] ?? '', args[child + 2] ?? '')));
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'assetc-bench-'));
  try {
    report(args, measureAll(folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(args: readonly string[], rows: readonly Row[]): void {
  if (args.includes('--json')) console.log(JSON.stringify({ rows }));
  else console.table(rows);
}

function measureAll(folder: string): readonly Row[] {
  const rows: Row[] = [];
  const floor = inChild('floor', folder);
  const libraries = sum(floor.phases);
  for (const { phase, ms } of floor.phases) rows.push({ what: `libraries alone: ${phase}`, ms: Math.round(ms) });
  rows.push({ what: 'libraries alone', ms: Math.round(libraries), peakMb: floor.peakMb });
  for (const [name, model] of Object.entries(BENCH_MODELS)) {
    // The child reads a file that this process made, because making a model takes more memory than compiling it.
    for (const [path, bytes] of Object.entries(model.files(SIDE))) writeFileSync(join(folder, path), bytes);
    const result = inChild(name, folder);
    for (const { phase, ms } of result.phases) rows.push({ what: `${name}: ${phase}`, ms: Math.round(ms) });
    const own = sum(result.phases.filter(({ phase }) => !phase.startsWith('library')));
    rows.push({
      what: `${name}: all of our own code`,
      ms: Math.round(own),
      bar: `less than the libraries (${Math.round(libraries)} ms)`,
      holds: own < libraries,
    });
    rows.push({
      what: `${name}: end to end`,
      ms: Math.round(sum(result.phases)),
      peakMb: result.peakMb,
      bar: `peak under ${PEAK_BAR_MB} MB`,
      holds: result.peakMb < PEAK_BAR_MB,
    });
  }
  return rows;
}

const sum = (phases: readonly Phase[]): number => phases.reduce((total, { ms }) => total + ms, 0);

function inChild(mode: string, folder: string): Run {
  const script = process.argv[1] ?? '';
  const { stdout, status, stderr } = spawnSync(process.execPath, [script, 'mesh-phases', '--child', mode, folder], {
    encoding: 'utf8',
    maxBuffer: 1 << 24,
  });
  if (status !== 0) throw new Error(`${mode} failed: ${stderr}`);
  return JSON.parse(stdout);
}

async function measure(mode: string, folder: string): Promise<Run> {
  await Promise.all([MeshoptEncoder.ready, MeshoptClusterizer.ready, MeshoptSimplifier.ready]);
  if (mode === 'floor') return measureBaseline();
  const model = BENCH_MODELS[mode];
  if (model === undefined) throw new Error(`no model ${mode}`);
  const baseMb = rssMb();
  const library = timeLibraries();
  const phases: Phase[] = [];
  const context = new TestContext({ path: model.path, input: folder });
  const started = performance.now();
  const scene = await model.read(context);
  phases.push({ phase: 'read the source', ms: performance.now() - started });
  const compiling = performance.now();
  const { emitModel } = await import('../../packages/compiler/src/kinds/mesh/mesh-job.js');
  await emitModel(scene, context);
  const compiled = performance.now() - compiling;
  phases.push({ phase: 'weld, place, pack, encode', ms: compiled - sum(library) }, ...library);
  return {
    phases,
    peakMb: peakMb(),
    baseMb,
    outputBytes: context.outputs.reduce((n, { bytes }) => n + bytes.length, 0),
  };
}

const rssMb = (): number => Math.round(process.memoryUsage().rss / 1e6);
const peakMb = (): number => Math.round((process.resourceUsage().maxRSS * 1024) / 1e6);

const LIBRARY_PHASES: { readonly [phase: string]: RegExp } = {
  'library: vertex cache': /^meshopt_optimizeVertexCache/,
  'library: meshlets': /[mM]eshlet/,
  'library: simplification': /^meshopt_simplify/,
};

/** Wraps meshoptimizer's functions in every instance, to separate the time inside them from our own. */
function timeLibraries(): readonly Phase[] {
  const phases = Object.keys(LIBRARY_PHASES).map((phase) => ({ phase, ms: 0 }));
  const timed = (name: string, exported: unknown): unknown => {
    const phase = phases.find((entry) => LIBRARY_PHASES[entry.phase]?.test(name));
    if (phase === undefined || typeof exported !== 'function') return exported;
    return (...args: unknown[]): unknown => {
      const start = performance.now();
      try {
        return Reflect.apply(exported, undefined, args);
      } finally {
        phase.ms += performance.now() - start;
      }
    };
  };
  const instance = new Proxy(WebAssembly.Instance, {
    construct(target, args) {
      const { exports }: WebAssembly.Instance = Reflect.construct(target, args);
      return {
        exports: Object.fromEntries(Object.entries(exports).map(([name, value]) => [name, timed(name, value)])),
      };
    },
  });
  Reflect.set(WebAssembly, 'Instance', instance);
  return phases;
}

/** The same calls on the same grid, without our code between them. */
function measureBaseline(): Run {
  const { positions, normals, uvs, indices } = gridOf(SIDE);
  const corners = (values: Float32Array, width: number): Float32Array => {
    const out = new Float32Array(indices.length * width);
    for (let i = 0; i < indices.length; i++)
      for (let c = 0; c < width; c++) out[i * width + c] = values[(indices[i] ?? 0) * width + c] ?? 0;
    return out;
  };
  const attributes = new Float32Array((positions.length / 3) * 5);
  for (let v = 0; v < positions.length / 3; v++) {
    attributes.set(normals.subarray(v * 3, v * 3 + 3), v * 5);
    attributes.set(uvs.subarray(v * 2, v * 2 + 2), v * 5 + 3);
  }
  const cornerData = [corners(positions, 3), corners(normals, 3), corners(uvs, 2)] as const;
  const baseMb = rssMb();
  const phases: Phase[] = [];
  const time = <T>(phase: string, step: () => T): T => {
    const start = performance.now();
    const result = step();
    phases.push({ phase, ms: performance.now() - start });
    return result;
  };
  const { generateTangents } = createRequire(import.meta.url)('mikktspace');
  time('MikkTSpace', () => generateTangents(...cornerData));
  time('vertex cache and fetch', () => MeshoptEncoder.reorderMesh(indices.slice(), true, false));
  time('meshlets', () => {
    const built = MeshoptClusterizer.buildMeshlets(indices, positions, 3, 64, 124, 0.25);
    return MeshoptClusterizer.computeMeshletBounds(built, positions, 3);
  });
  time('simplification', () => {
    for (const ratio of [0.5, 0.25])
      MeshoptSimplifier.simplifyWithAttributes(
        indices,
        positions,
        3,
        attributes,
        5,
        [0.5, 0.5, 0.5, 1, 1],
        null,
        Math.floor((indices.length / 3) * ratio) * 3,
        0.05,
      );
  });
  return { phases, peakMb: peakMb(), baseMb, outputBytes: 0 };
}
