// Tests pass however busy the machine is: they wait for what they assert, without fixed pauses, retries and limits of their own, and
// measure no time. `until` and `eventually` (tests/support/patience.ts) and `expect.poll` wait; `expectLinear` and `costRatio`
// (tests/support/processor-time.ts) compare the work for two sizes; benchmarks measure.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** Less than the limit in vitest.config.ts. */
const isShort = (limit: string): boolean => Number(limit.replaceAll('_', '')) < 1_800_000;

interface Rule {
  readonly name: string;
  /** Finds all places. A group is a limit in milliseconds, which may be long. */
  readonly pattern: RegExp;
  readonly caught: readonly string[];
  readonly allowed: readonly string[];
  /** File → why it does no harm there. */
  readonly exceptions: Readonly<Record<string, string>>;
}

const RULES: readonly Rule[] = [
  {
    name: 'repeat themselves when they fail',
    pattern: /(?:^|[{,])\s*(?:retry|repeats): (?![(a-z])|--retry\b/gm,
    caught: [
      "it('a', { retry: 1 }, run)",
      '  retry: RETRIES,',
      'vi.setConfig({ retry: { count: 2 } })',
      'vitest --retry=2',
    ],
    allowed: ['open({ retry })', "send('retry: 750')", 'open({ retry: () => 5 })'],
    exceptions: {},
  },
  {
    name: 'pause',
    pattern:
      /\bsetTimeout\((?!(?:[^()]|\([^()]*\))*, 0\))|\bsetInterval\(|\btimers\/promises\b(?<!import \{ setImmediate \} from 'node:timers\/promises)|\bsleep\(|\bsleep \d|\bAtomics\.wait(?:Async)?\([^()]*(?:\([^()]*(?:\([^()]*\))?[^()]*\))?(?:,[^,()]*){3}\)|\bAbortSignal\.timeout\(|\bwaitForTimeout\(|\bscheduler\.wait\(/g,
    caught: [
      'await new Promise((done) => setTimeout(done, 300));',
      'setTimeout(() => stop(1), 20)',
      'setInterval(look, 20)',
      "import { setTimeout as pause } from 'node:timers/promises';",
      'await sleep(5)',
      "execSync('sleep 1')",
      'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60)',
      'AbortSignal.timeout(100)',
      'page.waitForTimeout(50)',
    ],
    allowed: [
      'setTimeout(resolve, 0)',
      "import { setImmediate } from 'node:timers/promises';",
      'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
      'Atomics.wait(answered, 0, 0)',
      "toFake: ['setTimeout']",
    ],
    exceptions: {
      'tests/support/patience.ts': 'has the helpers that wait',
      'scripts/test/setup/check-process-unchanged.ts': 'waits for what it checks, while tests may have replaced timers',
      'tests/build/kill-narrow.test.ts': 'kills builds at random moments',
      'tests/build/kill.test.ts': 'kills builds at random moments',
      'tests/cli/plugins.test.ts': 'a plug-in in another process waits for a file',
      'tests/cli/plugin-misuse.test.ts': 'a plug-in never ends',
      'tests/vite/lifecycle.alone.test.ts': 'a script in another process waits for what Vite prints',
      'tests/windows/windows-project.ts': 'a program holds files open until it is killed',
      'tests/remote/failing-servers.alone.test.ts': 'a server sends too slowly',
      'tests/remote/shaping-proxy.ts': 'a line has a rate and a latency',
      'packages/compiler/src/pipeline/testing/slow-registry.ts': 'a kind never ends, and another waits for a file',
    },
  },
  {
    name: 'have a limit of their own',
    pattern: /\btimeout: *([\d_]+)|\btestTimeout: *([\d_]+)|^ *\}, ([\d_]{4,})\);|\bvi\.wait(?:For|Until)\(/gm,
    caught: ["it('a', { timeout: 60_000 }, run)", 'beforeAll(async () => {\n}, 180_000);', 'vi.waitFor(holds)'],
    allowed: ['timeout: 3_600_000', '}, 3_600_000);', 'timeout: PATIENCE_MS', 'sum.reduce((a, b) => {\n}, 0);'],
    exceptions: { 'vitest.config.ts': 'has the limits of all tests' },
  },
  {
    name: 'measure time',
    pattern:
      /\bperformance\.(?:now|mark|measure)\(|\bDate\.now\(|\bhrtime\b|\bcpuUsage\(|\bresourceUsage\(\)(?!\.maxRSS)|\bconsole\.time\b|\bCPUTime\b/g,
    caught: ['performance.now() - startMs', 'Date.now()', 'process.hrtime.bigint()', 'process.cpuUsage(start)'],
    allowed: ['process.resourceUsage().maxRSS', "toFake: ['performance']", 'new Date().getFullYear()'],
    exceptions: {
      'tests/support/patience.ts': 'ends what hangs',
      'tests/support/processor-time.ts': 'has the helpers that compare',
      'tests/floods/run-flood.ts': 'compares with a build without the flood, and fills a table',
      'packages/formats/src/testing/damage.ts': 'compares with the undamaged file, if it takes long at all',
      'packages/kernels/src/testing/basis-peer.ts': 'for benchmarks',
      'packages/compiler/src/pipeline/testing/slow-registry.ts': 'a task takes long',
      'packages/compiler/src/pipeline/remote/idle-watch.test.ts': 'keeps its thread busy',
      'packages/compiler/src/pipeline/remote/build-remote.test.ts': 'a server waits, and no less than that is reported',
      'packages/compiler/src/pipeline/remote/remote-cache.alone.test.ts': 'a date',
      'packages/compiler/src/pipeline/workers/set-clock-ahead.alone.test.ts': 'a date',
      'tests/remote/signed-bucket.alone.test.ts': 'a date',
      'tests/build/paused-build.test.ts': 'a date',
      'tests/cli/noop.test.ts': 'a date',
      'tests/build/kill-narrow.test.ts': 'kills builds at random moments',
      'tests/build/kill.test.ts': 'kills builds at random moments',
      'tests/remote/shaping-proxy.ts': 'a line has a rate and a latency',
      'tests/viewer/layout-shifts.ts': 'when things moved, compared with when a view was opened',
      'tests/viewer/stage.ts': 'when things moved, compared with when a view was opened',
      'scripts/test/test.mjs': 'prints it',
      'scripts/test/test-long.mjs': 'prints it',
    },
  },
];

const found = ({ pattern }: Rule, text: string): readonly string[] =>
  [...text.matchAll(pattern)].flatMap(([match, ...limits]) => {
    const limit = limits.find((group) => group !== undefined);
    return limit === undefined || isShort(limit) ? [match.trim()] : [];
  });

/** Tests, what they import, and how they are started. */
const isOfTests = (path: string): boolean =>
  /\.test\.tsx?$|^tests\/.*\.[mc]?[jt]sx?$|^packages\/.*\/testing\/.*\.[mc]?[jt]sx?$|^scripts\/test\/|^vitest\.config\.ts$|^package\.json$/.test(
    path,
  ) && path !== 'tests/repo/load-tolerance.test.ts';

const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter(isOfTests)
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));

describe('no tests', () => {
  it.each(RULES)('$name', (rule) => {
    expect(rule.caught.filter((text) => found(rule, text).length === 0)).toEqual([]);
    expect(rule.allowed.filter((text) => found(rule, text).length > 0)).toEqual([]);
    expect(files.length).toBeGreaterThan(800);
    const hits = files.flatMap(({ path, text }) => found(rule, text).map((match) => ({ path, match })));
    expect(hits.filter(({ path }) => !(path in rule.exceptions))).toEqual([]);
    const used = new Set(hits.map(({ path }) => path));
    expect(Object.keys(rule.exceptions).filter((path) => !used.has(path))).toEqual([]);
  });
});
