import { describe, expect, it } from 'vitest';
import { goldenNames, readAnyGolden } from '../../../other-runtimes/src/testing/all-goldens.js';
import { AssetError } from '../diagnostics/diagnostic.js';
import type { Kind } from '../model/kind/kind.js';
import { registry } from '../registry.js';
import { formatByName, formatNames } from './file-formats.js';
import { validateMade } from './validate-made.js';

const [texture] = registry.kinds.filter(({ name }) => name === 'texture');
if (texture === undefined) throw new Error('there is no texture kind');
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A plug-in's kind that writes `.level`. */
const level = (describe?: Kind['describe']): Kind => ({
  ...texture,
  name: 'level',
  plugin: 'levels',
  suffixes: () => ['.level'],
  ...(describe !== undefined && { describe }),
});

describe('a file that another machine made', () => {
  it.each(goldenNames.filter((name) => formatByName(name) !== undefined))('%s is well-formed', async (name) => {
    expect(await validateMade([{ path: name, bytes: readAnyGolden(name) }], texture)).toEqual({
      problems: [],
      isComplete: true,
    });
  });

  it.each(formatNames.flatMap(({ extensions }) => extensions))('with garbage as %s is not', async (extension) => {
    const path = `a/b${extension}`;
    for (const text of ['0123456789', '', '{}']) {
      const { problems, isComplete } = await validateMade([{ path, bytes: bytesOf(text) }], texture);
      expect({ first: problems[0], isComplete }).toEqual({
        first: expect.stringMatching(`^${path}: `),
        isComplete: true,
      });
    }
  });

  it('of JSON must be JSON', async () => {
    const check = (text: string) => validateMade([{ path: 's/reflection.json', bytes: bytesOf(text) }], texture);
    expect(await check('{"a":1}')).toEqual({ problems: [], isComplete: true });
    expect((await check('{"a":')).problems).toEqual(['s/reflection.json: it is not JSON']);
  });

  it('of a plug-in is checked by its describe', async () => {
    const file = { path: 'a.level', bytes: bytesOf('x') };
    expect(
      await validateMade(
        [file],
        level(() => ({ facts: {} })),
      ),
    ).toEqual({ problems: [], isComplete: true });
    expect(
      await validateMade(
        [file],
        level(() => ({ problems: ['it is no level'] })),
      ),
    ).toMatchObject({
      problems: ['a.level: it is no level'],
    });
    const throwing = level(() => {
      throw new AssetError({ code: 'plugin/threw', message: 'it is too short' });
    });
    expect(await validateMade([file], throwing)).toMatchObject({ problems: ['a.level: it is too short'] });
  });

  it('that nobody knows is not checked', async () => {
    const files = [
      { path: 'a.level', bytes: bytesOf('x') },
      { path: 'a.ktx2', bytes: bytesOf('0123456789') },
    ];
    expect(await validateMade(files.slice(0, 1), level())).toEqual({ problems: [], isComplete: false });
    expect(await validateMade(files, level())).toMatchObject({
      problems: [expect.stringMatching(/^a\.ktx2: /)],
      isComplete: false,
    });
  });
});
