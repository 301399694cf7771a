/** A client of `shared/client` as a process of its own, in either language. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { z } from 'zod';

export const languages = ['TypeScript', 'Python'] as const;
export type Language = (typeof languages)[number];

const folder = join(import.meta.dirname, '..', '..', '..', 'shared', 'client');
const commands: Readonly<Record<Language, readonly string[]>> = {
  TypeScript: [process.execPath, join(folder, 'testing', 'driver.ts')],
  Python: ['python3', '-W', 'error', join(folder, 'python', 'testing', 'driver.py')],
};

const errorSchema = z.looseObject({ code: z.string(), message: z.string() });
const receiptSchema = z.strictObject({
  id: z.string(),
  hash: z.string(),
  created_at: z.string(),
  idempotency_key: z.string(),
});
const refusalSchema = z.strictObject({
  status: z.int(),
  error: errorSchema,
  item: z.record(z.string(), z.unknown()).nullable(),
});
const statsSchema = z.strictObject({
  waiting: z.int(),
  confirmed: z.int(),
  refused: z.int(),
  dropped: z.int(),
  damaged: z.int(),
});
const answerSchema = z.strictObject({
  logged: z.int().optional(),
  flushed: z.boolean().optional(),
  closed: z.boolean().optional(),
  retried: z.boolean().optional(),
  stats: statsSchema.optional(),
  waits: z.array(z.number()).optional(),
});
const lineSchema = z.strictObject({
  opened: z.boolean().optional(),
  failed: z.string().optional(),
  receipt: receiptSchema.optional(),
  refused: refusalSchema.optional(),
  stopped: z.strictObject({ status: z.int(), error: errorSchema }).optional(),
  answer: answerSchema.optional(),
});

export interface ClientSetting {
  readonly base_url: string;
  readonly api_key: string;
  readonly spool?: string;
  /** How many times as fast the client's time goes. */
  readonly speed: number;
  readonly maximum_bytes?: number;
  /** The longest file that the process may write, in blocks of 512 bytes: a disk that is full. */
  readonly blocks?: number;
}

export class ClientProcess {
  readonly receipts: z.infer<typeof receiptSchema>[] = [];
  readonly refusals: z.infer<typeof refusalSchema>[] = [];
  readonly stops: { readonly status: number; readonly error: { readonly code: string } }[] = [];
  readonly #child;
  readonly #ended: Promise<unknown>;
  readonly #answers: z.infer<typeof answerSchema>[] = [];
  #failure: string | undefined;
  #isOpen = false;
  #heard = () => {};
  #complaints = '';

  /** Starts one. @throws where it cannot open its spool */
  static async start(language: Language, setting: ClientSetting): Promise<ClientProcess> {
    const client = new ClientProcess(language, setting);
    await client.#until(() => client.#isOpen);
    return client;
  }

  private constructor(language: Language, { blocks, ...setting }: ClientSetting) {
    const command = [...commands[language], JSON.stringify(setting)];
    const limited = ['sh', '-c', `trap '' XFSZ; ulimit -f ${blocks}; exec "$@"`, 'sh', ...command];
    const [program = '', ...rest] = blocks === undefined ? command : limited;
    this.#child = spawn(program, rest, { stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#complaints += text;
    });
    this.#child.stdin.on('error', () => {});
    this.#ended = once(this.#child, 'close');
    this.#child.once('close', () => {
      this.#failure ??= `The client ended: ${this.#complaints}`;
      this.#heard();
    });
    createInterface({ input: this.#child.stdout }).on('line', (line) => this.#hear(line));
  }

  /** Logs decisions with these numbers, and more of each where `more` says so. */
  async log(numbers: readonly number[], more: (n: number) => object = () => ({})): Promise<void> {
    const decisions = numbers.map((n) => ({
      model_id: 'm',
      input: { n },
      output: { decision: 'approve' },
      ...more(n),
    }));
    await this.#ask({ do: 'log', decisions });
  }

  async flush(seconds = 3_600): Promise<boolean | undefined> {
    return (await this.#ask({ do: 'flush', seconds })).flushed;
  }

  async stats(): Promise<z.infer<typeof statsSchema>> {
    return statsSchema.parse((await this.#ask({ do: 'stats' })).stats);
  }

  /** Every wait that was begun, in seconds of the client's time. */
  async waits(): Promise<readonly number[]> {
    return (await this.#ask({ do: 'stats' })).waits ?? [];
  }

  async retry(): Promise<void> {
    await this.#ask({ do: 'retry' });
  }

  /** Closes the client and ends its process. @throws what the process complained of */
  async close(seconds = 3_600): Promise<{ isEmpty: boolean; stats: z.infer<typeof statsSchema> }> {
    const { closed, stats } = await this.#ask({ do: 'close', seconds });
    this.#child.stdin.end();
    await this.#ended;
    if (this.#complaints !== '') throw new Error(this.#complaints);
    return { isEmpty: closed === true, stats: statsSchema.parse(stats) };
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
  }

  async #ask(command: object): Promise<z.infer<typeof answerSchema>> {
    this.#child.stdin.write(`${JSON.stringify(command)}\n`);
    await this.#until(() => this.#answers.length > 0);
    const answer = this.#answers.shift();
    if (answer === undefined) throw new Error('There is no answer.');
    return answer;
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      if (this.#failure !== undefined) throw new Error(this.#failure);
      await new Promise<void>((resolve) => {
        this.#heard = resolve;
      });
    }
  }

  #hear(line: string): void {
    const heard = lineSchema.parse(JSON.parse(line));
    if (heard.receipt !== undefined) this.receipts.push(heard.receipt);
    if (heard.refused !== undefined) this.refusals.push(heard.refused);
    if (heard.stopped !== undefined) this.stops.push(heard.stopped);
    if (heard.answer !== undefined) this.#answers.push(heard.answer);
    if (heard.opened === true) this.#isOpen = true;
    if (heard.failed !== undefined) this.#failure = heard.failed;
    this.#heard();
  }
}
