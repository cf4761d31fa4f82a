import { describe, expect, it } from 'vitest';
import { MemoryProject } from '../testing/memory-project.js';

const warningsOf = async (project: MemoryProject): Promise<readonly string[]> =>
  (await project.build()).diagnostics.map(
    ({ code, severity, file, message }) => `${severity} ${code} ${file}: ${message}`,
  );

const named = (file: string, message: string): string => `warning build/unportable-name ${file}: ${message}`;

describe('names that not every system can have', () => {
  it('are reported on every system, each folder once, and by every build', async () => {
    const project = new MemoryProject({
      'aux/a.json': '1',
      'aux/b.json': '1',
      'con.json': '1',
      'dots./c.json': '1',
      'what?.json': '1',
      'fine/console.json': '1',
    });
    const expected = [
      named('aux', '"aux" is a device on Windows'),
      named('con.json', '"con.json" is a device on Windows'),
      named('dots.', '"dots." ends in a dot or a space, which Windows removes'),
      named('what?.json', '"what?.json" contains "?", which Windows forbids'),
    ];
    expect(await warningsOf(project)).toEqual(expected);
    expect(await warningsOf(project)).toEqual(expected);
    project.delete('con.json');
    expect(await warningsOf(project)).toEqual(expected.toSpliced(1, 1));
  });

  it('are reported if they differ only in case', async () => {
    const project = new MemoryProject({
      'Models/a.json': '1',
      'models/b.json': '1',
      'models/c/d.json': '1',
      'x.json': '1',
    });
    expect(await warningsOf(project)).toEqual([
      named('models', 'and Models differ only in case, and are one name on Windows and macOS'),
    ]);
  });

  it('are no second report if their outputs collide', async () => {
    const project = new MemoryProject({ 'Photo.json': '1', 'photo.json': '1' });
    const warnings = await warningsOf(project);
    expect(warnings.map((line) => line.split(' ', 2).join(' '))).toEqual(
      warnings.map(() => 'error build/output-collision'),
    );
    expect(warnings.length).toBeGreaterThan(0);
  });

  it('are reported for files that a source reads', async () => {
    const project = new MemoryProject({ 'a.list': 'include nul.raw', 'nul.raw': 'abc' });
    expect(await warningsOf(project)).toEqual([named('nul.raw', '"nul.raw" is a device on Windows')]);
    expect(await warningsOf(project)).toEqual([named('nul.raw', '"nul.raw" is a device on Windows')]);
  });

  it('are reported for outputs of sources with other names', async () => {
    const project = new MemoryProject({ 'a.list': 'derive d.raw con 0 1\nderive d.raw prn 0 2', 'd.raw': 'abc' });
    const warnings = await warningsOf(project);
    expect(warnings).toEqual([
      expect.stringMatching(
        /^warning build\/unportable-name a\.list: writes a\/con.*: "con.*" is a device on Windows$/,
      ),
    ]);
    expect(await warningsOf(project)).toEqual(warnings);
  });
});
