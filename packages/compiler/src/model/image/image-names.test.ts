import { describe, expect, it } from 'vitest';
import { looksLikeNormals, modeByName, modeOfName, suffixesOfPath } from './image-names.js';

const suffixes = {
  normal: ['_n', '_Normal'],
  grayscale: ['_gloss'],
  linear: ['_orm', '_packed_n'],
  color: ['_plain_n'],
};

describe('the mode of a name', () => {
  it.each([
    ['a/brick.n.png', 'normal'],
    ['a/brick.N.PNG', 'normal'],
    ['brick.ao.png', 'grayscale'],
    ['brick.png', 'color'],
    ['brick_n.png', 'color'],
    ['folder_n/brick.png', 'color'],
  ])('%s is %s by itself', (path, mode) => expect(modeByName(path)).toBe(mode));

  it.each([
    ['brick_n.png', 'normal'],
    ['BRICK_N.TGA', 'normal'],
    ['brick_normal.png', 'normal'],
    ['brick_GLOSS.jpg', 'grayscale'],
    ['brick_orm.png', 'linear'],
    ['brick_packed_n.png', 'linear'],
    ['brick_plain_n.png', 'color'],
    ['folder_n/brick.png', 'color'],
    ['brick_n.ao.png', 'grayscale'],
    ['brick_n2.png', 'color'],
  ])('%s is %s by the endings of a user, of which the longest wins and none beats the fixed ones', (path, mode) =>
    expect(modeByName(path, suffixes)).toBe(mode),
  );

  it('knows which ending said so', () => {
    expect(modeOfName('x_NORMAL.png', suffixes)).toEqual({ mode: 'normal', ending: '_Normal', isChosen: true });
    expect(modeOfName('x.H.png', suffixes)).toEqual({ mode: 'grayscale', ending: '.H', isChosen: false });
    expect(modeOfName('x.png', suffixes)).toEqual({ mode: 'color', ending: undefined, isChosen: false });
  });

  it('compares names whether or not their accents are composed', () => {
    expect(modeByName('stein_höhe.png', { grayscale: ['_ho\u0308he'] })).toBe('grayscale');
  });
});

describe('what is left of the endings for one path', () => {
  it.each(['a.png', 'a_n.png', 'a_packed_n.png', 'a.n.png', 'a_gloss.png'])('means the same for %s', (path) => {
    const left = suffixesOfPath(suffixes, path);
    expect(modeOfName(path, left)).toMatchObject({
      mode: modeByName(path, suffixes),
      isChosen: modeOfName(path, suffixes).isChosen,
    });
  });

  it('is equal where another ending gives the same mode', () => {
    expect(suffixesOfPath({ normal: ['_rock_n'] }, 'a_rock_n.png')).toEqual(suffixesOfPath(suffixes, 'a_rock_n.png'));
    expect(suffixesOfPath(suffixes, 'a.png')).toEqual({});
  });
});

describe('names that people give to normal maps', () => {
  it.each(['a_n.png', 'a_N.png', 'a_nrm.tga', 'a_nor.png', 'a_normal.jpg', 'a-normal.png', 'Rock_Normal.PNG'])(
    '%s is one',
    (path) => expect(looksLikeNormals(path)).toBe(true),
  );
  it.each(['a.png', 'an.png', 'a-n.png', 'abnormal.png', 'normal.png', 'a_n/b.png', 'a_nx.png', 'a_normal_2.png'])(
    '%s is none',
    (path) => expect(looksLikeNormals(path)).toBe(false),
  );
});
