// The endpoint formats that a scheme may use: per number of endpoint values, those that leave the least error. Subsets may differ by one class, which
// is a format of two values more.

import { at } from '../uastc/lanes.js';
import type { Scheme, Subset } from './scheme.js';

export type Format = 'gray' | 'gray-alpha' | 'scale' | 'scale-alpha' | 'rgb' | 'rgba';

/** The endpoint modes; those with a base and an offset are the next number. */
export const END_MODES: Readonly<Record<Format, number>> = {
  gray: 0,
  'gray-alpha': 4,
  scale: 6,
  'scale-alpha': 10,
  rgb: 8,
  rgba: 12,
};

export interface Choice {
  readonly error: number;
  /** By subset. */
  readonly formats: readonly Format[];
  readonly isMixed: boolean;
  readonly values: number;
  /** Bits beyond those of the values. */
  readonly bits: number;
}

const IMPOSSIBLE = 1e30;
interface Cost {
  readonly error: number;
  readonly format: Format;
}

/** Of formats of 2, 4, 6 and 8 values: what they leave of a subset. Opaque subsets need no alpha. */
function costsOf({ block, second }: Scheme, { sums, line, gray, scale }: Subset): readonly Cost[] {
  const isColor = block.isHdr || (second >= 0 && second < 3);
  const cost = (error: number, format: Format): Cost => ({ error, format });
  const [byGray, byScale] = isColor ? [IMPOSSIBLE, IMPOSSIBLE] : [gray, scale];
  if (block.isOpaque || at(sums.sums, 3) === 255 * sums.alphaCount) {
    const isGray = block.channels === 1;
    return [
      cost(isGray ? line.error : byGray, 'gray'),
      cost(isGray ? IMPOSSIBLE : byScale, 'scale'),
      cost(isGray ? IMPOSSIBLE : line.error, 'rgb'),
      cost(IMPOSSIBLE, 'rgba'),
    ];
  }
  const alpha = second === 3 ? 0 : line.error;
  return [
    cost(IMPOSSIBLE, 'gray'),
    cost(byGray + alpha, 'gray-alpha'),
    cost(byScale + alpha, 'scale-alpha'),
    cost(line.error, 'rgba'),
  ];
}

/** The choice in which each subset uses its class. */
function choiceOf(costs: readonly (readonly Cost[])[], classes: readonly number[]): Choice {
  const used = costs.map((own, subset) => at(own, at(classes, subset)));
  const formats = used.map(({ format }) => format);
  const isMixed = formats.some((format) => format !== formats[0]);
  return {
    error: used.reduce((sum, { error }) => sum + error, 0),
    formats,
    isMixed,
    values: classes.reduce((sum, own) => sum + 2 * own + 2, 0),
    bits: isMixed ? 3 * costs.length - 4 : 0,
  };
}

/** The choices of a scheme, those of few values first. */
export function listChoices(scheme: Scheme): readonly Choice[] {
  const costs = scheme.subsets.map((subset) => costsOf(scheme, subset));
  const choices: Choice[] = [];
  const add = (classes: readonly number[]): void => {
    const choice = choiceOf(costs, classes);
    if (choice.error >= IMPOSSIBLE || choice.values > 18) return;
    if (choices.some(({ error, bits }) => error <= choice.error && bits <= choice.bits)) return;
    choices.push(choice);
  };
  for (let group = 0; group < 3; group++) {
    const classes = costs.map(() => group);
    add(classes);
    for (let raised = 1; raised <= costs.length; raised++) {
      // Of the subsets that are left, raise the one that gains most.
      const gains = costs.map((own, i) =>
        classes[i] === group ? at(own, group).error - at(own, group + 1).error : Number.NEGATIVE_INFINITY,
      );
      classes[gains.indexOf(Math.max(...gains))] = group + 1;
      if (raised < costs.length || group === 2) add(classes);
    }
  }
  return choices;
}
