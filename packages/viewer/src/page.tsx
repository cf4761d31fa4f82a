// Entry point of the page.

import { render } from 'preact';
import { App } from './app.js';
import { parseRoute } from './routing/route.js';
import { cancelEarly, fetchEarly } from './store/fetch-data.js';
import { startTheme } from './theme/theme.js';
import { takeToken } from './views/edit/token.js';
import { OVERVIEW } from './views/table.js';

takeToken();
const isOverview = parseRoute(location.hash).path === '';
fetchEarly(['api/index.json', 'api/status.json', ...(isOverview ? ['api/overview.json'] : [])]);
addEventListener('hashchange', cancelEarly, { once: true });
if (isOverview) OVERVIEW().catch(() => undefined);
startTheme();
const root = document.getElementById('root');
if (root !== null) render(<App />, root);
