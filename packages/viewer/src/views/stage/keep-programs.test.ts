import { expect, it } from 'vitest';
import { KeptPrograms, MOST_KEPT } from './keep-programs.js';

const rendererWith = (count: number) => ({
  info: { programs: Array.from({ length: count }, () => ({ usedTimes: 1 })) },
});
const times = ({ info }: ReturnType<typeof rendererWith>) => info.programs.map(({ usedTimes }) => usedTimes);

it('counts as a user of each program, once', () => {
  const renderer = rendererWith(2);
  const kept = new KeptPrograms();
  kept.keep(renderer);
  kept.keep(renderer);
  expect(times(renderer)).toEqual([2, 2]);
});

it('keeps no more than there is room for', () => {
  const renderer = rendererWith(MOST_KEPT + 3);
  const kept = new KeptPrograms();
  kept.keep(renderer);
  kept.keep(renderer);
  expect(times(renderer).filter((users) => users === 2)).toHaveLength(MOST_KEPT);
});

it('begins anew where a lost context took all programs', () => {
  const kept = new KeptPrograms();
  kept.keep(rendererWith(MOST_KEPT));
  const renderer = rendererWith(1);
  kept.keep(renderer);
  expect(times(renderer)).toEqual([2]);
});
