// The cost of uploads to a shared cache: added time until all outputs are written, added CPU time, and the wait for the last uploads.
// Every round runs three cold builds: without a cache, with a read-only cache, and with one that also receives uploads, over
// a network of 200 Mbit/s and 50 ms. Server and network run on this machine, so builds use one thread.
// `npm run bench -- uploads [rounds] [--only=tiny|usual] [--json]`.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ShapingProxy } from '../../tests/remote/shaping-proxy.js';
import { makePng } from '../../tests/support/png.js';
import { glbOf, gridOf } from '../meshes/mesh-models.js';
import { type Built, buildOn, checkout, LINE, needServers, startServer, TOKEN } from './cache-machines.js';

interface Subject {
  readonly title: string;
  write(assets: string): void;
}

/** Noise, so that uploads are as large as the textures. */
function texture(seed: number, side: number): Uint8Array {
  let state = seed + 1;
  const noise = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state >>> 24;
  };
  return makePng(side, side, (x, y) => [(noise() >> 3) + (x >> 3), (noise() >> 3) + (y >> 3), noise() >> 2, 255]);
}

const SUBJECTS: { readonly [name: string]: Subject } = {
  tiny: {
    title: '300 textures of 256², quality fast',
    write(assets) {
      for (let i = 0; i < 300; i++) {
        mkdirSync(join(assets, `${i % 10}`), { recursive: true });
        writeFileSync(join(assets, `${i % 10}`, `${i}.png`), texture(i, 256));
      }
      writeFileSync(join(assets, '../assetc.yml'), 'default: { texture: { quality: fast } }\n');
    },
  },
  usual: {
    title: '16 textures of 1024² and 8 meshes of 80,000 triangles, as they come',
    write(assets) {
      for (let i = 0; i < 16; i++) writeFileSync(join(assets, `${i}.png`), texture(i, 1024));
      for (let i = 0; i < 8; i++) writeFileSync(join(assets, `${i}.glb`), glbOf(gridOf(200 + i)));
      writeFileSync(join(assets, '../assetc.yml'), '{}\n');
    },
  },
};

const WAYS = ['alone', 'asking', 'sending'] as const;
type Way = (typeof WAYS)[number];

export async function run(args: readonly string[]): Promise<void> {
  needServers();
  const rounds = Number(args.find((arg) => /^\d+$/.test(arg)) ?? 5);
  const only = args.find((arg) => arg.startsWith('--only='))?.slice(7);
  const rows = [];
  for (const [name, subject] of Object.entries(SUBJECTS)) {
    if (only !== undefined && only !== name) continue;
    rows.push(await measure(subject, rounds));
  }
  if (args.includes('--json')) console.log(JSON.stringify({ rows }));
  else for (const row of rows) console.table(Object.entries(row).map(([what, value]) => ({ what, value })));
}

async function measure(subject: Subject, rounds: number) {
  const folder = mkdtempSync(join(tmpdir(), 'assetc-uploads-'));
  try {
    const project = join(folder, 'project');
    mkdirSync(join(project, 'assets'), { recursive: true });
    subject.write(join(project, 'assets'));
    const built: Record<Way, Built[]> = { alone: [], asking: [], sending: [] };
    for (let round = 0; round < rounds; round++)
      // The order rotates, so that effects of order fall on all of them.
      for (let i = 0; i < WAYS.length; i++) {
        const way = WAYS[(round + i) % WAYS.length] ?? 'alone';
        built[way].push(await buildOnce(folder, project, way));
      }
    return { ...resultOf(built), project: subject.title, rounds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function buildOnce(folder: string, project: string, way: Way): Promise<Built> {
  const machine = checkout(folder, project);
  try {
    if (way === 'alone') return await buildOn(machine, {}, '-j', '1');
    const server = await startServer(folder);
    const line = await ShapingProxy.open(server.port, LINE.megabits, LINE.roundTripMs);
    try {
      const url = { ASSETC_CACHE_URL: `http://127.0.0.1:${line.port}` };
      const env = way === 'asking' ? url : { ...url, ASSETC_CACHE_TOKEN: TOKEN, CI: '1' };
      return await buildOn(machine, env, '-j', '1');
    } finally {
      await line.close();
      await server.stop();
    }
  } finally {
    rmSync(machine, { recursive: true, force: true });
  }
}

/** Median and quartiles of the ratios of single rounds. */
function resultOf(built: Readonly<Record<Way, readonly Built[]>>) {
  const buildingMs = ({ ms, waitedMs }: Built): number => ms - waitedMs;
  const cpuMs = (one: Built): number => one.cpuMs;
  const ratios = (of: Way, to: Way, value: (one: Built) => number): string => {
    const all = built[of].map((one, i) => value(one) / value(built[to][i] ?? one));
    return `${round(at(all, 0.5))} [${round(at(all, 0.25))}–${round(at(all, 0.75))}]`;
  };
  const middle = (of: Way, value: (one: Built) => number): number => at(built[of].map(value), 0.5);
  return {
    aloneS: round(middle('alone', buildingMs) / 1000),
    sendingS: round(middle('sending', buildingMs) / 1000),
    waitedS: round(middle('sending', ({ waitedMs }) => waitedMs) / 1000),
    sentMb: round(middle('sending', ({ sentBytes }) => sentBytes) / 1e6),
    buildingByAsking: ratios('asking', 'alone', buildingMs),
    buildingBySending: ratios('sending', 'asking', buildingMs),
    buildingByBoth: ratios('sending', 'alone', buildingMs),
    cpuByAsking: ratios('asking', 'alone', cpuMs),
    cpuBySending: ratios('sending', 'asking', cpuMs),
    cpuByBoth: ratios('sending', 'alone', cpuMs),
  };
}

function at(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * part)] ?? 0;
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
