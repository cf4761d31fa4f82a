// Entry point of the page.

import { render } from 'preact';
import { App } from './app.js';
import { parseRoute } from './routing/route.js';
import { cancelEarly, fetchEarly } from './store/fetch-data.js';
import { startTheme } from './theme/theme.js';
import { takeToken } from './views/edit/token.js';

takeToken();
const isOverview = parseRoute(location.hash).path === '';
fetchEarly(['api/index.json', 'api/status.json', ...(isOverview ? ['api/overview.json'] : [])]);
addEventListener('hashchange', cancelEarly, { once: true });
startTheme();
const root = document.getElementById('root');
if (root !== null) render(<App />, root);
