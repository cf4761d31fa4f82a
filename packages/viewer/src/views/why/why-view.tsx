// Explains an asset: its settings with their origins, its inputs, and why it was last built.

import type { ComponentChildren } from 'preact';
import type { UiAsset } from '../../api.js';
import { formatTime } from '../../format-size.js';
import { Busy, ErrorBox } from '../../parts/error-box.js';
import { Facts } from '../../parts/panel.js';
import { SCROLLED } from '../../parts/scrolled.js';
import { Table } from '../../parts/table.js';
import { hashOf } from '../../routing/route.js';
import { useLoaded } from '../../store/use-store.js';
import { DiagnosticList } from '../overview/diagnostic-list.js';
import type { ViewProps } from '../table.js';

export function WhyView({ path, store, version }: ViewProps) {
  const { value, error } = useLoaded(
    async (signal) => ({ asset: await store.api<UiAsset | null>(`asset/${path}.json`, signal) }),
    [store, path, version],
  );
  if (error !== undefined) return <ErrorBox title="No information" error={error} />;
  if (value === undefined) return <Busy label="Asking" />;
  if (value.asset === undefined || value.asset === null)
    return (
      <section class="why" aria-label="Why" {...SCROLLED}>
        <p class="muted">No asset wrote this file: it belongs to the output as a whole, or another program wrote it.</p>
      </section>
    );
  return <Why asset={value.asset} path={path} />;
}

function Why({ asset, path }: { readonly asset: UiAsset; readonly path: string }) {
  const { settings, dependencies, diagnostics, would } = asset;
  return (
    <section class="why" aria-label="Why" {...SCROLLED}>
      <p class="why-verdict">
        {would.length === 0
          ? 'Up to date: nothing it depends on has changed.'
          : `Would be built again: ${would.join(', ')}.`}
      </p>
      <div class="why-cards">
        <div class="why-column">
          <Card title="Built">
            <Facts rows={factsOf(asset, path)} />
          </Card>
          {diagnostics.length > 0 ? <DiagnosticList diagnostics={diagnostics} /> : null}
          <Card title="Reads" count={dependencies.length}>
            <Table
              label="Inputs"
              rows={dependencies}
              keyOf={({ path: read, what }, i) => `${i} ${what} ${read}`}
              classOf={({ state }) => (state === 'unchanged' ? '' : 'is-broken')}
              columns={[
                { title: 'Path', cell: ({ path: read }) => <span class="why-path">{read}</span> },
                { title: 'What', cell: ({ what }) => what },
                { title: 'State', cell: ({ state }) => state },
              ]}
            />
          </Card>
        </div>
        <Card title="Settings" count={settings.length}>
          <Table
            label="Settings"
            rows={settings}
            keyOf={({ name }) => name}
            classOf={({ from }) => (from === 'built-in' ? '' : 'is-set')}
            columns={[
              { title: 'Setting', cell: ({ name }) => name },
              { title: 'Value', cell: ({ value }) => <code>{value}</code> },
              { title: 'Set by', cell: ({ from }) => <span class={from === 'built-in' ? 'muted' : ''}>{from}</span> },
            ]}
          />
        </Card>
      </div>
    </section>
  );
}

/** Reasons are not in the record, so that builds without work need not read them. */
const UNKNOWN = 'Not on record: it was restored from a cache, or 2,000 others have been compiled since.';

function factsOf(asset: UiAsset, path: string): readonly (readonly [string, ComponentChildren])[] {
  const { id, kind, takenFor, why, milliseconds, outputs, derived } = asset;
  const others = outputs.filter((output) => output !== path);
  return [
    ['Asset', id],
    ['Kind', kind],
    ...(takenFor === undefined ? [] : ([['Taken for', takenFor]] as const)),
    ['Last built because', why.length === 0 ? UNKNOWN : why.join(', ')],
    ...(milliseconds === undefined ? [] : ([['Took', formatTime(milliseconds)]] as const)),
    ...(others.length === 0 ? [] : ([['Also writes', <Links paths={others} />]] as const)),
    ...(derived.length === 0 ? [] : ([['Contains', derived.join(', ')]] as const)),
  ];
}

const Links = ({ paths }: { readonly paths: readonly string[] }) => (
  <>
    {paths.map((path, i) => (
      <span key={path}>
        {i === 0 ? '' : ', '}
        <a href={hashOf(path)}>{path}</a>
      </span>
    ))}
  </>
);

interface CardProps {
  readonly title: string;
  readonly count?: number;
  readonly children: ComponentChildren;
}

const Card = ({ title, count, children }: CardProps) => (
  <section class="card" aria-label={title}>
    <h2>
      {title} {count === undefined ? null : <span class="card-count">{count}</span>}
    </h2>
    {children}
  </section>
);
