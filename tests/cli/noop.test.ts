// The built command line on a project with nothing to do: reported from a note without building, and built if anything changed that
// a build would have seen.

import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskProject, hasCli } from '../support/disk-project.js';
import { until } from '../support/patience.js';

let project: DiskProject;

const NOTES = '.cache/assetc/noop/v3';
const FILES = {
  'assetc.yml': 'embed: ["*.json"]\n',
  'assets/a.json': '1',
  'assets/dir/b.json': '22',
  'assets/dir/read.me': 'nobody compiles it',
};

/** Files of ours that a run loaded, as V8's coverage lists them. */
function loadedBy(...args: string[]): { readonly loaded: readonly string[]; readonly stdout: string } {
  const folder = project.path('coverage');
  rmSync(folder, { recursive: true, force: true });
  const { status, stdout, stderr } = project.run(args, { NODE_V8_COVERAGE: folder });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const urls = readdirSync(folder).flatMap((file) => {
    const { result }: { result: readonly { readonly url: string }[] } = JSON.parse(
      readFileSync(join(folder, file), 'utf8'),
    );
    return result.map(({ url }) => url);
  });
  const loaded = urls.filter((url) => url.includes('/compiler/dist/')).map((url) => basename(url));
  return { loaded, stdout };
}

const summary = (stdout: string): string => stdout.trimEnd().replace(/ in \d+ ms/, '');

/** When the newest note was written. */
const notedMs = (): number =>
  existsSync(project.path(NOTES))
    ? Math.max(...readdirSync(project.path(NOTES)).map((name) => statSync(project.path(join(NOTES, name))).mtimeMs))
    : -1;

/** Builds until a build changes nothing, not even its note. */
async function settle(): Promise<void> {
  // Files are too new to be compared by their stat data until their time stamps are a few steps old.
  const old = new Date(Date.now() - 60_000);
  for (const path of Object.keys(FILES)) utimesSync(project.path(path), old, old);
  await until(() => {
    const before = notedMs();
    expect(project.run()).toMatchObject({ status: 0 });
    return before >= 0 && notedMs() === before;
  });
}

beforeEach(() => {
  project = new DiskProject(FILES);
});

afterEach(() => project.remove());

describe.skipIf(!hasCli)('a project with nothing to do', () => {
  it('loads few files of the program and prints what a build prints', async () => {
    await settle();
    const { loaded, stdout } = loadedBy();
    expect([...loaded].sort()).toEqual(['cli-main.js', 'cli-start.js', 'cli.js', 'scripts.js', 'start.js']);
    expect(summary(stdout)).toBe('0 built, 2 cached, 0 failed, 0 removed; 3 B of sources → 3 B');
    const explained = project.run(['--explain']);
    expect(summary(explained.stdout.split('\n').at(-2) ?? '')).toBe(summary(stdout));
  });

  it('says its warnings again', async () => {
    project.write(
      'assetc.yml',
      'embed: ["*.json"]\ndefault: { rules: [{ match: "nowhere/*", texture: { quality: high } }] }\n',
    );
    await settle();
    const first = project.run(['--verify']);
    const second = project.run();
    expect(first.stderr).toContain('nowhere/*');
    expect(second.stderr).toBe(first.stderr);
    expect(second.stdout).toContain('1 warning');
    expect(project.run(['--strict'])).toMatchObject({ status: 1 });
  });

  it.each<[string, () => void, RegExp]>([
    [
      'a content of the same size and time',
      () => {
        const { mtime, atime } = statSync(project.path('assets/a.json'));
        project.write('assets/a.json', '3');
        utimesSync(project.path('assets/a.json'), atime, mtime);
      },
      /^1 built, 1 cached/,
    ],
    ['a new source', () => project.write('assets/dir/c.json', '3'), /^1 built, 2 cached/],
    [
      'a source of another name',
      () => renameSync(project.path('assets/a.json'), project.path('assets/z.json')),
      /, 1 removed/,
    ],
    ['an output that is gone', () => rmSync(project.path('runtime/a.json')), /^0 built, 1 restored, 1 cached/],
    ['a record that is gone', () => rmSync(project.path('runtime/.assetc-cache')), /^0 built, 2 restored, 0 cached/],
    [
      'a record that is damaged',
      () => appendFileSync(project.path('runtime/.assetc-cache'), 'x'),
      /^0 built, 2 cached/,
    ],
    ['a setting', () => project.write('assetc.yml', 'embed: ["a.json"]\n'), /^0 built, 1 cached, 0 failed, 1 removed/],
  ])('is built where %s changed', async (_, change, said) => {
    await settle();
    change();
    const { status, stdout } = project.run();
    expect({ status, last: stdout.trimEnd().split('\n').at(-1) }).toEqual({
      status: 0,
      last: expect.stringMatching(said),
    });
    expect(summary(project.run(['--verify']).stdout)).toMatch(
      /^verified \d files?\n0 built, \d cached, 0 failed, 0 removed/,
    );
  });

  it('is built in full where the changed file is the configuration and an asset', async () => {
    const config = (embed: string) =>
      `input: .\noutput: runtime\nembed: [${embed}]\nexclude: [runtime, .cache, assets]\n`;
    project.write('assetc.yml', config('"*.yml"'));
    project.write('more.txt', 'text');
    await settle();
    project.write('assetc.yml', config('"*.yml", "*.txt"'));
    expect(project.run().stdout).toContain('2 built, 0 cached');
  });

  it('compiles only what an edited file concerns, edit after edit, and then nothing', async () => {
    await settle();
    for (const [round, text] of ['333', '4444', '55555'].entries()) {
      project.write('assets/a.json', text);
      const { stdout } = project.run();
      expect(stdout, `round ${round}`).toMatch(/^built {4}a\.json .*\n1 built, 1 cached, 0 failed, 0 removed in /);
      expect(stdout).toContain(`${text.length + 2} B of sources → ${text.length + 2} B`);
      expect(readFileSync(project.path('runtime/a.json'), 'utf8')).toBe(text);
    }
    expect(summary(project.run(['--verify']).stdout)).toMatch(/^verified \d files?\n0 built, 2 cached, 0 failed/);
  });

  it('is checked in part after a build that wrote something, without a build in between that changes nothing', () => {
    const record = (): Buffer => readFileSync(project.path('runtime/.assetc-cache'));
    expect(project.run().stdout).toContain('2 built, 0 cached');
    // A build of everything replaces the record, and a narrow one appends to it.
    for (const [round, text] of ['333', '4444'].entries()) {
      const before = record();
      project.write('assets/a.json', text);
      expect(project.run().stdout, `round ${round}`).toContain('1 built, 1 cached');
      expect(record().subarray(0, before.length).equals(before), `round ${round}`).toBe(true);
    }
    // A new folder leads to a build of everything.
    project.write('assets/new/c.json', 'ccc');
    const narrow = record();
    expect(project.run().stdout).toContain('1 built, 2 cached');
    const full = record();
    expect(full.subarray(0, narrow.length).equals(narrow)).toBe(false);
    project.write('assets/new/c.json', 'dddd');
    expect(project.run().stdout).toContain('1 built, 2 cached');
    expect(record().subarray(0, full.length).equals(full)).toBe(true);
    expect(summary(project.run(['--verify']).stdout)).toMatch(/^verified \d files?\n0 built, 3 cached, 0 failed/);
  });

  it('is built where its note is damaged, and where the key is another', async () => {
    await settle();
    const [note = ''] = readdirSync(project.path(NOTES));
    const path = project.path(join(NOTES, note));
    const bytes = readFileSync(path);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    writeFileSync(path, bytes);
    expect(loadedBy().loaded).toContain('cli-build.js');
    rmSync(project.path('.cache/assetc/record-key'));
    expect(loadedBy().loaded).toContain('cli-build.js');
  });

  it('is looked at in full by whoever wants more than the summary', async () => {
    await settle();
    for (const flag of ['--verify', '--json', '--dry-run', '--explain', '--report', '--list-skipped', '--no-cache'])
      expect(loadedBy(flag).loaded, flag).toContain('cli-build.js');
    expect(readdirSync(project.path(NOTES))).toHaveLength(1);
  });
});
