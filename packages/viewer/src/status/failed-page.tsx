// The page of an asset that failed and has no output: what is wrong with it.

import type { UiStatus } from '../api.js';
import { KindIcon } from '../parts/icons.js';
import { DiagnosticList } from '../views/overview/diagnostic-list.js';

export function FailedPage({ status, path }: { readonly status: UiStatus; readonly path: string }) {
  const problems = status.problems.filter(({ asset }) => asset === path);
  return (
    <main class="asset">
      <header class="asset-head is-failed">
        <KindIcon kind="other" />
        <h1 title={path}>{path}</h1>
        <span class="asset-size is-bad">failed</span>
      </header>
      <div class="asset-view failed-page">
        <p class="muted">The last build could not compile it, so the output does not contain it.</p>
        <DiagnosticList diagnostics={problems} title="Problems" />
      </div>
    </main>
  );
}
