// The trials of an asset that are open: each is compiled once, and ended when the page shows something else.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { UiDiagnostic, UiRuleChange } from '../../api.js';
import { messageOf } from '../../parts/error-box.js';
import { Store } from '../../store/store.js';
import { startTrial } from './edit-client.js';
import { labelOf } from './value-text.js';

export interface OpenTrial {
  readonly store: Store;
  /** `texture.quality: high` */
  readonly label: string;
  readonly values: UiRuleChange['values'];
  readonly milliseconds: number | null;
}

interface Trials {
  readonly open: readonly OpenTrial[];
  readonly isBusy: boolean;
  /** Why the last one was not made. */
  readonly problem?: { readonly because: string; readonly diagnostics: readonly UiDiagnostic[] } | undefined;
}

/** The server keeps four. */
const MAX_OPEN = 3;

export function useTrials(path: string): Trials & { readonly tryOut: (values: UiRuleChange['values']) => void } {
  const [trials, setTrials] = useState<Trials>({ open: [], isBusy: false });
  const lives = useRef<{ readonly label: string; readonly life: AbortController }[]>([]);
  const endAll = (): void => {
    for (const { life } of lives.current.splice(0)) life.abort();
  };
  useEffect(() => endAll, [path]);
  const tryOut = (values: UiRuleChange['values']): void => {
    const label = labelOf(values);
    for (const old of lives.current.filter((each) => each.label === label)) old.life.abort();
    lives.current = lives.current.filter((each) => each.label !== label);
    while (lives.current.length >= MAX_OPEN) lives.current.shift()?.life.abort();
    const life = new AbortController();
    lives.current.push({ label, life });
    const keep = (all: readonly OpenTrial[]): readonly OpenTrial[] =>
      all.filter((each) => each.label !== label && lives.current.some((other) => other.label === each.label));
    setTrials((was) => ({ open: keep(was.open), isBusy: true }));
    openTrial({ path, values }, label, life.signal).then(
      (made) => {
        if (life.signal.aborted) return;
        const isOpen = 'store' in made;
        if (!isOpen) lives.current = lives.current.filter((each) => each.life !== life);
        setTrials((was) => ({
          open: isOpen ? [...keep(was.open), made] : was.open,
          isBusy: false,
          problem: isOpen ? undefined : made,
        }));
      },
      (error: unknown) => {
        lives.current = lives.current.filter((each) => each.life !== life);
        if (!life.signal.aborted)
          setTrials((was) => ({ ...was, isBusy: false, problem: { because: messageOf(error), diagnostics: [] } }));
      },
    );
  };
  return { ...trials, tryOut };
}

async function openTrial(
  change: UiRuleChange,
  label: string,
  signal: AbortSignal,
): Promise<OpenTrial | NonNullable<Trials['problem']>> {
  const trial = await startTrial(change, signal);
  if ('because' in trial) return trial;
  const store = await Store.open(`trial/${trial.id}/`);
  return { store, label, values: change.values, milliseconds: trial.milliseconds };
}
