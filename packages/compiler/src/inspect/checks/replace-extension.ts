// The path of a sibling output of the same source.

export const replaceExtension = (path: string, extension: string): string =>
  `${path.slice(0, path.lastIndexOf('.'))}${extension}`;
