import { describe, expect, it } from 'vitest';
import { OutputIndex } from './output-index.js';

const index = new OutputIndex(
  [
    { outputs: ['models/chair.hmesh', 'models/chair.hmat', 'models/chair.hanim'] },
    { outputs: ['models/chair/tex_0.ktx2'] },
    { outputs: ['textures/brick.n.ktx2'] },
    { outputs: ['logo.ktx2'] },
    { outputs: ['logo.hmesh', 'logo.hmat'] },
    { outputs: ['data/.config'] },
  ],
  true,
);

describe('the names of outputs', () => {
  it('are paths, and without the extension the first output of an asset', () => {
    expect(index.find('models/chair')).toEqual({ file: 'models/chair.hmesh' });
    expect(index.find('models/chair.hanim')).toEqual({ file: 'models/chair.hanim' });
    expect(index.find('textures/brick.n')).toEqual({ file: 'textures/brick.n.ktx2' });
    expect(index.find('models/chair/tex_0')).toEqual({ file: 'models/chair/tex_0.ktx2' });
    expect(index.find('assets')).toMatchObject({ missing: true });
  });

  it('treat a leading dot as part of the name', () => {
    expect(index.find('data/.config')).toEqual({ file: 'data/.config' });
    expect(index.find('data/')).toMatchObject({ missing: true });
  });

  it('need the extension if two assets have the same name', () => {
    expect(index.find('logo')).toEqual({ oneOf: ['logo.hmesh', 'logo.ktx2'] });
    expect(index.find('logo.hmat')).toEqual({ file: 'logo.hmat' });
    expect(index.names.map(([name]) => name)).not.toContain('logo');
  });

  it('suggest the nearest for a missing one', () => {
    expect(index.find('models/chiar')).toEqual({ missing: true, nearest: 'models/chair' });
    expect(index.find('chair')).toEqual({ missing: true, nearest: 'models/chair' });
    expect(index.find('something/else entirely')).toEqual({ missing: true, nearest: undefined });
  });

  it('are listed in one order, independent of the order of assets', () => {
    const turned = new OutputIndex([{ outputs: ['b.ktx2'] }, { outputs: ['a.ktx2'] }], false);
    const plain = new OutputIndex([{ outputs: ['a.ktx2'] }, { outputs: ['b.ktx2'] }], false);
    expect(turned.names).toEqual(plain.names);
    expect(plain.files).toEqual(['a.ktx2', 'b.ktx2']);
  });
});
