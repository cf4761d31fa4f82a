// What the command line prints about codes, and the pages that ship with it.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { eventProblem } from '../../packages/compiler/src/cli/print/json/event-problem.js';
import { codes } from '../../packages/compiler/src/diagnostics/codes.js';
import { eventsOf, Project } from './testing/run-cli.js';

const REPOSITORY = resolve(import.meta.dirname, '../..');
const project = new Project();
afterAll(() => project.dispose());
const run = (args: readonly string[]) => project.run(args);

describe('assetc explain', () => {
  it('prints what a code means and what to do', () => {
    expect(run(['explain', 'mtl/bad-value'])).toEqual({
      code: 0,
      stdout:
        'mtl/bad-value\n\nA statement of the material library cannot be read and was left out.\n\n' +
        'What to do: Correct the line in the message.\n',
      stderr: '',
    });
  });

  it('knows every code, by itself, by area and in a list', () => {
    const all = Object.entries(codes);
    const listed = run(['explain', '-q']).stdout.trimEnd().split('\n');
    expect(listed.map((line) => line.split(/ +/)[0])).toEqual(all.map(([code]) => code));
    const events = eventsOf(run(['explain', '--json']).stdout);
    expect(events).toEqual(all.map(([code, { summary, remedy }]) => ({ type: 'code', code, summary, remedy })));
    expect(events.map(eventProblem).filter((problem) => problem !== undefined)).toEqual([]);
    const area = run(['explain', 'lut']).stdout;
    expect(area.match(/^lut\/.*$/gm)).toEqual(all.map(([code]) => code).filter((code) => code.startsWith('lut/')));
  });

  it.each([
    ['gltf/bad-jsn', 'gltf/bad-json'],
    ['missing-face', 'texture/missing-face'],
    ['mesh/to-large', 'mesh/too-large'],
  ])('ends with 2 for %s and names %s', (wrong, right) => {
    expect(run(['explain', wrong])).toEqual({
      code: 2,
      stdout: '',
      stderr: `assetc: error: unknown code ${wrong}\n  hint: Did you mean ${right}?\n`,
    });
  });

  it('lists where nothing is near', () => {
    expect(run(['explain', 'zzzzzzzzzzzzzz'])).toMatchObject({ code: 2, stderr: expect.stringContaining('lists all') });
  });
});

describe('assetc docs', () => {
  const pages = (section: string): string[] =>
    readdirSync(join(REPOSITORY, 'docs', section)).filter((file) => file !== 'README.md');

  it('lists every guide and every format page', () => {
    const { code, stdout } = run(['docs', '--quiet']);
    expect(code).toBe(0);
    const names = stdout
      .trimEnd()
      .split('\n')
      .map((line) => `${line.split(/ +/)[0]}.md`);
    expect(names).toEqual([...pages('guide').sort(), ...pages('formats').sort()]);
    expect(new Set(names).size).toBe(names.length);
    expect(stdout).toMatch(/^textures +Textures$/m);
    const events = eventsOf(run(['docs', '--json']).stdout);
    expect(events.map(({ topic }) => `${topic}.md`)).toEqual(names);
    expect(events.map(eventProblem).filter((problem) => problem !== undefined)).toEqual([]);
  });

  it.each(['guide/textures', 'formats/hmesh'])('prints %s as it ships', (page) => {
    const text = readFileSync(join(REPOSITORY, 'docs', `${page}.md`), 'utf8');
    expect(run(['docs', basename(page)])).toEqual({ code: 0, stdout: text, stderr: '' });
    expect(run(['docs', `${basename(page).toUpperCase()}.md`]).stdout).toBe(text);
  });

  it('ends with 2 for a topic that does not exist and names the nearest', () => {
    expect(run(['docs', 'texturs'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'assetc: error: unknown topic texturs\n  hint: Did you mean textures?\n',
    });
    expect(run(['docs', 'cooking'])).toMatchObject({ code: 2, stderr: expect.stringContaining('"assetc docs" lists') });
  });

  it('ships the error pages too, and every topic that help, remedies and messages point to', () => {
    const shipped = join(REPOSITORY, 'packages/compiler/dist/docs');
    expect(readdirSync(join(shipped, 'errors'))).toEqual(readdirSync(join(REPOSITORY, 'docs/errors')));
    const topics = run(['docs'])
      .stdout.split('\n')
      .map((line) => line.split(' ')[0]);
    const sources = readdirSync(join(REPOSITORY, 'packages/compiler/src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
      .map((file) => readFileSync(join(REPOSITORY, 'packages/compiler/src', file), 'utf8'));
    const named = sources.flatMap((text) => [...text.matchAll(/"assetc docs ([\w-]+)"/g)].map((match) => match[1]));
    expect(named.length).toBeGreaterThan(3);
    for (const name of named) expect(topics).toContain(name);
  });
});
