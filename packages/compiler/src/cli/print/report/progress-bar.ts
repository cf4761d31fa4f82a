// One line at the bottom of a terminal: counts, rate, and the remaining time if there is an estimate. Other lines are printed above it.

import { printable } from '../format-diagnostic.js';
import type { Paint } from '../text/style.js';
import { formatCount, formatDuration } from '../text/units.js';
import { RemainingTime } from './remaining-time.js';

/** Shorter builds need no bar. */
const APPEARS_AFTER_MS = 250;
const REDRAWN_EVERY_MS = 80;
const ERASE_LINE = '\r\u001B[2K';

interface BarStream {
  readonly columns?: number;
  write(text: string): unknown;
}

export class ProgressBar {
  readonly #stream: BarStream;
  readonly #paint: Paint;
  readonly #now: () => number;
  readonly #started: number;
  readonly #remaining: RemainingTime;
  readonly #finished: { readonly id: string; readonly ms: number }[] = [];
  #timer: NodeJS.Timeout | undefined;
  #visible = false;
  #done = 0;
  #total = 0;
  #current = '';
  #phase = 'listing the sources';
  /** Planned assets that are not done yet: each may contain others. */
  #open = 0;

  constructor(stream: BarStream, paint: Paint, threads: number, now: () => number = () => performance.now()) {
    this.#stream = stream;
    this.#paint = paint;
    this.#now = now;
    this.#started = now();
    this.#remaining = new RemainingTime(threads, now);
    this.#timer = setInterval(() => this.draw(), REDRAWN_EVERY_MS);
    this.#timer.unref();
  }

  progress(done: number, total: number, totalWork: number): void {
    this.#done = done;
    this.#total = total;
    this.#remaining.expect(totalWork);
    for (const { id, ms } of this.#finished.splice(0)) this.#remaining.finished(id, ms);
  }

  started(id: string, work: number): void {
    this.#current = id;
    this.#remaining.started(id, work);
  }

  /** Counted at the next `progress`, which reports the work that is left. */
  finished(id: string, ms: number): void {
    if (!id.includes('#')) this.#open--;
    this.#finished.push({ id, ms });
  }

  /** What happens before anything is counted. */
  phase(text: string): void {
    this.#phase = text;
    this.draw();
  }

  /** The total may grow until these are done. */
  planned(assets: number): void {
    this.#open = assets;
    this.phase('starting');
  }

  draw(): void {
    if (this.#now() - this.#started < APPEARS_AFTER_MS) return;
    this.#visible = true;
    this.#stream.write(`${ERASE_LINE}${this.#line()}`);
  }

  /** Prints whole lines above the bar. */
  printAbove(print: () => void): void {
    this.#erase();
    print();
  }

  stop(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#erase();
  }

  #erase(): void {
    if (this.#visible) this.#stream.write(ERASE_LINE);
    this.#visible = false;
  }

  #line(): string {
    const columns = Math.max(20, this.#stream.columns ?? 80) - 1;
    if (this.#total === 0) return this.#paint(`${this.#phase}…`.slice(0, columns), 'dim');
    const elapsed = Math.max(1, this.#now() - this.#started);
    const rate = (this.#done / elapsed) * 1000;
    const left = this.#remaining.ms;
    const facts = [
      this.#open > 0
        ? `${formatCount(this.#done)} of at least ${formatCount(this.#total)}`
        : `${formatCount(this.#done)}/${formatCount(this.#total)}`,
      rate < 0.05 ? '' : `${rate < 10 ? rate.toFixed(1) : rate.toFixed(0)}/s`,
      left === undefined
        ? ''
        : `${formatDuration(Math.max(1, Math.ceil(left / 1000)) * 1000).replace('.0 s', ' s')} left`,
    ].filter((fact) => fact !== '');
    const share = this.#total === 0 ? 0 : Math.min(1, this.#done / this.#total);
    const percent = `${String(Math.floor(share * 100)).padStart(3)} %`;
    while (facts.length > 1 && percent.length + facts.join(' · ').length + 3 > columns) facts.pop();
    const text = ` ${percent}  ${facts.join(' · ')}`.slice(0, columns);
    const room = columns - text.length;
    const width = Math.max(0, Math.min(24, room - 2));
    const filled = Math.round(share * width);
    const bar = `${this.#paint('━'.repeat(filled), 'green')}${this.#paint('─'.repeat(width - filled), 'dim')}`;
    const space = columns - width - text.length - 3;
    const current = [...printable(this.#current)];
    const shown = current.length <= space ? current.join('') : `…${current.slice(current.length - space + 1).join('')}`;
    return `${bar}${text}${space > 8 && shown !== '' ? `  ${this.#paint(shown, 'dim')}` : ''}`;
  }
}
