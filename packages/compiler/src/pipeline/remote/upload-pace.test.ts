import { describe, expect, it } from 'vitest';
import { UploadPace } from './upload-pace.js';

const MEGABYTE = 1 << 20;

describe('the pace of uploads', () => {
  it('gives what is under way the time that a usual line takes, before anything was answered', () => {
    const pace = new UploadPace(() => 0);
    const lineMs = pace.begin(3_000_000);
    expect(lineMs()).toBe(3000);
    pace.end(3_000_000, false);
    expect(pace.begin(1_000_000)()).toBe(1000);
  });

  it('learns from what was answered, while something was under way', () => {
    let nowMs = 0;
    const pace = new UploadPace(() => nowMs);
    pace.begin(MEGABYTE);
    pace.begin(MEGABYTE);
    nowMs = 4000;
    pace.end(MEGABYTE, true);
    nowMs = 8000;
    pace.end(MEGABYTE, true);
    // Idle time does not count.
    nowMs = 100_000;
    expect(pace.begin(MEGABYTE)()).toBeCloseTo(4000, 6);
  });

  it('takes nothing from who waits when those are answered that shared the line, and gives more when others come', () => {
    let nowMs = 0;
    const pace = new UploadPace(() => nowMs);
    const [, last] = [pace.begin(MEGABYTE), pace.begin(MEGABYTE)];
    nowMs = 1900;
    pace.end(MEGABYTE, true);
    expect(last()).toBeCloseTo(3800, 6);
    pace.begin(MEGABYTE);
    expect(last()).toBeCloseTo(5700, 6);
  });

  it('never waits for ever', () => {
    let nowMs = 0;
    const pace = new UploadPace(() => nowMs);
    pace.begin(MEGABYTE);
    nowMs = 1e9;
    pace.end(MEGABYTE, true);
    expect(pace.begin(64_000)()).toBe(1000);
  });
});
