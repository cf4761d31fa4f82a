import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeWritable, withPatience } from './disk-write.js';

const refusal = (code: string): Error => Object.assign(new Error(code), { code });

it('tries again on Windows while another program has a file open', async () => {
  const answers = ['EPERM', 'EACCES', 'EBUSY'];
  let refusals = 0;
  const attempt = (): string => {
    const code = answers.shift();
    if (code !== undefined) throw refusal(code);
    return 'done';
  };
  expect(await withPatience(attempt, () => refusals++, true)).toBe('done');
  expect(refusals).toBe(3);
});

it('does not try again for other reasons, or on other systems', async () => {
  let attempts = 0;
  const failWith = (code: string) => () => {
    attempts++;
    throw refusal(code);
  };
  await expect(withPatience(failWith('ENOSPC'), undefined, true)).rejects.toMatchObject({ code: 'ENOSPC' });
  await expect(withPatience(failWith('EPERM'), undefined, false)).rejects.toMatchObject({ code: 'EPERM' });
  expect(attempts).toBe(2);
});

it('makes a read-only file writable, and leaves others as they are', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assetc-disk-'));
  const file = join(folder, 'a');
  const isWritable = (): boolean => (statSync(file).mode & 0o200) !== 0;
  makeWritable(file);
  writeFileSync(file, '');
  chmodSync(file, 0o444);
  expect(isWritable()).toBe(false);
  makeWritable(file);
  expect(isWritable()).toBe(true);
  const { mode } = statSync(file);
  makeWritable(file);
  expect(statSync(file).mode).toBe(mode);
  rmSync(folder, { recursive: true });
});
