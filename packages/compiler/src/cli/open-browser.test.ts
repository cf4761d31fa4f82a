import { expect, it } from 'vitest';
import { browserCommand } from './open-browser.js';

it('uses the opener of each platform', () => {
  const url = 'http://127.0.0.1:1/';
  expect(browserCommand(url, 'linux')).toEqual(['xdg-open', url]);
  expect(browserCommand(url, 'darwin')).toEqual(['open', url]);
  expect(browserCommand(url, 'win32')).toEqual(['cmd', '/c', 'start', '', url]);
});
