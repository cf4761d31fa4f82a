// Parses naga's report: `error: text`, then `┌─ wgsl:2:20`, then notes that start with `=` or follow the carets.

interface NagaReport {
  readonly message: string;
  readonly line: number | undefined;
  readonly column: number | undefined;
}

export function parseNagaLog(log: string): NagaReport {
  const [first = '', ...rest] = log.split('\n');
  const place = rest.map((line) => /┌─ \w+:(\d+):(\d+)/.exec(line)).find((match) => match !== null);
  const notes = rest.flatMap((line) => /^\s*= (?!note: $)(.*)$/.exec(line)?.[1]?.replace(/^note: /, '') ?? []);
  const message = [first.replace(/^error: /, ''), ...notes].filter((part) => part !== '').join('; ');
  return {
    message: message === '' ? 'naga rejects it without a message' : message,
    line: place === undefined ? undefined : Number(place[1]),
    column: place === undefined ? undefined : Number(place[2]),
  };
}
