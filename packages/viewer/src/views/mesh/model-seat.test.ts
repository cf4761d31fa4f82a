import { decodeHmesh, encodeHmesh, type Hmesh } from '@assetc/formats';
import { beforeEach, expect, it } from 'vitest';
import { sampleMesh } from '../../../../formats/src/testing/sample-mesh.js';
import { ModelSeat, type Seated } from './model-seat.js';
import { plainModel, type ViewedModel } from './plain-model.js';

const mesh: Hmesh = decodeHmesh(encodeHmesh(sampleMesh()));

interface Shown {
  readonly name: string;
  dispose(): void;
}

let alive: Set<string>;
let loads: { finish(): void; fail(error: Error): void }[];
let seated: Seated<Shown>;
let seat: ModelSeat<Shown>;

/** Lives from now until it is disposed of. */
function living(name: string): ViewedModel {
  alive.add(name);
  return { ...plainModel(name, mesh), dispose: () => alive.delete(name) };
}

beforeEach(() => {
  alive = new Set();
  loads = [];
  seated = {};
  seat = new ModelSeat<Shown>({
    readMesh: async () => mesh,
    loadWhole: () =>
      new Promise((resolve, reject) => {
        const name = `whole ${loads.length}`;
        loads.push({ finish: () => resolve(living(name)), fail: reject });
      }),
    plainOf: () => living('plain'),
    show({ path }) {
      alive.add(`shown ${path}`);
      return { name: path, dispose: () => alive.delete(`shown ${path}`) };
    },
    onChange(next) {
      seated = next;
    },
  });
});

/** What hangs on promises that are settled has run. */
const settle = (): Promise<void> => new Promise((done) => setImmediate(done));

it('seats the last of two loads that overlap, and frees the other', async () => {
  seat.take();
  await settle();
  loads[0]?.fail(new Error('a texture is missing'));
  await settle();
  expect([...alive]).toEqual(['plain', 'shown plain']);
  expect(seated).toMatchObject({ shown: { name: 'plain' }, error: new Error('a texture is missing') });
  seat.take();
  await settle();
  seat.take();
  await settle();
  loads[1]?.finish();
  loads[2]?.finish();
  await settle();
  expect([...alive]).toEqual(['whole 2', 'shown whole 2']);
  expect([seat.isWhole, seated.shown?.name, seated.error]).toEqual([true, 'whole 2', undefined]);
});

it('shows a whole model anew without loading it', async () => {
  seat.take();
  await settle();
  loads[0]?.finish();
  await settle();
  seat.take();
  await settle();
  expect(loads).toHaveLength(1);
  expect([...alive]).toEqual(['whole 0', 'shown whole 0']);
});

it('frees what arrives after the seat is gone', async () => {
  seat.take();
  await settle();
  seat.dispose();
  loads[0]?.finish();
  await settle();
  expect([...alive]).toEqual([]);
  expect(seated.shown).toBe(undefined);
});
