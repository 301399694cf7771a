/** An example of an operation: what is sent, and what is answered to it. */
import type { JsonValue } from '../json.ts';

export interface Example {
  /** Parameters of the path, by name. */
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** JSON, or the text of a file. */
  readonly body?: JsonValue;
  /** The body of the answer, where it is JSON. */
  readonly answer?: JsonValue;
}

export type Examples = Readonly<Record<string, Example>>;
