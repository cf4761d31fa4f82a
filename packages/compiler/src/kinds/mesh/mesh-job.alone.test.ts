import { TooLargeForModule } from '@assetc/kernels';
import { expect, it, vi } from 'vitest';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { TestContext } from '../../testing/test-context.js';

const SIDE = 110;

/** A grid that is large enough to be shared between threads. */
function gridText(): string {
  const lines: string[] = [];
  for (let y = 0; y <= SIDE; y++) for (let x = 0; x <= SIDE; x++) lines.push(`v ${x} ${(x * 7 + y * 3) % 5} ${y}`);
  for (let y = 0; y < SIDE; y++)
    for (let x = 1; x <= SIDE; x++) {
      const at = y * (SIDE + 1) + x;
      lines.push(`f ${at} ${at + SIDE + 1} ${at + SIDE + 2} ${at + 1}`);
    }
  return lines.join('\n');
}

it('explains what to do about a mesh that exceeds the memory of wasm', async () => {
  const context = new TestContext({ path: 'a.obj', input: { 'a.obj': gridText() } });
  const error = new TooLargeForModule('the mesh would take 5000 MB');
  vi.spyOn(context, 'parallel').mockRejectedValue(error);
  const refused = await context.compile().catch((caught: unknown) => caught);
  expect(refused).toBeInstanceOf(AssetError);
  expect(refused).toMatchObject({
    cause: error,
    diagnostic: { code: 'mesh/too-large', file: 'a.obj', message: 'the mesh would take 5000 MB' },
  });
});
