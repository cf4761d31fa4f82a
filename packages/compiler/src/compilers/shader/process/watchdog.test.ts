import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../limits.js';
import { crashDiagnostic } from '../shader-process.js';
import { limitLine, readLimitLine } from './protocol.js';
import { CpuLimit, MAX_IDLE_TICKS } from './watchdog.js';

/** A watchdog of a loaded compiler with a limit of one second, and the CPU time that each tick finds in addition. */
function watch(cpuMsPerTick: readonly number[]): readonly (string | undefined)[] {
  const limit = new CpuLimit(0);
  let cpuMs = 0;
  return cpuMsPerTick.map((ms) => {
    cpuMs += ms;
    return limit.tick(cpuMs, true, 1000);
  });
}

describe('the watchdog of the shader process', () => {
  it('counts CPU time only: ticks in which other programs ran cost nothing', () => {
    const busyMachine = Array.from({ length: 100 }, () => [0, 0, 0, 0, 0, 0, 0, 0, 9]).flat();
    expect(watch(busyMachine).every((limit) => limit === undefined)).toBe(true);
    expect(watch([...busyMachine, 101]).at(-1)).toBe('time');
  });

  it('does not count the loading of the compiler', () => {
    const limit = new CpuLimit(0);
    expect(limit.tick(5000, false, 1000)).toBeUndefined();
    expect(limit.tick(5900, true, 1000)).toBeUndefined();
    expect(limit.tick(6001, true, 1000)).toBe('time');
  });

  it('ends a compiler that waits forever, and none that works now and then', () => {
    const waiting = Array.from({ length: MAX_IDLE_TICKS }, () => 0);
    expect(watch(waiting).at(-1)).toBeUndefined();
    expect(watch([...waiting, 0]).at(-1)).toBe('stalled');
    expect(watch([...waiting, 1, ...waiting]).at(-1)).toBeUndefined();
  });

  it.each([
    ['time', 'slang needs more than 60 s of CPU time (shader.timeLimit)'],
    ['memory', 'slang needs more than 512 MB of memory (shader.memoryLimit)'],
    ['stalled', 'slang used no CPU time for 10 minutes and was stopped'],
  ] as const)('reports the limit %s by its name', (limit, message) => {
    expect(readLimitLine(`a compiler's own words${limitLine(limit)}`)).toBe(limit);
    const reply = { ok: false, modules: [], log: '', crash: 'it ended', limit };
    expect(crashDiagnostic('a.slang', 'slang', reply, DEFAULT_LIMITS)).toMatchObject({ code: 'shader/limit', message });
  });

  it('takes no other end for a limit', () => {
    expect([readLimitLine(''), readLimitLine('limit time'), readLimitLine(`${limitLine('time')}x`)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
