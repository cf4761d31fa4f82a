import { expect, it } from 'vitest';
import { fanToList, stripToList } from './triangulate.js';

const list = (...numbers: number[]): Uint32Array => Uint32Array.from(numbers);

it('reverses the winding of every second triangle of a strip', () => {
  expect([...stripToList(list(5, 6, 7, 8, 9))]).toEqual([5, 6, 7, 6, 8, 7, 7, 8, 9]);
});

it('expands a fan around its first corner', () => {
  expect([...fanToList(list(5, 6, 7, 8))]).toEqual([6, 7, 5, 7, 8, 5]);
});

it('returns nothing for fewer than three corners', () => {
  expect(stripToList(list(1, 2)).length + fanToList(list(1)).length + fanToList(list()).length).toBe(0);
});
