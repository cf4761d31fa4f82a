import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TooLargeForModule } from '../wasm/module-memory.js';
import { collapseBytes, orderBytes, sloppyBytes } from './memory-needs.js';
import { orderTriangles } from './order-triangles.js';
import { simplify, simplifyScale, simplifySloppily } from './simplify.js';

const SIDE = 120;
const ONE = Uint32Array.of(0, 1, 2);
/** With one triangle and this many vertices no instance is kept. */
const MANY = 2_000_000;

/** A bumpy grid; `isApart`: every corner is a separate vertex. */
function bumps(isApart: boolean) {
  const grid = new Uint32Array(SIDE * SIDE * 6);
  for (let i = 0; i < SIDE * SIDE; i++) {
    const at = i + Math.floor(i / SIDE);
    grid.set([at, at + SIDE + 1, at + 1, at + 1, at + SIDE + 1, at + SIDE + 2], i * 6);
  }
  const vertexCount = isApart ? grid.length : (SIDE + 1) ** 2;
  const positions = new Float32Array(vertexCount * 3);
  for (let i = 0; i < vertexCount; i++) {
    const place = isApart ? (grid[i] ?? 0) : i;
    const [x, y] = [place % (SIDE + 1), Math.floor(place / (SIDE + 1))];
    positions.set([x, ((x * 7 + y * 13) % 11) / 11, y], i * 3);
  }
  return { vertexCount, positions, indices: isApart ? grid.map((_, i) => i) : grid };
}

describe.each([
  ['a grid', bumps(false)],
  ['triangles that share no vertex', bumps(true)],
])('%s', (_, mesh) => {
  const { Instance } = WebAssembly;
  let bytes = (): number => 0;
  beforeEach(() => {
    const watched = new Proxy(Instance, {
      construct(target, args) {
        const instance: WebAssembly.Instance = Reflect.construct(target, args);
        const { memory } = instance.exports;
        if (memory instanceof WebAssembly.Memory) bytes = () => memory.buffer.byteLength;
        return instance;
      },
    });
    Reflect.set(WebAssembly, 'Instance', watched);
  });
  afterEach(() => {
    Reflect.set(WebAssembly, 'Instance', Instance);
  });

  const goal = { count: 3000, error: 1e9 };
  const { vertexCount, indices } = mesh;

  it.each([0, 5, 32])('computes what the simplifier takes for %i weights', (count) => {
    const weights = new Array<number>(count).fill(0.5);
    const attributes = (out: Float32Array) => out.fill(1);
    simplifyScale(MANY, () => undefined);
    simplify({ ...mesh, attributes, weights }, { ...goal, options: ['sparse', 'absolute'] });
    const computed = collapseBytes(vertexCount, indices.length, count);
    expect(bytes()).toBeLessThan(computed);
    expect(bytes()).toBeGreaterThan(computed * 0.5);
  });

  it('computes at least what the other functions take', () => {
    simplifyScale(MANY, () => undefined);
    simplifySloppily(mesh, goal);
    expect(bytes()).toBeLessThan(sloppyBytes(vertexCount, indices.length));
    orderTriangles(ONE.slice(), MANY);
    orderTriangles(indices.slice(), vertexCount);
    expect(bytes()).toBeLessThan(orderBytes(vertexCount, indices.length));
  });
});

it('rejects input that does not fit into a module, instead of overwriting memory', () => {
  const unread = (): never => {
    throw new Error('there is no such mesh');
  };
  const indices = new Uint32Array(3);
  const mesh = { indices, vertexCount: 20e6, positions: unread };
  const goal = { count: 3, error: 1 };
  const weights = new Array<number>(5).fill(1);
  expect(() => simplify({ ...mesh, attributes: unread, weights }, goal)).toThrow(TooLargeForModule);
  expect(() => simplifySloppily({ ...mesh, vertexCount: 60e6 }, goal)).toThrow(TooLargeForModule);
  expect(() => simplifyScale(360e6, unread)).toThrow(TooLargeForModule);
  expect(() => orderTriangles(indices, 340e6)).toThrow(TooLargeForModule);
});
