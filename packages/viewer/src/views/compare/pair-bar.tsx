// The controls of a comparison: how both are shown, and where the line is.

import type { ComponentChildren } from 'preact';
import { Segmented } from '../../parts/segmented.js';
import { Slider } from '../../parts/slider.js';
import { PAIR_MODES, type PairMode, type ShownPair } from './pair.js';

interface PairBarProps extends Pick<ShownPair, 'b' | 'look' | 'onLook'> {
  /** Controls of a kind of file. */
  readonly children?: ComponentChildren;
}

export const PairBar = ({ b, look: { mode, swipe }, onLook, children }: PairBarProps) => (
  <div class="toolbar">
    {b === undefined ? null : (
      <Segmented<PairMode>
        label="Comparison"
        choices={PAIR_MODES}
        value={mode}
        onChange={(next) => onLook({ mode: next })}
      />
    )}
    {children}
    {b !== undefined && mode === 'swipe' ? (
      <Slider
        label="Line"
        min={0}
        max={100}
        step={1}
        value={swipe}
        text={`${swipe} %`}
        onChange={(next) => onLook({ swipe: next })}
      />
    ) : null}
  </div>
);
