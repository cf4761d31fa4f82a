import { describe, expect, it } from 'vitest';
import { parseWorkerName, queueName, shownWorker, workerName } from './queue-settings.js';

const PLUGINS = '0123456789abcdef';
const clientOf = (name: string): string => `assetc:Y29tcGlsZQ==:w:${name}`;

describe("a worker's name", () => {
  it('contains its places and its plug-ins', () => {
    expect(parseWorkerName(clientOf(workerName(12, undefined)))).toEqual({ places: 12, plugins: undefined });
    expect(parseWorkerName(clientOf(workerName(3, PLUGINS)))).toEqual({ places: 3, plugins: PLUGINS });
    expect(parseWorkerName(clientOf(workerName(3, PLUGINS, 'render-07.studio-1.example')))).toEqual({
      places: 3,
      plugins: PLUGINS,
    });
    expect(workerName(1, undefined)).not.toBe(workerName(1, undefined));
  });

  it('names its machine and its process for people', () => {
    expect(shownWorker(workerName(2, PLUGINS, 'render-07.local'))).toBe(`render-07.local (process ${process.pid})`);
    expect(shownWorker(workerName(2, undefined, 'bad\u001b[2J name:w:9'))).toBe(`bad2Jnamew9 (process ${process.pid})`);
    expect(shownWorker(workerName(2, undefined, ''))).toBe(`unknown (process ${process.pid})`);
    for (const name of ['', '\u001b[2J', '2-1-a', `2-${'a'.repeat(64)}-1-a`])
      expect(shownWorker(name)).toBe('with an unknown name');
  });

  it.each([
    '',
    'assetc:Y29tcGlsZQ==',
    'x:w:none',
    'x:w:999999-1-a',
    clientOf(`2-h-1-a-${PLUGINS}0`),
    clientOf('2-h-1-A'),
  ])('is not recognized in %j', (name) => {
    expect(parseWorkerName(name)).toEqual({ places: 0, plugins: undefined });
  });

  it('selects another queue if it has plug-ins', () => {
    expect(queueName(undefined)).toBe('compile');
    expect(queueName(PLUGINS)).toBe(`compile-${PLUGINS}`);
  });
});
