// Parses server-sent events as the HTML standard defines them: any line end, comments, fields over several lines, input cut anywhere.

/** One event of a stream. */
export interface StreamMessage {
  /** `message` if the stream does not name one. */
  readonly type: string;
  readonly data: string;
  /** The last id in the stream, from this event or an earlier one. */
  readonly id: string;
}

/** Push pieces in order; returns the events that they complete. */
export class EventStreamReader {
  readonly #decoder = new TextDecoder();
  #rest = '';
  #isAfterReturn = false;
  #type = '';
  #data: string[] = [];
  #id = '';
  /** Milliseconds to wait before reconnecting, if the stream defines it. */
  retryMs: number | undefined;

  push(piece: Uint8Array): readonly StreamMessage[] {
    let text = this.#decoder.decode(piece, { stream: true });
    // A line end of two characters may be cut in two.
    if (this.#isAfterReturn && text.startsWith('\n')) text = text.slice(1);
    if (text !== '') this.#isAfterReturn = text.endsWith('\r');
    const lines = (this.#rest + text).split(/\r\n|\r|\n/);
    this.#rest = lines.pop() ?? '';
    return lines.flatMap((line) => this.#line(line) ?? []);
  }

  #line(line: string): StreamMessage | undefined {
    if (line === '') return this.#dispatch();
    const colon = line.indexOf(':');
    if (colon === 0) return undefined;
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'data') this.#data.push(value);
    else if (name === 'event') this.#type = value;
    else if (name === 'id' && !value.includes('\0')) this.#id = value;
    else if (name === 'retry' && /^\d{1,9}$/.test(value)) this.retryMs = Number(value);
    return undefined;
  }

  #dispatch(): StreamMessage | undefined {
    const [data, type] = [this.#data, this.#type];
    this.#data = [];
    this.#type = '';
    return data.length === 0 ? undefined : { type: type || 'message', data: data.join('\n'), id: this.#id };
  }
}
