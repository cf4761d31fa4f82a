// Filters by kind: a chip for each kind in the output.

import { formatCount } from '../format-size.js';
import { KIND_NAMES, KINDS, type Kind } from '../kinds.js';
import { KindIcon } from '../parts/icons.js';

interface KindChipsProps {
  readonly counts: ReadonlyMap<Kind, number>;
  readonly chosen: ReadonlySet<Kind>;
  readonly onToggle: (kind: Kind) => void;
}

export const KindChips = ({ counts, chosen, onToggle }: KindChipsProps) => (
  <fieldset class="kinds">
    <legend class="unseen">Shown kinds</legend>
    {KINDS.filter((kind) => counts.has(kind)).map((kind) => (
      <button
        key={kind}
        type="button"
        class="chip"
        title={KIND_NAMES[kind]}
        aria-pressed={chosen.has(kind)}
        onClick={() => onToggle(kind)}
      >
        <KindIcon kind={kind} />
        <span>{KIND_NAMES[kind]}</span> <span class="chip-count">{formatCount(counts.get(kind) ?? 0)}</span>
      </button>
    ))}
  </fieldset>
);
