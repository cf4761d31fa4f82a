import { expect, it } from 'vitest';
import { canvasPoint, fitBox, panBox, sheetPoint, zoomBox } from './view-box.js';

const canvas = { width: 800, height: 600 };

it('fits a sheet, small ones by whole factors', () => {
  expect(fitBox({ width: 4096, height: 4096 }, canvas).scale).toBeCloseTo((600 * 0.98) / 4096);
  expect(fitBox({ width: 100, height: 100 }, canvas)).toEqual({ x: 50, y: 50, scale: 5 });
});

it('zooms around the pointer', () => {
  const box = fitBox({ width: 256, height: 256 }, canvas);
  const at = { x: 500, y: 200 };
  const zoomed = zoomBox(box, 3, at, canvas);
  const [before, after] = [sheetPoint(box, at, canvas), sheetPoint(zoomed, at, canvas)];
  expect(after.x).toBeCloseTo(before.x, 9);
  expect(after.y).toBeCloseTo(before.y, 9);
  expect(canvasPoint(zoomed, after.x, after.y, canvas)).toEqual(at);
});

it('always keeps the sheet in view', () => {
  const sheet = { width: 64, height: 64 };
  const far = panBox(fitBox(sheet, canvas), 1e6, -1e6, sheet);
  expect([far.x, far.y]).toEqual([0, 64]);
});
