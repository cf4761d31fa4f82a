import { describe, expect, it } from 'vitest';
import { CircuitBreaker } from './circuit-breaker.js';
import { RemoteError, type RemoteFault } from './remote-error.js';

const failing = (fault: RemoteFault) => () => Promise.reject(new RemoteError(fault, fault));
const fail = (breaker: CircuitBreaker, fault: RemoteFault): Promise<unknown> =>
  breaker.run(failing(fault)).catch((error: unknown) => error);

describe('a circuit breaker', () => {
  it('opens at once where credentials are refused', async () => {
    const breaker = new CircuitBreaker(() => 1000);
    await fail(breaker, 'refused');
    expect(breaker.isOpen).toBe(true);
    await expect(breaker.run(async () => 1)).rejects.toThrow('refused');
  });

  it('opens after three failures in a row, and not when one succeeds in between', async () => {
    const breaker = new CircuitBreaker(() => 1000);
    await fail(breaker, 'failed');
    await fail(breaker, 'unreachable');
    await breaker.run(async () => 1);
    await fail(breaker, 'failed');
    await fail(breaker, 'failed');
    expect(breaker.isOpen).toBe(false);
    await fail(breaker, 'failed');
    expect(breaker.isOpen).toBe(true);
  });

  it.each<RemoteFault>(['failed', 'unreachable', 'wrong', 'oversized'])(
    'has less patience the more time was lost by what is %s, and opens when none is left',
    async (fault) => {
      let nowMs = 5000;
      const breaker = new CircuitBreaker(
        () => 60,
        () => nowMs,
      );
      const failAfter = (ms: number) =>
        breaker
          .run(async () => {
            nowMs += ms;
            throw new RemoteError(fault, 'late');
          })
          .catch(() => undefined);
      await failAfter(30);
      expect(breaker.patienceMs()).toBe(30);
      expect(breaker.isOpen).toBe(false);
      await failAfter(30);
      expect(breaker.patienceMs()).toBe(0);
      expect(breaker.isOpen).toBe(true);
    },
  );

  it('stands wrong answers up to a number', async () => {
    const breaker = new CircuitBreaker(() => 1000);
    for (let i = 0; i < 15; i++) await fail(breaker, 'wrong');
    expect(breaker.isOpen).toBe(false);
    await fail(breaker, 'oversized');
    expect(breaker.isOpen).toBe(true);
  });

  it('aborts what is under way when it opens', async () => {
    const breaker = new CircuitBreaker(() => 1000);
    const under = breaker.run(
      () => new Promise((_, reject) => breaker.signal.addEventListener('abort', () => reject(breaker.signal.reason))),
    );
    const outcome = under.catch((error: unknown) => error);
    await fail(breaker, 'refused');
    expect(await outcome).toMatchObject({ fault: 'refused' });
  });
});
