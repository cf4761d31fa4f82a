import { expect, it } from 'vitest';
import { commandOf } from './open-browser.js';

it('asks each system by its own program', () => {
  const url = 'http://127.0.0.1:1/';
  expect(commandOf(url, 'linux')).toEqual(['xdg-open', url]);
  expect(commandOf(url, 'darwin')).toEqual(['open', url]);
  expect(commandOf(url, 'win32')).toEqual(['cmd', '/c', 'start', '', url]);
});
