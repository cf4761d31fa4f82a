import { expect, it } from 'vitest';
import { KeptPrograms, MAX_KEPT } from './keep-programs.js';

const rendererWith = (count: number) => ({
  info: { programs: Array.from({ length: count }, () => ({ usedTimes: 1 })) },
});
const times = ({ info }: ReturnType<typeof rendererWith>) => info.programs.map(({ usedTimes }) => usedTimes);

it('counts once as a user of each program', () => {
  const renderer = rendererWith(2);
  const kept = new KeptPrograms();
  kept.keep(renderer);
  kept.keep(renderer);
  expect(times(renderer)).toEqual([2, 2]);
});

it('keeps at most the maximum number', () => {
  const renderer = rendererWith(MAX_KEPT + 3);
  const kept = new KeptPrograms();
  kept.keep(renderer);
  kept.keep(renderer);
  expect(times(renderer).filter((users) => users === 2)).toHaveLength(MAX_KEPT);
});

it('starts again after a lost context', () => {
  const kept = new KeptPrograms();
  kept.keep(rendererWith(MAX_KEPT));
  const renderer = rendererWith(1);
  kept.keep(renderer);
  expect(times(renderer)).toEqual([2]);
});
