// The output that the shown one is compared with: opened once, and chosen if there are several.

import { useState } from 'preact/hooks';
import { ChoiceList } from '../../parts/choice-list.js';
import { Store } from '../../store/store.js';
import { useLoaded } from '../../store/use-store.js';

const opened = new Map<number, Promise<Store>>();
let lastChosen = 0;

function openOther(index: number): Promise<Store> {
  const known = opened.get(index);
  if (known !== undefined) return known.then((store) => store.refresh().then(() => store));
  const made = Store.open(`other/${index}/`);
  // What failed is tried again.
  made.catch(() => opened.delete(index));
  opened.set(index, made);
  return made;
}

export function useOther({ index }: Store) {
  const [chosen, setChosen] = useState(Math.min(lastChosen, (index.others ?? []).length - 1));
  const { value, error } = useLoaded(async () => ({ chosen, other: await openOther(chosen) }), [chosen]);
  return {
    other: value?.chosen === chosen ? value.other : undefined,
    error,
    chosen,
    onChoose(next: number): void {
      lastChosen = next;
      setChosen(next);
    },
  };
}

interface OtherChoiceProps {
  readonly store: Store;
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

/** Nothing if there is one. */
export function OtherChoice({ store, chosen, onChoose }: OtherChoiceProps) {
  const others = store.index.others ?? [];
  if (others.length < 2) return null;
  return (
    <ChoiceList
      label="B"
      choices={others.map((title, i) => ({ value: String(i), label: `B: ${title}` }))}
      value={String(chosen)}
      onChange={(value) => onChoose(Number(value))}
    />
  );
}
