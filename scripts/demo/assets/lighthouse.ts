// The lighthouse as OBJ: sections of a lathe, one material each, quads and n-gons, positive indices, smoothing groups.

interface Section {
  readonly name: string;
  readonly material: string;
  readonly smooth: boolean;
  /** Profile points (radius, height), bottom to top. */
  readonly profile: readonly (readonly [number, number])[];
  /** Texture repeats around and up. */
  readonly repeat: readonly [number, number];
}

const SIDES = 28;
const GROUND = 1.35;

const SECTIONS: readonly Section[] = [
  {
    name: 'base',
    material: 'Brick',
    smooth: false,
    profile: [
      [1.75, -0.4],
      [1.75, 0.9],
      [1.55, 1.0],
    ],
    repeat: [5, 1],
  },
  {
    name: 'tower',
    material: 'Plaster',
    smooth: true,
    profile: [
      [1.25, 1.0],
      [1.12, 2.2],
      [1.02, 3.4],
      [0.95, 4.6],
      [0.92, 5.4],
    ],
    repeat: [3, 2],
  },
  {
    name: 'gallery',
    material: 'Iron',
    smooth: false,
    profile: [
      [0.92, 5.4],
      [1.35, 5.55],
      [1.35, 5.7],
      [0.7, 5.7],
    ],
    repeat: [4, 1],
  },
  {
    name: 'lamp',
    material: 'Lamp',
    smooth: true,
    profile: [
      [0.62, 5.7],
      [0.66, 6.1],
      [0.62, 6.5],
    ],
    repeat: [1, 1],
  },
  {
    name: 'roof',
    material: 'Iron',
    smooth: true,
    profile: [
      [0.9, 6.5],
      [0.86, 6.6],
      [0.5, 7.0],
      [0.2, 7.3],
      [0.06, 7.6],
    ],
    repeat: [4, 1],
  },
];

export function lighthouseObj(): string {
  const lines = ['# A lighthouse, turned on a lathe', 'mtllib lighthouse.mtl'];
  let vertices = 0;
  let texcoords = 0;
  const number = (n: number) => n.toFixed(5);
  for (const section of SECTIONS) {
    lines.push('', `o ${section.name}`, `usemtl ${section.material}`, `s ${section.smooth ? 1 : 'off'}`);
    const rings = section.profile.length;
    for (const [radius, height] of section.profile) {
      for (let s = 0; s < SIDES; s++) {
        const angle = (s / SIDES) * Math.PI * 2;
        lines.push(
          `v ${number(Math.cos(angle) * radius)} ${number(GROUND + height)} ${number(-Math.sin(angle) * radius)}`,
        );
      }
    }
    for (let r = 0; r < rings; r++) {
      for (let s = 0; s <= SIDES; s++) {
        lines.push(`vt ${number((s / SIDES) * section.repeat[0])} ${number((r / (rings - 1)) * section.repeat[1])}`);
      }
    }
    for (let r = 0; r + 1 < rings; r++) {
      for (let s = 0; s < SIDES; s++) {
        const v = (ring: number, side: number) => vertices + ring * SIDES + (side % SIDES) + 1;
        const t = (ring: number, side: number) => texcoords + ring * (SIDES + 1) + side + 1;
        const corner = (ring: number, side: number) => `${v(ring, side)}/${t(ring, side)}`;
        lines.push(`f ${corner(r, s)} ${corner(r, s + 1)} ${corner(r + 1, s + 1)} ${corner(r + 1, s)}`);
      }
    }
    vertices += rings * SIDES;
    texcoords += rings * (SIDES + 1);
  }
  return `${lines.join('\n')}\n`;
}

export const lighthouseMtl = `# Materials of the lighthouse
newmtl Brick
Kd 1 1 1
map_Kd ../textures/brick.png
norm ../textures/brick.n.png
map_Pr ../textures/brick.r.png
Pm 0

newmtl Plaster
Kd 1 1 1
map_Kd ../textures/plaster.png
Pr 0.8
Pm 0

newmtl Iron
Kd 0.12 0.14 0.17
Pr 0.4
Pm 0.9

newmtl Lamp
Kd 1 0.92 0.7
Ke 1 0.78 0.36
Pr 0.2
`;
