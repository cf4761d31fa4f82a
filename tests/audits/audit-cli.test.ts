// Rules of `audit:` as `assetc check` reports them: printed, as events, and in its exit status.

import { afterAll, expect, it } from 'vitest';
import { DiskProject, hasCli } from '../support/disk-project.js';
import { makePng } from '../support/png.js';

const withAudit = (level: string): string =>
  `audit: { multipleOf4: ${level} }\ndefault: { texture: { standalone: all } }\n`;
const project = new DiskProject({
  'assetc.yml': withAudit('off'),
  'assets/a.png': makePng(10, 12, (x, y) => [x * 9, y * 9, 0, 255]),
});
afterAll(() => project.remove());

it.skipIf(!hasCli)('passes, warns or fails by the level, and changes no build', () => {
  expect(project.run().status).toBe(0);
  expect(project.run(['check'])).toMatchObject({ status: 0, stderr: '' });
  project.write('assetc.yml', withAudit('warn'));
  expect(project.run().stdout).toContain('0 built');
  const warned = project.run(['check']);
  expect([warned.status, warned.stderr.includes('audit/multiple-of-4: it has 10 × 12 texels')]).toEqual([0, true]);
  project.write('assetc.yml', withAudit('error'));
  const { status, stdout } = project.run(['check', '--json']);
  const events = stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
  expect(status).toBe(1);
  expect(events).toMatchObject([
    { type: 'diagnostic', diagnostic: { code: 'audit/multiple-of-4', severity: 'error', file: 'a.ktx2' } },
    { type: 'checked', ok: false, errors: 1 },
  ]);
});
