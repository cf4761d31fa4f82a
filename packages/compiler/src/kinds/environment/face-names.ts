// Recognizes the faces of a cubemap by file name: two letters, signed axes, or sides as seen from inside, alone or at the end of a name.
// Sides are whole words, the two letters of skies for Quake and Source, or Spacescape's numbered names.

/** +X −X +Y −Y +Z −Z, as KTX2 orders faces. */
export const FACES = ['px', 'nx', 'py', 'ny', 'pz', 'nz'] as const;

type Face = (typeof FACES)[number];

const NAMES: Readonly<Record<Face, readonly string[]>> = {
  px: ['px', 'posx', 'xpos', 'positivex', 'right', 'rt', 'right1'],
  nx: ['nx', 'negx', 'xneg', 'negativex', 'left', 'lf', 'left2'],
  py: ['py', 'posy', 'ypos', 'positivey', 'top', 'up', 'top3'],
  ny: ['ny', 'negy', 'yneg', 'negativey', 'bottom', 'down', 'dn', 'bottom4'],
  pz: ['pz', 'posz', 'zpos', 'positivez', 'front', 'ft', 'front5'],
  nz: ['nz', 'negz', 'zneg', 'negativez', 'back', 'bk', 'back6'],
};

/** `+x`, `sky-x`, `x+`, `sky_x-`: a sign is not a separator here. */
const SIGNED_AXIS = /(?:([+-])([xyz])|(?:^|[_. ])([xyz])([+-]))$/i;

const lastWord = (stem: string): string =>
  stem
    .toLowerCase()
    .split(/[_\-. ]/)
    .at(-1) ?? '';

/** By a file's name without its extension: `px`, `posx`, `+x`, `right`, `sky_px`, `Sky-Right`. */
export function faceByName(stem: string): Face | undefined {
  const [, sign, axis, axisFirst, signLast] = SIGNED_AXIS.exec(stem) ?? [];
  const signed = `${(sign ?? signLast) === '+' ? 'p' : 'n'}${(axis ?? axisFirst)?.toLowerCase()}`;
  if (axis !== undefined || axisFirst !== undefined) return FACES.find((face) => face === signed);
  const word = lastWord(stem);
  return FACES.find((face) => NAMES[face].includes(word));
}

/** Other names of a face. The numbered ones come from a single program. */
export const namesOf = (face: Face): readonly string[] => [
  `${face.startsWith('p') ? '+' : '-'}${face.slice(1)}`,
  ...NAMES[face].filter((name) => name !== face && !/\d$/.test(name)),
];

/** The one image that holds all faces, by the same part of its name. */
export function layoutByName(stem: string): 'cross' | 'strip' | undefined {
  const word = lastWord(stem);
  return word === 'cross' || word === 'strip' ? word : undefined;
}
