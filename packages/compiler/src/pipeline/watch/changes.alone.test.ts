import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemoryHost } from '../testing/memory-host.js';
import { Changes } from './changes.js';

describe('a burst of saves', () => {
  const host = new MemoryHost();
  let changes: Changes;
  let outcome: boolean | undefined;
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    changes = new Changes(new AbortController().signal);
    outcome = undefined;
  });
  afterEach(() => void vi.useRealTimers());

  const settle = (): void =>
    void changes.settle(host).then((isOver) => {
      outcome = isOver;
    });
  const pass = async (ms: number): Promise<boolean | undefined> => {
    host.clock += ms;
    await vi.advanceTimersByTimeAsync(ms);
    return outcome;
  };

  it('of edits is over when nothing was saved for 60 ms', async () => {
    changes.note('/a', true);
    settle();
    for (let i = 0; i < 20; i++) {
      expect(await pass(50)).toBeUndefined();
      changes.note(`/${i}`, true);
    }
    expect(await pass(59)).toBeUndefined();
    expect(await pass(1)).toBe(true);
    expect(changes.paths).toHaveLength(21);
  });

  it('with new or removed files needs 100 ms', async () => {
    changes.note('/a', false);
    settle();
    expect(await pass(99)).toBeUndefined();
    expect(await pass(1)).toBe(true);
  });

  it('goes on while a file that was reported is written, without further reports', async () => {
    const write = (text: string): void => {
      host.put('/a', text);
      host.clock = host.stat('/a')?.mtimeMs ?? 0;
    };
    write('begun');
    changes.note('/a', true);
    settle();
    for (let i = 0; i < 20; i++) {
      write(`piece ${i}`);
      expect(await pass(40)).toBeUndefined();
    }
    expect(await pass(60)).toBe(true);
  });

  it('that does not end is built after two seconds, and is known to go on', async () => {
    changes.note('/a', true);
    settle();
    for (let ms = 0; ms < 1980; ms += 20) {
      expect(await pass(20)).toBeUndefined();
      changes.note('/a', true);
    }
    expect(await pass(20)).toBe(false);
  });
});
