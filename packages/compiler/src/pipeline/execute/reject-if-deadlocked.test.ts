import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, it } from 'vitest';
import { rejectIfDeadlocked } from './reject-if-deadlocked.js';

const program = (body: string) => {
  const { outputFiles } = buildSync({
    stdin: {
      contents: `import { rejectIfDeadlocked } from './reject-if-deadlocked.ts';\n${body}`,
      resolveDir: join(import.meta.dirname),
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    write: false,
  });
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module'], {
    input: outputFiles[0]?.text ?? '',
    encoding: 'utf8',
  });
  return { status, stdout };
};

it('rejects work that nothing can finish any more, and names it', () => {
  const run = program(`
    const never = new Promise(() => {});
    const message = await rejectIfDeadlocked(never, () => 'an answer').catch((error) => error.message);
    process.stdout.write(message);
  `);
  expect(run).toEqual({ status: 0, stdout: 'nothing is left that could end what is waited for: an answer' });
});

it('does not affect work that ends, and stops listening', async () => {
  const before = process.listenerCount('beforeExit');
  expect(await rejectIfDeadlocked(Promise.resolve(1), () => '')).toBe(1);
  await expect(rejectIfDeadlocked(Promise.reject(new Error('broken')), () => '')).rejects.toThrow('broken');
  expect(process.listenerCount('beforeExit')).toBe(before);
});

it('listens once, however many wait', async () => {
  const before = process.listenerCount('beforeExit');
  let end = (_: number): void => {};
  const work = new Promise<number>((resolve) => {
    end = resolve;
  });
  const all = Promise.all(Array.from({ length: 20 }, () => rejectIfDeadlocked(work, () => '')));
  expect(process.listenerCount('beforeExit')).toBe(before + 1);
  end(7);
  expect(new Set(await all)).toEqual(new Set([7]));
  expect(process.listenerCount('beforeExit')).toBe(before);
});
