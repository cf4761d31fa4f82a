// Entry point of the page.

import { render } from 'preact';
import { App } from './app.js';
import { startTheme } from './theme/theme.js';

startTheme();
const root = document.getElementById('root');
if (root !== null) render(<App />, root);
