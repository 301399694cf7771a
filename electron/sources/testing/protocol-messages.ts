/** Messages of the protocol of PostgreSQL (3.0) as they come and go: a letter, a length, and so many bytes. */

export interface Message {
  /** The letter; `startup` for the first message of a client, which has none. */
  readonly type: string;
  readonly body: Buffer;
}

/** A message with its length. */
export function frame(type: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
}

export function frameOf({ type, body }: Message): Buffer {
  return frame(type, body);
}

/** Puts messages together of the pieces that a socket brings. */
export class MessageReader {
  #left = Buffer.alloc(0);
  #hasStartup: boolean;

  /** @param options.hasStartup a client speaks, whose first message has no letter */
  constructor(options: { readonly hasStartup: boolean }) {
    this.#hasStartup = options.hasStartup;
  }

  /** The messages that are whole now. */
  *read(bytes: Buffer): Generator<Message> {
    this.#left = Buffer.concat([this.#left, bytes]);
    for (;;) {
      const header = this.#hasStartup ? 0 : 1;
      if (this.#left.length < header + 4) return;
      const length = this.#left.readUInt32BE(header);
      if (this.#left.length < header + length) return;
      const type = this.#hasStartup ? 'startup' : String.fromCharCode(this.#left[0] ?? 0);
      const body = this.#left.subarray(header + 4, header + length);
      this.#left = this.#left.subarray(header + length);
      this.#hasStartup = false;
      yield { type, body };
    }
  }
}
