import { expect, it } from 'vitest';
import { walkNodes } from './walk-nodes.js';

it('visits parents before children, children in their order, roots in theirs', () => {
  const nodes = [{ children: [3, 1] }, { children: [] }, { children: [4] }, { children: [5] }, ...leaves(2)];
  expect(walkNodes(nodes, [2, 0])).toEqual([2, 4, 0, 3, 5, 1]);
});

it('leaves out what no root reaches', () => {
  expect(walkNodes([{ children: [1] }, { children: [] }, { children: [] }], [1])).toEqual([1]);
});

it('goes as deep as a file does', () => {
  const depth = 200_000;
  const chain = Array.from({ length: depth }, (_, i) => ({ children: i + 1 < depth ? [i + 1] : [] }));
  expect(walkNodes(chain, [0]).length).toBe(depth);
});

it('throws if a node is missing', () => {
  expect(() => walkNodes([{ children: [7] }], [0])).toThrow('no node 7');
});

function leaves(count: number): { readonly children: readonly number[] }[] {
  return Array.from({ length: count }, () => ({ children: [] }));
}
