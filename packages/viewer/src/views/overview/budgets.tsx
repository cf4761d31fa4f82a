// Budgets as bars: how much of each is used.

import type { UiStatus } from '../../api.js';
import { formatSize } from '../../format-size.js';

export const Budgets = ({ budgets }: Pick<UiStatus, 'budgets'>) => (
  <section class="card" aria-label="Budgets">
    <h2>Budgets</h2>
    <ul class="budgets">
      {budgets.map(({ glob, limit, used }) => {
        const isOver = used > limit;
        const text = `${formatSize(used)} of ${formatSize(limit)}`;
        return (
          <li key={glob} class={isOver ? 'is-over' : ''}>
            <span class="budget-glob">{glob}</span>
            <span class="budget-text">{isOver ? `${text}, ${formatSize(used - limit)} too much` : text}</span>
            <meter class="unseen" aria-label={glob} min={0} max={Math.max(1, limit)} value={Math.min(used, limit)}>
              {text}
            </meter>
            <svg class="budget-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
              <rect class="budget-ground" width={100} height={4} />
              <rect class="budget-used" width={Math.min(100, limit === 0 ? 100 : (used / limit) * 100)} height={4} />
            </svg>
          </li>
        );
      })}
    </ul>
  </section>
);
