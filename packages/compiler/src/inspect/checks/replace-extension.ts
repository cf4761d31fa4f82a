// The file that the same source gave next to another.

export const replaceExtension = (path: string, extension: string): string =>
  `${path.slice(0, path.lastIndexOf('.'))}${extension}`;
