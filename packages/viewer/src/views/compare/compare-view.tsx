// A file and the one with its path in another output.

import { Busy, ErrorBox } from '../../parts/error-box.js';
import { SCROLLED } from '../../parts/scrolled.js';
import type { ViewProps } from '../table.js';
import type { Side } from './pair.js';
import { PairFigures, PairView } from './pair-view.js';
import { OtherChoice, useOther } from './use-other.js';

export function CompareView({ path, store, version }: ViewProps) {
  const { other, error, chosen, onChoose } = useOther(store);
  if (error !== undefined) return <ErrorBox title="It cannot be read" error={error} />;
  if (other === undefined) return <Busy label="Opening" />;
  const entry = other.find(path);
  // Folders of the same name are common: `v1/runtime`, `v2/runtime`.
  const isSame = other.index.title === store.index.title;
  const a: Side = { store, path, version, label: `A: ${store.index.title}` };
  const b: Side | undefined = entry && {
    store: other,
    path,
    version: entry.version,
    label: `B: ${other.index.title}${isSame ? ' (other)' : ''}`,
  };
  return (
    <div class="compare-view">
      <section class="trial-figures" aria-label="Figures" {...SCROLLED}>
        <OtherChoice {...{ store, chosen, onChoose }} />
        <PairFigures sides={b === undefined ? [a] : [a, b]} label="Versions" />
      </section>
      {b === undefined ? (
        <p class="muted note trial-hint">{other.index.title} has no such file.</p>
      ) : (
        <PairView a={a} b={b} />
      )}
    </div>
  );
}
