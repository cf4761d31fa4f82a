import { decodeHmesh, encodeHmesh, type Hmesh } from '@assetc/formats';
import { beforeEach, expect, it } from 'vitest';
import { sampleMesh } from '../../../../formats/src/testing/sample-mesh.js';
import { ModelSlot, type ModelState } from './model-slot.js';
import { plainModel, type ViewedModel } from './plain-model.js';

const mesh: Hmesh = decodeHmesh(encodeHmesh(sampleMesh()));

interface Shown {
  readonly name: string;
  dispose(): void;
}

let alive: Set<string>;
let loads: { finish(): void; fail(error: Error): void }[];
let state: ModelState<Shown>;
let slot: ModelSlot<Shown>;

/** Counts as alive until it is disposed of. */
function living(name: string): ViewedModel {
  alive.add(name);
  return { ...plainModel(name, mesh), dispose: () => alive.delete(name) };
}

beforeEach(() => {
  alive = new Set();
  loads = [];
  state = {};
  slot = new ModelSlot<Shown>({
    readMesh: async () => mesh,
    loadComplete: () =>
      new Promise((resolve, reject) => {
        const name = `whole ${loads.length}`;
        loads.push({ finish: () => resolve(living(name)), fail: reject });
      }),
    makePlain: () => living('plain'),
    show({ path }) {
      alive.add(`shown ${path}`);
      return { name: path, dispose: () => alive.delete(`shown ${path}`) };
    },
    onChange(next) {
      state = next;
    },
  });
});

/** Waits until callbacks of settled promises have run. */
const settle = (): Promise<void> => new Promise((done) => setImmediate(done));

it('shows the last of two overlapping loads, and frees the other', async () => {
  slot.load();
  await settle();
  loads[0]?.fail(new Error('a texture is missing'));
  await settle();
  expect([...alive]).toEqual(['plain', 'shown plain']);
  expect(state).toMatchObject({ shown: { name: 'plain' }, error: new Error('a texture is missing') });
  slot.load();
  await settle();
  slot.load();
  await settle();
  loads[1]?.finish();
  loads[2]?.finish();
  await settle();
  expect([...alive]).toEqual(['whole 2', 'shown whole 2']);
  expect([slot.isComplete, state.shown?.name, state.error]).toEqual([true, 'whole 2', undefined]);
});

it('shows a complete model again without loading it', async () => {
  slot.load();
  await settle();
  loads[0]?.finish();
  await settle();
  slot.load();
  await settle();
  expect(loads).toHaveLength(1);
  expect([...alive]).toEqual(['whole 0', 'shown whole 0']);
});

it('frees models that arrive after the slot is gone', async () => {
  slot.load();
  await settle();
  slot.dispose();
  loads[0]?.finish();
  await settle();
  expect([...alive]).toEqual([]);
  expect(state.shown).toBe(undefined);
});
