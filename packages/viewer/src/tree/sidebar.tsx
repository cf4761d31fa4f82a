// The left side: search, filters by kind, the tree.

import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { countFiles, formatCount, formatSize } from '../format-size.js';
import { KIND_NAMES, KINDS, type Kind } from '../kinds.js';
import { KindIcon, SearchIcon } from '../parts/icons.js';
import { navigate } from '../routing/route.js';
import type { Store } from '../store/store.js';
import { useEntries } from '../store/use-store.js';
import { OwnSteps } from './own-steps.js';
import { Tree } from './tree.js';
import { matching, treeRows } from './tree-rows.js';

const isField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function Sidebar({ store, selected }: { readonly store: Store; readonly selected: string }) {
  const entries = useEntries(store);
  const [search, setSearch] = useState('');
  const [kinds, setKinds] = useState<ReadonlySet<Kind>>(new Set());
  const [shut, setShut] = useState<ReadonlySet<string>>(new Set());
  const [followed, setFollowed] = useState({ path: selected });
  const steps = useMemo(() => new OwnSteps(), []);
  const field = useRef<HTMLInputElement>(null);
  const filter = { search, kinds, shut };
  const rows = useMemo(() => treeRows(entries, filter), [entries, search, kinds, shut]);
  const shown = useMemo(() => matching(entries, filter), [entries, search, kinds]);
  const counts = useMemo(() => countKinds(entries), [entries]);

  useEffect(() => {
    const focusSearch = (event: KeyboardEvent): void => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isField(event.target)) return;
      event.preventDefault();
      field.current?.focus();
      field.current?.select();
    };
    addEventListener('keydown', focusSearch);
    return () => removeEventListener('keydown', focusSearch);
  }, []);
  // What a link leads to is in sight: its folders open.
  useLayoutEffect(() => {
    if (steps.has(selected)) return;
    setShut((was) => withoutAncestors(was, selected));
    setFollowed({ path: selected });
  }, [selected]);

  const toTree = (event: KeyboardEvent): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    if (event.key === 'Escape') setSearch('');
    const first = rows.find((row) => row.type === 'file');
    if (event.key === 'Enter' && first !== undefined) navigate(first.path);
    document.querySelector<HTMLElement>('.tree')?.focus();
  };

  return (
    <nav class="sidebar" aria-label="Assets">
      <div class="search">
        <SearchIcon />
        <input
          ref={field}
          type="search"
          placeholder="Search"
          aria-label="Search files; press slash to come here"
          spellcheck={false}
          autocomplete="off"
          value={search}
          onInput={(event) => setSearch(event.currentTarget.value)}
          onKeyDown={toTree}
        />
        <kbd>/</kbd>
      </div>
      <fieldset class="kinds">
        <legend class="unseen">Kinds that are shown</legend>
        {KINDS.filter((kind) => counts.has(kind)).map((kind) => (
          <button
            key={kind}
            type="button"
            class="chip"
            title={KIND_NAMES[kind]}
            aria-label={`${KIND_NAMES[kind]}: ${counts.get(kind)}`}
            aria-pressed={kinds.has(kind)}
            onClick={() => setKinds(toggled(kinds, kind))}
          >
            <KindIcon kind={kind} />
            {formatCount(counts.get(kind) ?? 0)}
          </button>
        ))}
      </fieldset>
      {rows.length > 0 ? null : (
        <p class="tree-none muted">{entries.length === 0 ? 'Nothing is here yet.' : 'No file is called so.'}</p>
      )}
      <Tree
        rows={rows}
        selected={selected}
        followed={followed}
        onFold={(path, open) => setShut(open ? without(shut, path) : new Set([...shut, path]))}
        onOpen={(path, isStep) => {
          steps.begin(path);
          navigate(path, { replace: isStep });
        }}
      />
      <div class="sidebar-foot" role="status">
        {shown.length === entries.length
          ? countFiles(entries.length)
          : `${formatCount(shown.length)} of ${countFiles(entries.length)}`}
        <span>{formatSize(shown.reduce((sum, { size }) => sum + size, 0))}</span>
      </div>
    </nav>
  );
}

function countKinds(entries: readonly { readonly kind: Kind }[]): ReadonlyMap<Kind, number> {
  const counts = new Map<Kind, number>();
  for (const { kind } of entries) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

const without = <T,>(set: ReadonlySet<T>, value: T): ReadonlySet<T> =>
  new Set([...set].filter((each) => each !== value));
const toggled = <T,>(set: ReadonlySet<T>, value: T): ReadonlySet<T> =>
  set.has(value) ? without(set, value) : new Set([...set, value]);

const withoutAncestors = (shut: ReadonlySet<string>, path: string): ReadonlySet<string> =>
  [...shut].some((folder) => path.startsWith(`${folder}/`))
    ? new Set([...shut].filter((folder) => !path.startsWith(`${folder}/`)))
    : shut;
