import { describe, expect, it } from 'vitest';
import { FACES, faceByName } from './face-names.js';

describe('faceByName', () => {
  it.each([
    ['px nx py ny pz nz'],
    ['posx negx posy negy posz negz'],
    ['right left top bottom front back'],
    ['sky_px sky_nx sky_py sky_ny sky_pz sky_nz'],
    ['Night-PosX Night-NegX Night-PosY Night-NegY Night-PosZ Night-NegZ'],
    ['a.b right a.b left a.b top a.b bottom a.b front a.b back'.replaceAll('a.b ', 'a.b_')],
  ])('takes %s in the order of KTX2', (names) => {
    expect(names.split(' ').map(faceByName)).toEqual([...FACES]);
  });

  it('takes no other name', () => {
    for (const name of ['', 'x', 'px1', 'preview', 'brightleft', 'upright']) expect(faceByName(name)).toBeUndefined();
  });
});
