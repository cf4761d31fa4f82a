// Looking around: where to, and how much of it is in sight.

import { useState } from 'preact/hooks';
import { type Turn, turned } from '../../texture/turn.js';

const AHEAD: Turn = { yaw: 0, pitch: 0 };
const LEAST_REACH = 0.1;
const GREATEST_REACH = 2.4;

interface Turning {
  readonly turn: Turn;
  readonly reach: number;
  /** By points, of which the canvas is `height` high: what was grabbed stays below the pointer. */
  readonly turnBy: (dx: number, dy: number, height: number) => void;
  readonly zoom: (factor: number) => void;
  readonly lookAhead: () => void;
}

export function useTurn(): Turning {
  const [turn, setTurn] = useState(AHEAD);
  const [reach, setReach] = useState(0.8);
  return {
    turn,
    reach,
    turnBy(dx, dy, height) {
      const share = (2 * reach) / Math.max(1, height);
      setTurn((before) => turned(before, dx * share, dy * share));
    },
    zoom: (factor) => setReach((before) => Math.min(GREATEST_REACH, Math.max(LEAST_REACH, before * factor))),
    lookAhead: () => setTurn(AHEAD),
  };
}
