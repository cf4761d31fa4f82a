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

/** By a file's name without its extension: `px`, `posx`, `right`, `sky_px`, `Sky-Right`. */
export function faceByName(stem: string): Face | undefined {
  const word =
    stem
      .toLowerCase()
      .split(/[_\-. ]/)
      .at(-1) ?? '';
  return FACES.find((face) => NAMES[face].includes(word));
}
