// Names of files and folders that Windows cannot have, or that programs on it cannot open.

/** Devices with any extension, also with spaces before the dot. Windows counts the superscripts as digits. */
const DEVICE = /^(?:con|prn|aux|nul|conin\$|conout\$|(?:com|lpt)[0-9\u00b9\u00b2\u00b3]) *(?:\.|$)/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is searched.
const FORBIDDEN = /[<>:"|?*\u0000-\u001f]/;

export const isWindowsDevice = (name: string): boolean => DEVICE.test(name);

/** Windows removes dots and spaces at the end. */
export const losesItsEnd = (name: string): boolean => name.endsWith('.') || name.endsWith(' ');

/** Undefined if Windows can have the name. */
export function windowsNameProblem(name: string): string | undefined {
  const quoted = JSON.stringify(name);
  if (isWindowsDevice(name)) return `${quoted} is a device on Windows`;
  if (losesItsEnd(name)) return `${quoted} ends in a dot or a space, which Windows removes`;
  const [character] = FORBIDDEN.exec(name) ?? [];
  return character === undefined ? undefined : `${quoted} contains ${JSON.stringify(character)}, which Windows forbids`;
}
