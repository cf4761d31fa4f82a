import { describe, expect, it } from 'vitest';
import { FACES, faceByName } from './face-names.js';

describe('faceByName', () => {
  it.each([
    ['px nx py ny pz nz'],
    ['posx negx posy negy posz negz'],
    ['right left top bottom front back'],
    ['right left up down front back'],
    ['rt lf up dn ft bk'],
    ['dusk_rt dusk_lf dusk_up dusk_dn dusk_ft dusk_bk'],
    ['Sky_Right Sky_Left Sky_Up Sky_Down Sky_Front Sky_Back'],
    ['a_right1 a_left2 a_top3 a_bottom4 a_front5 a_back6'],
    ['+x -x +y -y +z -z'],
    ['sky+X sky-X sky+Y sky-Y sky+Z sky-Z'],
    ['sky_+x sky_-x sky_+y sky_-y sky_+z sky_-z'],
    ['PositiveX NegativeX PositiveY NegativeY PositiveZ NegativeZ'],
    ['x+ x- y+ y- z+ z-'],
    ['cube_xpos cube_xneg cube_ypos cube_yneg cube_zpos cube_zneg'],
    ['sky_px sky_nx sky_py sky_ny sky_pz sky_nz'],
    ['Night-PosX Night-NegX Night-PosY Night-NegY Night-PosZ Night-NegZ'],
    ['a.b right a.b left a.b top a.b bottom a.b front a.b back'.replaceAll('a.b ', 'a.b_')],
  ])('takes %s in the order of KTX2', (names) => {
    expect(names.split(' ').map(faceByName)).toEqual([...FACES]);
  });

  it('accepts no other name', () => {
    for (const name of ['', 'x', 'px1', 'preview', 'brightleft', 'upright', 'left1', 'max+', 'max-'])
      expect(faceByName(name)).toBeUndefined();
  });
});
