import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ProgressBar } from './progress-bar.js';

class Screen {
  text = '';
  constructor(readonly columns: number) {}
  write(text: string): void {
    this.text += text;
  }
  /** The text of the line that was drawn last. */
  get line(): string {
    return this.text.split('\u001B[2K').at(-1) ?? '';
  }
}

const plain = (text: string) => text;

describe('ProgressBar', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const bar = (columns = 80) => {
    const screen = new Screen(columns);
    let now = 0;
    const progress = new ProgressBar(screen, plain, 1, () => now);
    const at = (ms: number) => {
      now = ms;
    };
    return { screen, progress, at };
  };

  it('shows counts, rate, remaining time and the current asset', () => {
    const { screen, progress, at } = bar();
    for (let i = 1; i <= 25; i++) {
      progress.started(`${i}`, 1000);
      at(i * 200);
      progress.finished(`${i}`, 200);
      progress.progress(i, 100, 100_000);
    }
    progress.started('models/chair.glb', 1000);
    progress.draw();
    expect(screen.line).toContain('25/100');
    expect(screen.line).toContain('5.0/s');
    expect(screen.line).toContain('15 s left');
    expect(screen.line).toContain(' 25 %');
    expect(screen.line).toMatch(/^━{6}─{18} /);
  });

  it('omits the remaining time while there is no estimate', () => {
    const { screen, progress, at } = bar();
    progress.started('a', 1000);
    at(5000);
    progress.finished('a', 5000);
    progress.progress(1, 100, 100_000);
    progress.draw();
    expect(screen.line).toContain('1/100');
    expect(screen.line).not.toContain('left');
  });

  it('shows the phase before anything is counted, and that the total may grow', () => {
    const { screen, progress, at } = bar();
    at(1000);
    progress.draw();
    expect(screen.line).toBe('listing the sources…');
    progress.phase('checking 12 sources');
    expect(screen.line).toBe('checking 12 sources…');
    progress.planned(2);
    progress.progress(0, 2, 10);
    progress.draw();
    expect(screen.line).toContain('0 of at least 2');
    expect(screen.line).not.toContain('/s');
    for (const id of ['a.glb', 'a.glb#tex_0', 'b.glb']) progress.finished(id, 1);
    progress.progress(3, 4, 10);
    progress.draw();
    expect(screen.line).toContain('3/4');
  });

  it('does not appear in a very short build', () => {
    const { screen, progress, at } = bar();
    progress.progress(1, 2, 0);
    at(200);
    progress.draw();
    progress.stop();
    expect(screen.text).toBe('');
  });

  it.each([20, 40, 60, 80, 200])('never exceeds a line of %i columns', (columns) => {
    const { screen, progress, at } = bar(columns);
    progress.started(`models/${'very-'.repeat(40)}long.glb`, 1);
    for (const [done, total] of [
      [0, 7],
      [3, 7],
      [7, 7],
      [123456, 1234567],
    ] as const) {
      progress.progress(done, total, 0);
      at(4000);
      progress.draw();
      expect([...screen.line].length).toBeLessThan(columns);
    }
  });

  it('is erased before whole lines are printed, and at the end', () => {
    const { screen, progress, at } = bar();
    progress.progress(1, 2, 0);
    at(1000);
    progress.draw();
    progress.printAbove(() => screen.write('a.png: error\n'));
    expect(screen.text.endsWith('\r\u001B[2Ka.png: error\n')).toBe(true);
    progress.draw();
    progress.stop();
    expect(screen.text.endsWith('\r\u001B[2K')).toBe(true);
  });
});
