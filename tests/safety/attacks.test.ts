// Two attacks that made builds delete other files when they were found, and must not work anymore.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { DiskProject, hasCli } from '../support/disk-project.js';
import { rawPack } from './raw-pack.js';
import { emptyRecord, Surroundings, writeRecord } from './surroundings.js';

let around: Surroundings | undefined;
afterEach(() => around?.remove());

describe('a record that somebody else wrote', () => {
  it.each(['../victim.txt', '../../victim.txt', 'x/../../victim.txt', '..\\victim.txt'])(
    'with the leftover %j deletes nothing',
    async (path) => {
      around = new Surroundings({ 'a.json': '1' });
      writeRecord(around.output, emptyRecord({ leftovers: [path] }));
      const events: string[] = [];
      const result = await around.build({ onEvent: (event) => events.push(event.type) });
      expect(result).toMatchObject({ status: 'ok', built: 1, removed: 0 });
      expect(events).not.toContain('removed');
      expect(around.outside()).toEqual(around.untouched);
    },
  );

  it('with an absolute leftover deletes nothing', async () => {
    around = new Surroundings({ 'a.json': '1' });
    writeRecord(around.output, emptyRecord({ leftovers: [join(around.root, 'victim.txt')] }));
    expect(await around.build()).toMatchObject({ status: 'ok', removed: 0 });
    expect(around.outside()).toEqual(around.untouched);
  });
});

describe.skipIf(!hasCli)('a pack with a record of a build in it', () => {
  it('is not unpacked, and the next build deletes nothing', () => {
    const project = new DiskProject({
      'assets/a.json': '{}',
      'victim.txt': 'precious',
      'assetc.yml': 'embed: ["*"]\n',
    });
    try {
      const forged = new DiskProject();
      writeRecord(forged.path('runtime'), emptyRecord({ leftovers: ['../victim.txt'] }));
      writeFileSync(
        project.path('evil.hpack'),
        rawPack([{ path: '.assetc-cache', content: forged.read('runtime/.assetc-cache') }]),
      );
      forged.remove();
      mkdirSync(project.path('runtime'));
      const extracted = project.run(['pack', 'extract', 'evil.hpack', '-o', 'runtime']);
      expect(extracted.status).toBe(1);
      expect(extracted.stderr).toContain('.assetc-');
      expect(project.hashTree('.')).not.toHaveProperty('runtime/.assetc-cache');
      const built = project.run([]);
      expect(built.status).toBe(0);
      expect(built.stdout + built.stderr).toContain(' 0 removed');
      expect(readFileSync(project.path('victim.txt'), 'utf8')).toBe('precious');
    } finally {
      project.remove();
    }
  });
});
