// The sidebar: search, filters by kind, the tree.

import { useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { UiStatus } from '../api.js';
import { countFiles, formatCount, formatSize } from '../format-size.js';
import type { Kind } from '../kinds.js';
import { navigate } from '../routing/route.js';
import { missingEntries, severities } from '../status/problems.js';
import type { Entry, Store } from '../store/store.js';
import { useEntries, useStatus } from '../store/use-store.js';
import { setDrawer } from './drawer.js';
import { KindChips } from './kind-chips.js';
import { SearchField } from './search-field.js';
import { Tree } from './tree.js';
import { type Hovered, TreePreview } from './tree-preview.js';
import { matching, treeRows } from './tree-rows.js';
import { TreeSelections } from './tree-selections.js';

export function Sidebar({ store, selected }: { readonly store: Store; readonly selected: string }) {
  const files = useEntries(store);
  const status = useStatus(store);
  const entries = useMemo(() => withMissing(files, status), [files, status]);
  const marks = useMemo(() => severities(status), [status]);
  const [search, setSearch] = useState('');
  const [kinds, setKinds] = useState<ReadonlySet<Kind>>(new Set());
  const [shut, setShut] = useState<ReadonlySet<string>>(new Set());
  const [followed, setFollowed] = useState({ path: selected });
  const [hovered, setHovered] = useState<Hovered>();
  const steps = useMemo(() => new TreeSelections(), []);
  const filter = { search, kinds, shut, severities: marks };
  const rows = useMemo(() => treeRows(entries, filter), [entries, search, kinds, shut, marks]);
  const shown = useMemo(() => matching(entries, filter), [entries, search, kinds]);
  const counts = useMemo(() => countKinds(files), [files]);
  // Opens the folders of the linked entry.
  useLayoutEffect(() => {
    if (steps.take(selected)) return;
    setShut((was) => withoutAncestors(was, selected));
    setFollowed({ path: selected });
  }, [selected]);

  const toTree = (opens: boolean): void => {
    const first = rows.find((row) => row.type === 'file');
    if (opens && first !== undefined) navigate(first.path);
    // The next Enter opens what is found, unless the active row is among it.
    else if (first !== undefined && search !== '') setFollowed({ path: first.path });
    document.querySelector<HTMLElement>('.tree')?.focus();
  };
  return (
    <nav class="sidebar" id="sidebar" aria-label="Assets">
      <SearchField value={search} onChange={setSearch} onLeave={toTree} />
      <KindChips counts={counts} chosen={kinds} onToggle={(kind) => setKinds(toggled(kinds, kind))} />
      {rows.length > 0 ? null : (
        <p class="tree-none muted">{entries.length === 0 ? 'No assets yet.' : 'No file has this name.'}</p>
      )}
      <Tree
        rows={rows}
        selected={selected}
        followed={followed}
        onHover={(next) => setHovered((was) => (was?.path === next?.path ? was : next))}
        onFold={(path, open) => setShut(open ? without(shut, path) : new Set([...shut, path]))}
        onOpen={(path, isStep) => {
          steps.add(path);
          if (!isStep) setDrawer(false);
          navigate(path, { replace: isStep });
        }}
      />
      <TreePreview store={store} hovered={hovered} />
      <div class="sidebar-foot" role="status">
        {shown.length === entries.length
          ? countFiles(files.length)
          : `${formatCount(shown.length)} of ${countFiles(entries.length)}`}
        <span>{formatSize(sizeOf(store, shown, entries))}</span>
      </div>
    </nav>
  );
}

/** A whole pack is as large as its file, as the build reports it: its entries may be compressed. */
function sizeOf({ index }: Store, shown: readonly Entry[], entries: readonly Entry[]): number {
  const [file] = index.files;
  if (index.pack !== undefined && file !== undefined && shown.length === entries.length) return file.size;
  return shown.reduce((sum, { size }) => sum + size, 0);
}

/** With the assets that failed before they had a file, sorted by path. */
function withMissing(files: readonly Entry[], status: UiStatus): readonly Entry[] {
  const missing = missingEntries(status);
  if (missing.length === 0) return files;
  return [...files, ...missing].sort((a, b) => (a.path < b.path ? -1 : 1));
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
