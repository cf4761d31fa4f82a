// The game's models as OBJ text: a boat of lofted sections, and a buoy that is turned on a lathe.

class Obj {
  #lines;
  #vertices = 0;
  #uvs = 0;

  constructor(library, material) {
    this.#lines = [`mtllib ${library}`, `usemtl ${material}`];
  }

  use(material) {
    this.#lines.push(`usemtl ${material}`);
  }

  /** A grid of points with their texture coordinates, as rows of quads; `flip` turns it inside out. */
  grid(rows, flip = false) {
    const first = this.#vertices;
    const width = rows[0].length;
    for (const row of rows)
      for (const { at, uv } of row) {
        this.#lines.push(`v ${at.map((value) => value.toFixed(4)).join(' ')}`);
        this.#lines.push(`vt ${uv.map((value) => value.toFixed(4)).join(' ')}`);
      }
    this.#vertices += rows.length * width;
    this.#uvs += rows.length * width;
    this.#lines.push('s 1');
    for (let r = 0; r + 1 < rows.length; r++)
      for (let c = 0; c + 1 < width; c++) {
        const corner = (dr, dc) => first + (r + dr) * width + c + dc + 1;
        const quad = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
        this.#lines.push(`f ${(flip ? quad.reverse() : quad).map((i) => `${i}/${i}`).join(' ')}`);
      }
  }

  /** A box without a floor; the picture's column from u0 to u1 goes around it. */
  box([x, y, z], [width, height, depth], [u0, u1]) {
    const ring = [
      [-1, 1],
      [1, 1],
      [1, -1],
      [-1, -1],
      [-1, 1],
    ];
    for (let side = 0; side < 4; side++) {
      const corner = (i, up) => {
        const [sx, sz] = ring[side + i];
        return { at: [x + (sx * width) / 2, y + up * height, z + (sz * depth) / 2], uv: [i === 0 ? u0 : u1, up] };
      };
      this.grid(
        [
          [corner(0, 0), corner(1, 0)],
          [corner(0, 1), corner(1, 1)],
        ],
        true,
      );
    }
    const top = (sx, sz) => ({ at: [x + (sx * width) / 2, y + height, z + (sz * depth) / 2], uv: [u0 + 0.01, 0.95] });
    this.grid(
      [
        [top(-1, 1), top(1, 1)],
        [top(-1, -1), top(1, -1)],
      ],
      true,
    );
  }

  /** Points of a profile (radius, height, v), turned around the upright axis. */
  lathe([x, z], profile, [u0, u1], steps = 24) {
    this.grid(
      profile.map(([radius, height, v]) =>
        Array.from({ length: steps + 1 }, (_, i) => {
          const angle = (i / steps) * 2 * Math.PI;
          return {
            at: [x + radius * Math.sin(angle), height, z + radius * Math.cos(angle)],
            uv: [u0 + (u1 - u0) * (i / steps), v],
          };
        }),
      ),
      true,
    );
  }

  toString() {
    return `${this.#lines.join('\n')}\n`;
  }
}

const LENGTH = 3.2;
/** Half the width, depth and height of the hull along it: 0 is the stern, 1 the bow. */
function section(t) {
  const width =
    0.62 * Math.min(1, 0.72 + t) * Math.sqrt(Math.max(0, 1 - ((t - 0.35) / 0.65) ** 2 * (t > 0.35 ? 1 : 0)));
  return { width: Math.max(0.015, width), depth: 0.34 * (1 - t ** 4), rise: 0.36 + 0.34 * t ** 3 };
}

export function boat() {
  const obj = new Obj('boat.mtl', 'paint');
  const SECTIONS = 24;
  const AROUND = 12;
  const hull = Array.from({ length: SECTIONS + 1 }, (_, i) => {
    const t = i / SECTIONS;
    const { width, depth, rise } = section(t);
    const z = (t - 0.5) * LENGTH;
    return Array.from({ length: AROUND + 1 }, (_, j) => {
      const angle = ((j / AROUND) * 2 - 1) * (Math.PI / 2);
      const up = Math.abs(j / AROUND - 0.5) * 2;
      const y = up < 0.5 ? -depth * Math.cos(up * Math.PI) : rise * (up - 0.5) * 2;
      const x = width * Math.sign(angle) * Math.sin(Math.min(Math.PI / 2, Math.abs(angle) * 1.5));
      return {
        at: [x, y, z + 0.22 * Math.max(0, y) * t ** 4],
        uv: [0.02 + 0.2 * t, 0.9 * ((y + 0.34) / (rise + 0.34)) + 0.08],
      };
    });
  });
  obj.grid(hull, true);
  const stern = hull[0];
  obj.grid([stern, stern.map(({ at: [, y, z], uv }) => ({ at: [0, y, z], uv }))]);
  const deck = (side) => (i) => {
    const { width, rise } = section(i / SECTIONS);
    const t = i / SECTIONS;
    return {
      at: [side * width * 0.97, rise - 0.1, (t - 0.5) * LENGTH + 0.15 * t ** 4 * rise],
      uv: [0.375 + side * 0.12 * (width / 0.62), t],
    };
  };
  obj.grid(Array.from({ length: SECTIONS + 1 }, (_, i) => [deck(-1)(i), deck(1)(i)]));
  obj.box([0, 0.25, -0.2], [0.74, 0.62, 0.95], [0.5, 0.75]);
  obj.box([0, 0.87, -0.2], [0.86, 0.06, 1.1], [0.26, 0.3]);
  obj.lathe(
    [0, -0.35],
    [
      [0.15, 0.9, 0.05],
      [0.15, 1.35, 1],
      [0.12, 1.36, 1],
      [0, 1.3, 0.02],
    ],
    [0.78, 0.98],
  );
  return obj.toString();
}

export function buoy() {
  const obj = new Obj('buoy.mtl', 'buoy');
  obj.lathe(
    [0, 0],
    [
      [0.01, -0.4, 0],
      [0.42, -0.3, 0.05],
      [0.5, 0, 0.15],
      [0.4, 0.22, 0.25],
      [0.16, 0.34, 0.35],
      [0.1, 1.0, 0.95],
      [0.2, 1.02, 0.98],
      [0, 1.05, 1],
    ],
    [0, 1],
  );
  obj.use('lamp');
  const lamp = Array.from({ length: 9 }, (_, i) => {
    const angle = (i / 8) * Math.PI;
    return [0.16 * Math.sin(angle), 1.18 - 0.16 * Math.cos(angle), i / 8];
  });
  obj.lathe([0, 0], lamp, [0, 1]);
  return obj.toString();
}
