import { expect, it } from 'vitest';
import { countFiles, formatCount, formatNumber, formatSize, formatTime } from './format-size.js';

it('prints sizes with three digits', () => {
  expect([0, 999, 1000, 99_949, 99_950, 999_499, 999_500, 1_398_544, 5e12].map(formatSize)).toEqual([
    '0 B',
    '999 B',
    '1.00 kB',
    '99.9 kB',
    '100 kB',
    '999 kB',
    '1.00 MB',
    '1.40 MB',
    '5.00 TB',
  ]);
});

it('groups counts', () => {
  expect([7, 1234, 1234567].map(formatCount)).toEqual(['7', '1,234', '1,234,567']);
});

it('rounds numbers, with a minus and groups', () => {
  expect([0, 3.35841, -0.15512, 59_690.4, 1e-9].map((value) => formatNumber(value, 4))).toEqual([
    '0',
    '3.358',
    '−0.1551',
    '59,690',
    '1e-9',
  ]);
});

it('prints long times in seconds', () => {
  expect([0, 999, 4108].map(formatTime)).toEqual(['0 ms', '999 ms', '4.1 s']);
});

it('uses singular and plural', () => {
  expect([0, 1, 2, 5000].map(countFiles)).toEqual(['0 files', '1 file', '2 files', '5,000 files']);
});
