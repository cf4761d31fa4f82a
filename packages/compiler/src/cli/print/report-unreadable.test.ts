import { FormatError } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { Console } from './console.js';
import { reportUnreadable } from './report-unreadable.js';

async function complaintOf(thrown: unknown): Promise<string> {
  let text = '';
  const stream = { write: (more: string) => (text += more) };
  const session = { cwd: '/p', console: new Console({}, { stdout: stream, stderr: stream }, {}) };
  expect(await reportUnreadable(session, '/p/game.hpack', () => Promise.reject(thrown))).toBe('unreadable');
  return text;
}

describe('reportUnreadable', () => {
  it('names a file that cannot be read, and what to do', async () => {
    const refused = Object.assign(new Error("EACCES: permission denied, open '/p/game.hpack'"), {
      code: 'EACCES',
      syscall: 'open',
    });
    expect(await complaintOf(refused)).toBe(
      "game.hpack: error check/unreadable: EACCES: permission denied, open '/p/game.hpack'\n" +
        '  hint: Check the permissions of the file, and the disk.\n',
    );
  });

  it('names a malformed file', async () => {
    expect(await complaintOf(new FormatError('bad-value', 20, 'flags is 1'))).toMatch(
      /^game\.hpack: error check\/malformed: flags is 1.*\n {2}hint: Build again/,
    );
  });

  it('rethrows other errors', async () => {
    const session = { cwd: '/p', console: new Console({}, process, {}) };
    const ours = new TypeError('undefined is no function');
    await expect(reportUnreadable(session, '/p/a', () => Promise.reject(ours))).rejects.toBe(ours);
  });
});
