// Lists a folder `*.env/`: six faces by their names, or one image of all of them.

import type { FaceLayout } from '../../compilers/environment/split-faces.js';
import { AssetError } from '../../diagnostics/diagnostic.js';
import { HDR_EXTENSION, IMAGE_EXTENSION } from '../../model/image/image-names.js';
import type { CompileContext } from '../../model/kind/compile-context.js';
import { FACES, faceByName, layoutByName, namesOf } from './face-names.js';

/** `files` are six faces, or one image in the named layout. */
export interface EnvironmentFolder {
  readonly layout: 'faces' | FaceLayout;
  readonly files: readonly string[];
  /** Whether they are of high dynamic range. */
  readonly isHdr: boolean;
}

export async function readFolder(context: CompileContext): Promise<EnvironmentFolder> {
  const found = new Map<string, string>();
  for (const name of await context.list(context.path)) {
    const file = `${context.path}/${name}`;
    const extension = IMAGE_EXTENSION.exec(name)?.[0] ?? HDR_EXTENSION.exec(name)?.[0];
    const stem = extension === undefined ? '' : name.slice(0, -extension.length);
    const part = faceByName(stem) ?? layoutByName(stem);
    if (part === undefined) {
      context.warn({ code: 'texture/ignored-member', file, message: 'the file is not a face of the cubemap' });
      continue;
    }
    const other = found.get(part);
    if (other !== undefined)
      throw new AssetError({ code: 'texture/two-faces', file, message: `${other} is also the face ${part}` });
    found.set(part, file);
  }
  const whole = wholeImage(found);
  const files = whole === undefined ? sixFaces(context.path, found) : [whole.file];
  const hdr = files.filter((file) => HDR_EXTENSION.test(file));
  const [plain] = files.filter((file) => !HDR_EXTENSION.test(file));
  if (plain !== undefined && hdr.length > 0)
    throw new AssetError({
      code: 'environment/mixed-faces',
      file: plain,
      message: `the face is not HDR, but ${hdr[0]} is`,
    });
  return { layout: whole?.layout ?? 'faces', files, isHdr: hdr.length > 0 };
}

function wholeImage(found: ReadonlyMap<string, string>): { layout: FaceLayout; file: string } | undefined {
  for (const layout of ['cross', 'strip'] as const) {
    const file = found.get(layout);
    if (file === undefined) continue;
    const other = [...found.values()].find((each) => each !== file);
    if (other === undefined) return { layout, file };
    throw new AssetError({
      code: 'environment/two-layouts',
      file,
      message: `the image contains all faces, but ${other} is also in the folder`,
    });
  }
  return undefined;
}

const sixFaces = (folder: string, found: ReadonlyMap<string, string>): readonly string[] =>
  FACES.map((face) => {
    const file = found.get(face);
    if (file === undefined)
      throw new AssetError({
        code: 'texture/missing-face',
        file: folder,
        message: `the cubemap lacks its face ${face}`,
        hint: `Add ${folder}/${face}.png (or .jpg, .webp, .avif, .tga, .bmp, .qoi, .hdr, .exr). Other names for this face are ${namesOf(face).join(', ')}.`,
      });
    return file;
  });
