// Names of objects: "Cube\0\x01Model" in binary files, "Model::Cube" in text.

interface ObjectName {
  readonly name: string;
  /** Model, Material … Empty if absent. */
  readonly class: string;
}

export function splitName(text: string): ObjectName {
  const mark = text.indexOf('\0\x01');
  if (mark >= 0) return { name: text.slice(0, mark), class: text.slice(mark + 2) };
  const colons = text.indexOf('::');
  return colons >= 0 ? { name: text.slice(colons + 2), class: text.slice(0, colons) } : { name: text, class: '' };
}

/** The id of an object that is identified by its name, equal for binary files and text. */
export function idOfName(text: string): string {
  const { name, class: kind } = splitName(text);
  return `${kind}::${name}`;
}
