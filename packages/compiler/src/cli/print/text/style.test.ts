import { describe, expect, it } from 'vitest';
import { painter, wantsColor } from './style.js';

describe('wantsColor', () => {
  it.each([
    ['a terminal', { flag: undefined, env: {}, isTty: true }, true],
    ['no terminal', { flag: undefined, env: {}, isTty: false }, false],
    ['--no-color on a terminal', { flag: false, env: { FORCE_COLOR: '1' }, isTty: true }, false],
    ['--color against NO_COLOR', { flag: true, env: { NO_COLOR: '1' }, isTty: false }, true],
    ['NO_COLOR', { flag: undefined, env: { NO_COLOR: '1' }, isTty: true }, false],
    ['an empty NO_COLOR', { flag: undefined, env: { NO_COLOR: '' }, isTty: true }, true],
    ['NO_COLOR against FORCE_COLOR', { flag: undefined, env: { NO_COLOR: '1', FORCE_COLOR: '1' }, isTty: true }, false],
    ['FORCE_COLOR', { flag: undefined, env: { FORCE_COLOR: '1' }, isTty: false }, true],
    ['FORCE_COLOR=0', { flag: undefined, env: { FORCE_COLOR: '0' }, isTty: true }, false],
    ['a dumb terminal', { flag: undefined, env: { TERM: 'dumb' }, isTty: true }, false],
  ])('%s', (_, request, expected) => {
    expect(wantsColor(request)).toBe(expected);
  });
});

describe('painter', () => {
  it('wraps text in escapes only if enabled', () => {
    expect(painter(true)('x', 'red', 'bold')).toBe('\u001B[1m\u001B[31mx\u001B[39m\u001B[22m');
    expect(painter(false)('x', 'red')).toBe('x');
  });
});
