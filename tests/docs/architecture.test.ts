// ARCHITECTURE.md: the rooms and files that it names are there, and it names every room.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from './code-blocks.js';

const text = readFileSync(join(repository, 'ARCHITECTURE.md'), 'utf8');
const compiler = join(repository, 'packages/compiler/src');
const [, rooms = ''] = /## Rooms\n\n```\n([\s\S]*?)```/.exec(text) ?? [];
const namesAt = (indent: RegExp) => [...rooms.matchAll(indent)].map(([, name = '']) => name);

describe('ARCHITECTURE', () => {
  it('names every room of the compiler and no other', () => {
    const folders = readdirSync(compiler, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
      .map(({ name }) => name);
    expect(namesAt(/^ {2}(\w+) /gm).sort()).toEqual(folders.sort());
  });

  it('names every package', () => {
    const named = namesAt(/^(packages\/[\w-]+)/gm).sort();
    expect(named).toEqual(
      readdirSync(join(repository, 'packages'))
        .map((name) => `packages/${name}`)
        .sort(),
    );
  });

  it('lists the importers and the compilers', () => {
    for (const room of ['importers', 'compilers']) {
      const line = rooms.split('\n').find((candidate) => candidate.startsWith(`  ${room} `)) ?? '';
      const [, listed = ''] = /^.* {8}(\S.*)$/.exec(line) ?? [];
      const folders = readdirSync(join(compiler, room), { withFileTypes: true }).filter((entry) => entry.isDirectory());
      expect(listed.split(/ +/).sort()).toEqual(folders.map(({ name }) => name).sort());
    }
  });

  it('speaks of files that are there', () => {
    const files = [...text.matchAll(/`((?:[\w-]+\/)*[\w.-]+\.ts)`/g)].map(([, path = '']) => path);
    expect(files.length).toBeGreaterThan(3);
    // Every group of settings has a file of that name.
    for (const file of files.filter((name) => name !== 'settings.ts'))
      expect(
        [compiler, repository].some((base) => existsSync(join(base, file))),
        file,
      ).toBe(true);
  });
});
