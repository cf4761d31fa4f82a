// Environments through the built command line: the same bytes for any number of jobs, and a second preset that differs only in its encoding.

import { readFileSync } from 'node:fs';
import { decodeKtx2, readEnvironmentLight } from '@assetc/formats';
import { describe, expect, it } from 'vitest';
import { DiskProject, hasCli } from '../support/disk-project.js';
import { makeHdr } from '../support/make-hdr.js';

const FILES = ['sky.env.ktx2', 'sky.ibl.ktx2', 'assetc/dfg.ktx2'];

/** A sun over waves. */
const sky = makeHdr(256, 128, (x, y) =>
  x === 90 && y === 40 ? [8192, 4096, 2048] : [((x * 7) % 32) / 8 + 0.25, 1, ((y * 5) % 16) / 4 + 0.5],
);

describe.skipIf(!hasCli)('environments on the command line', () => {
  it('come out the same with one job and with four', () => {
    const project = new DiskProject({ 'assets/sky.env.hdr': sky, 'assetc.yml': '' });
    try {
      const outputs = ['1', '4'].map((jobs) => {
        const { status, stderr } = project.run(['-j', jobs, '--no-cache', '-o', `out${jobs}`]);
        expect(stderr).toBe('');
        expect(status).toBe(0);
        return FILES.map((file) => readFileSync(project.path(`out${jobs}/${file}`)));
      });
      expect(outputs[0]).toEqual(outputs[1]);
      const light = readEnvironmentLight(decodeKtx2(outputs[0]?.[1] ?? new Uint8Array()));
      expect(light?.levelCount).toBe(4);
      expect(project.run(['check', 'out1']).status).toBe(0);
    } finally {
      project.remove();
    }
  });

  it('are made once for presets that differ in their target', () => {
    const config =
      'presets:\n  a: { output: a, texture: { target: bc } }\n  b: { output: b, texture: { target: astc } }\n';
    const project = new DiskProject({ 'assets/sky.env.hdr': sky, 'assetc.yml': config });
    try {
      const both = project.run(['--preset', 'a', '--preset', 'b']);
      expect(both.status).toBe(0);
      const alone = project.run(['--preset', 'b', '--no-cache', '-o', 'alone']);
      expect(alone.status).toBe(0);
      for (const file of FILES)
        expect(readFileSync(project.path(`b/${file}`))).toEqual(readFileSync(project.path(`alone/${file}`)));
    } finally {
      project.remove();
    }
  });
});
