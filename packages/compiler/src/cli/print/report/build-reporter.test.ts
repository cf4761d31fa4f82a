import { describe, expect, it } from 'vitest';
import { type BuildEvent, type BuildResult, type Config, type Diagnostic, remedyOf } from '../../../index.js';
import { Console, type ConsoleOptions } from '../console.js';
import { BuildReporter } from './build-reporter.js';

class Stream {
  text = '';
  constructor(readonly isTTY = false) {}
  write(text: string): void {
    this.text += text;
  }
}

const config: Config = {
  file: undefined,
  input: '/p/assets',
  output: '/p/runtime',
  pack: false,
  manifest: 'all',
  embed: [],
  exclude: [],
  cache: { dir: '/c', maxSizeBytes: 0 },
  preset: undefined,
  otherOutputs: [],
  layers: [],
};
const start: BuildEvent = { type: 'start', input: config.input, output: config.output, preset: null };
const warning = (file: string): BuildEvent => ({ type: 'diagnostic', diagnostic: diagnostic(file, 'warning') });
const diagnostic = (file: string, severity: Diagnostic['severity']): Diagnostic => ({
  code: 'image/color-profile',
  severity,
  file,
  message: 'a profile is not applied',
});
const asset = (id: string, status: 'built' | 'cached' | 'failed'): BuildEvent => ({
  type: 'asset',
  id,
  source: id,
  kind: 'texture',
  status,
  reasons: status === 'built' ? ['new'] : [],
  outputs: ['a.ktx2'],
  ms: 12,
});
const result: BuildResult = {
  status: 'ok',
  built: 1234,
  cached: 3,
  restored: 2,
  shared: 0,
  failed: 0,
  errors: 0,
  removed: 1,
  warnings: 0,
  manifest: 'written',
  pack: 'none',
  strays: [],
  silenced: 0,
  removals: [],
  assets: [],
  plan: [],
  diagnostics: [],
  ignored: 0,
  sourceBytes: 0,
  outputBytes: 0,
  packBytes: 0,
  packFile: undefined,
  ms: 1500,
};

function open(options: ConsoleOptions & { explain?: boolean; repeats?: boolean; tty?: boolean } = {}) {
  const stdout = new Stream(options.tty);
  const stderr = new Stream(options.tty);
  const session = { cwd: '/p', console: new Console({ color: false, ...options }, { stdout, stderr }, {}) };
  const reporter = new BuildReporter(session, config, {
    threads: 1,
    explain: options.explain ?? false,
    earlierWarnings: 0,
    repeats: options.repeats ?? false,
  });
  const send = (...events: readonly BuildEvent[]) => {
    for (const event of events) reporter.onEvent(event);
  };
  return { stdout, stderr, reporter, send };
}

describe('BuildReporter', () => {
  it('prints a plain line for every asset that was built, and one summary line', () => {
    const { stdout, stderr, reporter, send } = open();
    send(start, asset('a.png', 'built'), asset('b.png', 'cached'), asset('c.png', 'failed'));
    reporter.summarize(result);
    expect(stdout.text).toBe(
      'built    a.png (12 ms)\nfailed   c.png (12 ms)\n1,234 built, 2 restored, 1 cached, 0 failed, 1 removed in 1.5 s\n',
    );
    expect(stderr.text).toBe('');
  });

  it('counts images equal to another asset separately from cached ones', () => {
    const { stdout, reporter, send } = open();
    send(start);
    reporter.summarize({ ...result, built: 2, shared: 5, cached: 0, restored: 0 });
    expect(stdout.text).toBe('2 built, 5 shared, 0 cached, 0 failed, 1 removed in 1.5 s\n');
  });

  it('prints the reason of every asset with --explain', () => {
    const { stdout, send } = open({ explain: true });
    send(start, asset('a.png', 'built'), asset('b.png', 'cached'));
    expect(stdout.text).toBe('built    a.png: new (12 ms)\ncached   b.png: nothing changed\n');
  });

  it('prints the hint of equal warnings once, of errors always, with paths from the working directory', () => {
    const { stderr, send } = open();
    const error: BuildEvent = { type: 'diagnostic', diagnostic: diagnostic('c.png', 'error') };
    send(start, warning('a.png'), warning('b.png'), error);
    expect(stderr.text.split('\n')).toEqual([
      'assets/a.png: warning image/color-profile: a profile is not applied',
      `  hint: ${remedyOf('image/color-profile')}`,
      'assets/b.png: warning image/color-profile: a profile is not applied',
      'assets/c.png: error image/color-profile: a profile is not applied',
      `  hint: ${remedyOf('image/color-profile')}`,
      '',
    ]);
  });

  it('prints the hint of a full disk once', () => {
    const { stderr, send } = open();
    const full = (file: string): BuildEvent => ({
      type: 'diagnostic',
      diagnostic: { code: 'build/write-failed', severity: 'error', file, message: 'full', hint: 'Free some space' },
    });
    send(start, full('a.png'), full('b.png'), full('c.png'));
    expect(stderr.text.match(/hint: Free some space/g)).toHaveLength(1);
    expect(stderr.text.match(/error build\/write-failed/g)).toHaveLength(3);
  });

  it('counts silenced warnings in the summary', () => {
    const { stdout, reporter, send } = open();
    send(start);
    reporter.summarize({ ...result, silenced: 3 });
    expect(stdout.text).toContain('1 removed, 3 silenced in');
  });

  it('ends with the sizes of the sources, the output and the pack', () => {
    const { stdout, reporter, send } = open();
    send(start);
    reporter.summarize({ ...result, sourceBytes: 3_800_000, outputBytes: 28_100_000 });
    reporter.summarize({ ...result, sourceBytes: 3_800_000, outputBytes: 28_100_000, packBytes: 27_900_000 });
    reporter.summarize({ ...result, sourceBytes: 3_800_000, outputBytes: 28_100_000, status: 'failed' });
    const [plain, packed, failed] = stdout.text.split('\n');
    expect(plain).toMatch(/ in 1\.5 s; 3\.80 MB of sources → 28\.1 MB$/);
    expect(packed).toMatch(/ → 28\.1 MB, packed 27\.9 MB$/);
    expect(failed).toMatch(/ in 1\.5 s$/);
  });

  it('is spacious in a terminal: repeats are grouped, failures repeated, and sizes shown', () => {
    const { stdout, stderr, reporter, send } = open({ tty: true });
    send(start, ...['a.png', 'b.png', 'c.png'].map(warning), asset('textures/broken.png', 'failed'));
    const error = { ...diagnostic('lit.shader/lit.slang', 'error'), message: 'a brace is missing\nbefore the end' };
    send({ type: 'diagnostic', diagnostic: error }, asset('lit.shader', 'failed'));
    expect(stderr.text.match(/a profile is not applied/g)).toHaveLength(1);
    expect(stderr.text.endsWith('\n\n')).toBe(true);
    const failed = { ...result, shared: 2, status: 'failed', sourceBytes: 3_800_000, outputBytes: 28_100_000 } as const;
    reporter.summarize(failed);
    expect(stderr.text.replaceAll(/\s+/g, ' ')).toContain(
      'warning image/color-profile: a profile is not applied; also in 2 more files: assets/b.png, assets/c.png',
    );
    expect(stderr.text).toContain('failed textures/broken.png\n');
    expect(stderr.text).toContain('failed lit.shader: a brace is missing\n');
    expect(stdout.text).toContain('2 equal to others, 2 restored from earlier builds, 1 up to date');
    expect(stdout.text).toMatch(/ in 1\.5 s; 3\.80 MB of sources → 28\.1 MB$/m);
  });

  it('counts warnings in the summary', () => {
    const { stdout, reporter, send } = open();
    send(start, warning('a.png'), warning('b.png'));
    reporter.summarize(result);
    expect(stdout.text).toContain('1 removed, 2 warnings in');
  });

  it('does not repeat a warning from build to build while watching, but counts it', () => {
    const { stdout, stderr, reporter, send } = open({ repeats: true });
    send(start, warning('a.png'));
    reporter.summarize(result);
    const first = stderr.text;
    send(start, warning('a.png'), warning('new.png'));
    reporter.summarize(result);
    expect(stderr.text.slice(first.length)).toMatch(/^assets\/new\.png: warning/);
    expect(stdout.text).toContain('2 warnings');
    send(start);
    send(start, warning('a.png'));
    expect(stderr.text.match(/a\.png/g)).toHaveLength(2);
  });

  it('prints only events on stdout with --json', () => {
    const { stdout, reporter, send } = open({ json: true });
    send(start, asset('a.png', 'built'), warning('a.png'));
    reporter.summarize(result);
    const lines = stdout.text.trimEnd().split('\n');
    expect(lines.map((line): unknown => JSON.parse(line).type)).toEqual(['start', 'asset', 'diagnostic']);
  });

  it('names rebuilt assets on a terminal while watching, but not those of the first build', () => {
    const { stdout, reporter, send } = open({ tty: true, repeats: true });
    send(start, asset('first.png', 'built'));
    reporter.summarize(result);
    expect(stdout.text).not.toContain('first.png');
    send(start, asset('saved.png', 'built'), asset('idle.png', 'cached'));
    reporter.summarize(result);
    expect(stdout.text).toContain('built    saved.png (12 ms)\n');
    expect(stdout.text).not.toContain('idle.png');
    send(start, ...Array.from({ length: 25 }, (_, i) => asset(`n${i}.png`, 'built')));
    reporter.summarize(result);
    expect(stdout.text.match(/ n\d+\.png/g)).toHaveLength(20);
    expect(stdout.text).toContain('… and 5 more\n');
  });

  it('prints no asset lines on a terminal, which shows the bar', () => {
    const { stdout, reporter, send } = open({ tty: true });
    send(start, asset('a.png', 'built'));
    reporter.stop();
    expect(stdout.text).toBe('');
  });
});
