/** The other side of the channel: answers what it is asked until the program is gone. */
import { SourceAnswers } from '../sources/host/answer-source.ts';
import type { FromSources, ToSources } from '../sources/host/sources-wire.ts';
import { outcomeOf } from './wire-error.ts';

/** Messages as this process gets and sends them. */
export interface SourcesPort {
  onMessage(listener: (message: ToSources) => void): void;
  post(message: FromSources): void;
}

export function runSources(port: SourcesPort): void {
  const answers = new SourceAnswers({
    now: () => new Date().toISOString(),
    log: (line) => console.error(line),
  });
  port.onMessage(({ id, request }) => {
    void outcomeOf(() => answers.answer(request)).then((outcome) => port.post({ id, outcome }));
  });
}

/** A port of Electron's utility process, as far as it is used here. */
interface UtilityPort {
  on(event: 'message', listener: (event: { readonly data: ToSources }) => void): unknown;
  postMessage(message: FromSources): void;
}

/** The port of this process, whichever way it was started; undefined where it was started for something else. */
export function sourcesPort(): SourcesPort | undefined {
  const { parentPort }: { parentPort?: UtilityPort } = process as object;
  if (parentPort !== undefined && parentPort !== null) {
    const send = parentPort.postMessage.bind(parentPort);
    return {
      onMessage: (listener) => void parentPort.on('message', ({ data }) => listener(data)),
      post: (message) => send(message),
    };
  }
  if (process.send === undefined) return undefined;
  process.once('disconnect', () => process.exit());
  return {
    onMessage: (listener) => void process.on('message', listener),
    post: (message) => void process.send?.(message),
  };
}
