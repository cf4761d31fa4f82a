// The settings of an asset: change some, see the result next to what is there, and write them into assetc.yml as a rule.

import { useEffect, useState } from 'preact/hooks';
import type { UiEditable, UiRuleChange, UiValue } from '../../api.js';
import { Busy, ErrorBox } from '../../parts/error-box.js';
import { SCROLLED } from '../../parts/scrolled.js';
import { useRoute } from '../../routing/route.js';
import { useLoaded } from '../../store/use-store.js';
import { DiagnosticList } from '../overview/diagnostic-list.js';
import type { ViewProps } from '../table.js';
import { RuleBar } from './rule-bar.js';
import { SettingsTable } from './settings-table.js';
import { TrialResults } from './trial-results.js';
import { useTrials } from './use-trials.js';
import { valuesFrom } from './value-text.js';

export function SettingsView({ path, store, version }: ViewProps) {
  const [generation, setGeneration] = useState(0);
  const { value, error } = useLoaded(
    async (signal) => ({ editable: await store.api<UiEditable | null>(`edit/settings/${path}.json`, signal) }),
    [store, path, version, generation],
  );
  // A suggestion comes with its values, and is tried at once.
  const wanted = useRoute().params.get('try');
  const [edits, setEdits] = useState<ReadonlyMap<string, UiValue>>(() => valuesFrom(wanted));
  const trials = useTrials(path);
  const onWritten = (): void => {
    setEdits(new Map());
    setGeneration((was) => was + 1);
    // What the server has built; a watch reports it by itself.
    Promise.all([store.refresh(), store.refreshStatus()]).catch(() => undefined);
  };
  const isReady = value?.editable !== undefined && value.editable !== null;
  useEffect(() => {
    if (wanted === null || !isReady || value.editable == null) return;
    const asked = valuesFrom(wanted);
    setEdits(asked);
    trials.tryOut(valuesOf(value.editable, asked));
  }, [wanted, isReady]);
  if (error !== undefined) return <ErrorBox title="The settings cannot be read" error={error} />;
  if (value === undefined) return <Busy label="Asking" />;
  const { editable } = value;
  if (editable === undefined || editable === null)
    return (
      <p class="muted note">
        No asset wrote this file: it belongs to the output as a whole, or another program wrote it.
      </p>
    );
  const values = valuesOf(editable, edits);
  return (
    <div class="split">
      <div class="split-main settings-main">
        <TrialResults
          current={{ store, path, version, label: 'current' }}
          trials={trials.open}
          isBusy={trials.isBusy}
        />
        {trials.problem === undefined ? null : <TrialProblem {...trials.problem} />}
      </div>
      <section class="split-side" aria-label="Settings" {...SCROLLED}>
        <RuleBar
          {...{ path, values, onWritten }}
          preset={editable.preset}
          match={editable.match}
          canUndo={editable.canUndo}
          isBusy={trials.isBusy}
          onTry={() => trials.tryOut(values)}
        />
        <SettingsTable
          settings={editable.settings}
          edits={edits}
          onChange={(name, entered) => setEdits((was) => changed(was, name, entered))}
        />
      </section>
    </div>
  );
}

type TrialProblemProps = NonNullable<ReturnType<typeof useTrials>['problem']>;

function TrialProblem({ because, diagnostics }: TrialProblemProps) {
  return (
    <>
      <ErrorBox title="Not compiled" error={because} />
      {diagnostics.length > 0 ? <DiagnosticList diagnostics={diagnostics} /> : null}
    </>
  );
}

function changed(edits: ReadonlyMap<string, UiValue>, name: string, value: UiValue | undefined) {
  const next = new Map(edits);
  if (value === undefined) next.delete(name);
  else next.set(name, value);
  return next;
}

/** Only what differs from what the asset has. */
function valuesOf({ settings }: UiEditable, edits: ReadonlyMap<string, UiValue>): UiRuleChange['values'] {
  const values: Record<string, Record<string, UiValue>> = {};
  for (const { name, value } of settings) {
    const entered = edits.get(name);
    if (entered === undefined || JSON.stringify(entered) === JSON.stringify(value)) continue;
    const [group = '', key = ''] = name.split('.');
    values[group] = { ...values[group], [key]: entered };
  }
  return values;
}
