import { encodeKtx2, rgba8Format } from '@assetc/formats';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PageMessage, WorkerMessage } from './messages.js';
import { TextureClient } from './texture-client.js';

class FakeWorker {
  static readonly started: FakeWorker[] = [];
  readonly asked: PageMessage[] = [];
  isEnded = false;
  onmessage: ((event: { data: WorkerMessage }) => void) | undefined;

  constructor() {
    FakeWorker.started.push(this);
  }

  postMessage(ask: PageMessage): void {
    this.asked.push(ask);
  }

  terminate(): void {
    this.isEnded = true;
  }
}

const bytes = encodeKtx2({
  format: rgba8Format('srgb'),
  pixelWidth: 2,
  pixelHeight: 2,
  levels: [{ bytes: new Uint8Array(16) }],
});
const image = { level: 0, layer: 0, face: 0, slice: 0 };
const running = () => FakeWorker.started.filter(({ isEnded }) => !isEnded);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('Worker', FakeWorker);
  vi.stubGlobal('document', { baseURI: 'http://page/' });
  FakeWorker.started.length = 0;
});
afterEach(() => {
  vi.runAllTimers();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the texture worker', () => {
  it('is terminated soon after the last texture is closed, and another starts for the next', () => {
    const [first, second] = [new TextureClient(bytes), new TextureClient(bytes)];
    first.close();
    vi.advanceTimersByTime(60_000);
    expect(running()).toHaveLength(1);
    second.close();
    vi.advanceTimersByTime(60_000);
    expect(running()).toEqual([]);
    const third = new TextureClient(bytes);
    expect(FakeWorker.started).toHaveLength(2);
    third.close();
  });

  it('is kept if the next texture is opened soon', () => {
    new TextureClient(bytes).close();
    const next = new TextureClient(bytes);
    vi.advanceTimersByTime(60_000);
    expect(FakeWorker.started).toHaveLength(1);
    expect(running()).toHaveLength(1);
    next.close();
  });

  it('is neither asked nor started for a closed texture', async () => {
    const client = new TextureClient(bytes);
    const late = client.ask('histogram', image);
    client.close();
    client.close();
    expect(FakeWorker.started[0]?.asked.map(({ ask }) => ask)).toEqual(['open', 'histogram', 'close']);
    vi.advanceTimersByTime(60_000);
    await expect(late).rejects.toThrow('the texture was closed');
    await expect(client.ask('decode', image)).rejects.toThrow('the texture was closed');
    expect(FakeWorker.started).toHaveLength(1);
    expect(running()).toEqual([]);
  });
});
