// What trials made, next to what is there: figures in a table, and two of them to see.

import { useEffect, useState } from 'preact/hooks';
import { ChoiceList } from '../../parts/choice-list.js';
import { Busy } from '../../parts/error-box.js';
import { SCROLLED } from '../../parts/scrolled.js';
import type { Side } from '../compare/pair.js';
import { PairFigures, PairView } from '../compare/pair-view.js';
import type { OpenTrial } from './use-trials.js';

interface TrialResultsProps {
  readonly current: Side;
  readonly trials: readonly OpenTrial[];
  readonly isBusy: boolean;
}

export function TrialResults({ current, trials, isBusy }: TrialResultsProps) {
  const sides: readonly Side[] = [current, ...trials.flatMap((trial) => sideOf(trial, current.path))];
  const [left, setLeft] = useState(current.label);
  const [right, setRight] = useState('');
  const newest = sides.at(-1);
  // A new trial is shown next to the rest.
  useEffect(() => setRight(newest?.label ?? ''), [newest?.label]);
  const a = sides.find(({ label }) => label === left) ?? current;
  const b = sides.find(({ label }) => label === right) ?? newest ?? current;
  const choices = sides.map(({ label }) => ({ value: label, label }));
  return (
    <>
      {isBusy ? <Busy label="Compiling" /> : null}
      <section class="trial-figures" aria-label="Figures" {...SCROLLED}>
        <PairFigures sides={sides} label="Results" />
        {sides.length > 2 ? (
          <div class="trial-sides">
            <ChoiceList label="A" choices={choices} value={a.label} onChange={setLeft} />
            <ChoiceList label="B" choices={choices} value={b.label} onChange={setRight} />
          </div>
        ) : null}
      </section>
      {sides.length > 1 ? null : (
        <p class="muted note trial-hint">
          Change a setting and press Try: the result is compiled into a temporary folder and shown next to this. The
          output stays as it is.
        </p>
      )}
      <PairView a={a} b={sides.length > 1 ? b : undefined} />
    </>
  );
}

function sideOf({ store, label, milliseconds }: OpenTrial, path: string): readonly Side[] {
  const entry = store.find(path);
  return entry === undefined ? [] : [{ store, path, version: entry.version, label, milliseconds }];
}
