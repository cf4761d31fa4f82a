// What a plug-in tells of a file that it wrote.

import type { UiDescription } from '../../api.js';
import { Busy, ErrorBox } from '../../parts/error-box.js';
import { useLoaded } from '../../store/use-store.js';
import type { ViewProps } from '../table.js';

export function DescribedView({ path, store, version }: ViewProps) {
  const { value, error } = useLoaded(
    async (signal) => ({ told: await store.api<UiDescription>(`description/${path}.json`, signal) }),
    [store, path, version],
  );
  if (error !== undefined) return <ErrorBox title="Its plug-in cannot be asked" error={error} />;
  if (value === undefined) return <Busy label="Asking the plug-in" />;
  const { kind, statements } = value.told ?? { kind: '', statements: [] };
  return (
    <div class="why">
      <p class="why-verdict">Described by the plug-in kind {kind}.</p>
      <ul class="why-reasons" aria-label={`What ${kind} tells of ${path}`}>
        {statements.map((statement, i) => (
          <li key={`${i} ${statement}`}>{statement}</li>
        ))}
      </ul>
    </div>
  );
}
