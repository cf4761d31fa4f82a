// What the files of a cubemap's faces are called: two letters, signed axes, or sides as seen from inside, alone or at the end of a name.

/** +X −X +Y −Y +Z −Z, as KTX2 orders faces. */
export const FACES = ['px', 'nx', 'py', 'ny', 'pz', 'nz'] as const;

type Face = (typeof FACES)[number];

const NAMES: Readonly<Record<Face, readonly string[]>> = {
  px: ['px', 'posx', 'right'],
  nx: ['nx', 'negx', 'left'],
  py: ['py', 'posy', 'top'],
  ny: ['ny', 'negy', 'bottom'],
  pz: ['pz', 'posz', 'front'],
  nz: ['nz', 'negz', 'back'],
};

const lastWord = (stem: string): string =>
  stem
    .toLowerCase()
    .split(/[_\-. ]/)
    .at(-1) ?? '';

/** By a file's name without its extension: `px`, `posx`, `right`, `sky_px`, `Sky-Right`. */
export function faceByName(stem: string): Face | undefined {
  const word = lastWord(stem);
  return FACES.find((face) => NAMES[face].includes(word));
}

/** The one image that holds all faces, by the same part of its name. */
export function layoutByName(stem: string): 'cross' | 'strip' | undefined {
  const word = lastWord(stem);
  return word === 'cross' || word === 'strip' ? word : undefined;
}
