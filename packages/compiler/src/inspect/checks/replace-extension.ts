// The file that the same source gave beside another.

export const replaceExtension = (path: string, extension: string): string =>
  `${path.slice(0, path.lastIndexOf('.'))}${extension}`;
