// What a program prints, as it comes.

import type { ChildProcess } from 'node:child_process';
import { expect } from 'vitest';

export class Printed {
  text = '';

  constructor(child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (piece) => {
        this.text += String(piece);
      });
  }

  /** Waits until the pattern matches, and forgets what was printed so far. */
  async until(pattern: RegExp): Promise<void> {
    await expect.poll(() => this.text).toMatch(pattern);
    this.text = '';
  }
}
