// What `mesh.meshlets.coneWeight` gains and costs: meshlets that the cone test culls, from eyes all around each model, compared with those that only
// show backs, and the number, fill and vertex reuse of meshlets. Models of the corpus (if it is there), of the demo, and generated ones.
// `--weights 0,0.25,1` and `--models` (one row per model) change the table; `--json` prints rows.

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { decodeHmesh, type Hmesh, unpackVertices } from '@assetc/formats';
import { meshKind } from '../../packages/compiler/src/kinds/mesh/mesh-kind.js';
import { corpusFolder } from '../../packages/compiler/src/testing/corpus.js';
import { TestContext } from '../../packages/compiler/src/testing/test-context.js';
import { scanGlb, terrainGlb } from './mesh-shapes.js';

interface Model {
  readonly path: string;
  readonly input: string | { readonly [path: string]: Uint8Array };
}

/** Below, a model is a few meshlets that nobody would cull. */
const MIN_TRIANGLES = 1000;
const EYES = 64;
/** Of the eyes, in radii of the model. */
const DISTANCE = 2.5;

export async function run(args: readonly string[]): Promise<void> {
  const at = args.indexOf('--weights');
  const weights = (at < 0 ? '0,0.125,0.25,0.5,0.75,1' : (args[at + 1] ?? '')).split(',').map(Number);
  const rows: Row[] = [];
  for (const model of modelsToMeasure())
    for (const weight of weights) {
      const mesh = await compile(model, weight);
      if (mesh.indices.length / 3 >= MIN_TRIANGLES) rows.push(measure(model.path, weight, mesh));
    }
  const shown = args.includes('--models') ? rows : weights.map((weight) => meanOf(rows, weight));
  if (args.includes('--json')) console.log(JSON.stringify({ rows: shown }));
  else console.table(shown);
}

function modelsToMeasure(): readonly Model[] {
  const inFolder = (input: string): readonly Model[] =>
    !existsSync(input)
      ? []
      : readdirSync(input, { recursive: true, encoding: 'utf8' })
          .filter((path) => /\.(?:gltf|glb|obj)$/i.test(path))
          .sort()
          .map((path) => ({ path, input }));
  return [
    ...['gltf', 'obj'].flatMap((kind) => inFolder(join(corpusFolder, kind))),
    ...inFolder('examples/demo/assets'),
    { path: 'scan.glb', input: { 'scan.glb': scanGlb(128) } },
    { path: 'terrain.glb', input: { 'terrain.glb': terrainGlb(128) } },
  ];
}

async function compile({ path, input }: Model, coneWeight: number): Promise<Hmesh> {
  const settings = { mesh: { lods: [], tangents: 'none', meshlets: { coneWeight } } };
  const context = new TestContext({ path, input, settings });
  await meshKind.compile(context);
  return decodeHmesh(context.output('.hmesh'));
}

interface Row {
  readonly model: string;
  readonly weight: number;
  readonly meshlets: number;
  readonly trianglesEach: number;
  readonly verticesPerTriangle: number;
  /** Shares of all meshlets, in percent, over all eyes. */
  readonly facingAway: number;
  readonly culled: number;
  /** Shares of all triangles. */
  readonly backTriangles: number;
  readonly culledTriangles: number;
  /** Vertices of the meshlets that are left, per triangle of the model. */
  readonly verticesLeft: number;
}

function measure(model: string, weight: number, mesh: Hmesh): Row {
  const count = mesh.desc.meshletCount;
  const triangles = mesh.indices.length / 3;
  const sums = { facingAway: 0, culled: 0, backTriangles: 0, culledTriangles: 0, verticesLeft: 0 };
  const planes = planesOf(mesh);
  for (let i = 0; i < EYES; i++) {
    const eye = eyeAt(i, mesh);
    for (let m = 0; m < count; m++) {
      const [, vertexCount = 0, first = 0, own = 0] = mesh.meshlets.subarray(m * 4, m * 4 + 4);
      const backs = countBacks(planes, first, own, eye);
      const isCulled = facesAway(mesh.meshletBounds.subarray(m * 8, m * 8 + 8), eye);
      sums.backTriangles += backs;
      if (backs === own) sums.facingAway++;
      sums.verticesLeft += isCulled ? 0 : vertexCount;
      sums.culled += isCulled ? 1 : 0;
      sums.culledTriangles += isCulled ? own : 0;
    }
  }
  const percent = (sum: number, of: number): number => round((100 * sum) / (of * EYES));
  return {
    model,
    weight,
    meshlets: count,
    trianglesEach: round(triangles / count),
    verticesPerTriangle: round(mesh.meshletVertices.length / triangles),
    facingAway: percent(sums.facingAway, count),
    culled: percent(sums.culled, count),
    backTriangles: percent(sums.backTriangles, triangles),
    culledTriangles: percent(sums.culledTriangles, triangles),
    verticesLeft: round(sums.verticesLeft / (triangles * EYES)),
  };
}

const round = (value: number): number => Math.round(value * 1000) / 1000;

/** On a spiral over the sphere around the model. */
function eyeAt(i: number, { bounds }: Hmesh): readonly [number, number, number] {
  const y = 1 - (2 * i + 1) / EYES;
  const angle = i * Math.PI * (3 - Math.sqrt(5));
  const flat = Math.sqrt(1 - y * y);
  const reach = bounds.sphereRadius * DISTANCE;
  const [cx = 0, cy = 0, cz = 0] = bounds.sphereCenter;
  return [cx + Math.cos(angle) * flat * reach, cy + y * reach, cz + Math.sin(angle) * flat * reach];
}

/** Normal and distance of each triangle, in the order of MLTR. */
function planesOf(mesh: Hmesh): Float64Array {
  const { positions } = unpackVertices(mesh.vertices);
  const planes = new Float64Array((mesh.meshletTriangles.length / 3) * 4);
  for (let m = 0; m < mesh.desc.meshletCount; m++) {
    const [vertexOffset = 0, , first = 0, own = 0] = mesh.meshlets.subarray(m * 4, m * 4 + 4);
    for (let t = first; t < first + own; t++) {
      const corner = (k: number): Float32Array => {
        const vertex = mesh.meshletVertices[vertexOffset + (mesh.meshletTriangles[t * 3 + k] ?? 0)] ?? 0;
        return positions.subarray(vertex * 3, vertex * 3 + 3);
      };
      const [[ax = 0, ay = 0, az = 0], [bx = 0, by = 0, bz = 0], [cx = 0, cy = 0, cz = 0]] = [
        corner(0),
        corner(1),
        corner(2),
      ];
      const [ux, uy, uz, vx, vy, vz] = [bx - ax, by - ay, bz - az, cx - ax, cy - ay, cz - az];
      const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
      planes.set([nx, ny, nz, nx * ax + ny * ay + nz * az], t * 4);
    }
  }
  return planes;
}

function countBacks(planes: Float64Array, first: number, count: number, [x, y, z]: readonly [number, number, number]) {
  let backs = 0;
  for (let at = first * 4; at < (first + count) * 4; at += 4)
    if ((planes[at] ?? 0) * x + (planes[at + 1] ?? 0) * y + (planes[at + 2] ?? 0) * z <= (planes[at + 3] ?? 0)) backs++;
  return backs;
}

/** The test of docs/formats/hmesh.md. */
function facesAway(bounds: Float32Array, [ex, ey, ez]: readonly [number, number, number]): boolean {
  const [x = 0, y = 0, z = 0, radius = 0, ax = 0, ay = 0, az = 0, cutoff = 1] = bounds;
  const [dx, dy, dz] = [x - ex, y - ey, z - ez];
  return dx * ax + dy * ay + dz * az >= cutoff * Math.hypot(dx, dy, dz) + radius;
}

/** Large and small models count the same; `meshlets` is the sum. */
function meanOf(rows: readonly Row[], weight: number): Row {
  const own = rows.filter((row) => row.weight === weight);
  const mean = (pick: (row: Row) => number): number => round(own.reduce((sum, row) => sum + pick(row), 0) / own.length);
  return {
    model: `mean of ${own.length}`,
    weight,
    meshlets: own.reduce((sum, row) => sum + row.meshlets, 0),
    trianglesEach: mean((row) => row.trianglesEach),
    verticesPerTriangle: mean((row) => row.verticesPerTriangle),
    facingAway: mean((row) => row.facingAway),
    culled: mean((row) => row.culled),
    backTriangles: mean((row) => row.backTriangles),
    culledTriangles: mean((row) => row.culledTriangles),
    verticesLeft: mean((row) => row.verticesLeft),
  };
}
