// A plug-in's description of a file that it wrote.

import type { UiDescription } from '../../api.js';
import { Busy, ErrorBox } from '../../parts/error-box.js';
import { useLoaded } from '../../store/use-store.js';
import type { ViewProps } from '../table.js';

export function DescribedView({ path, store, version }: ViewProps) {
  const { value, error } = useLoaded(
    async (signal) => ({ description: await store.api<UiDescription>(`description/${path}.json`, signal) }),
    [store, path, version],
  );
  if (error !== undefined) return <ErrorBox title="The plug-in's description is not available" error={error} />;
  if (value === undefined) return <Busy label="Reading the plug-in's description" />;
  const { kind, statements } = value.description ?? { kind: '', statements: [] };
  return (
    <div class="why">
      <p class="why-verdict">Described by the plug-in kind {kind}.</p>
      <ul class="why-reasons" aria-label={`Description of ${path} by ${kind}`}>
        {statements.map((statement, i) => (
          <li key={`${i} ${statement}`}>{statement}</li>
        ))}
      </ul>
    </div>
  );
}
