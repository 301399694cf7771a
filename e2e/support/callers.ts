/** Keys by what they are for, and a server as such a key sees it. */
import { z } from 'zod';
import { Api } from './api.ts';
import { controlNames } from './controls.ts';
import type { Host } from './host.ts';

/** Keys by what they are for, with some of what each is offered; account and holder are of the demo. */
export const keysOfRoles = {
  compliance: {
    body: { role: 'compliance' },
    offered: ['createIntervention', 'startVerification', 'createBundle'],
  },
  'data holder': {
    body: { role: 'data_holder', holder_id: 'riverside-clinic' },
    offered: ['createDataset', 'importDatasetRecords', 'setPayoutPreferences'],
  },
  'AI lab': {
    body: { role: 'ai_lab', account_id: 'meridian-labs' },
    offered: ['createRecord', 'createModel', 'createSession', 'createLimit', 'payInvoice'],
  },
  'AI lab for decisions alone': {
    body: { role: 'ai_lab', account_id: 'meridian-labs', scopes: ['records:read'] },
    offered: [],
  },
  administrator: { body: { role: 'admin' }, offered: Object.keys(controlNames) },
} as const;

const keySchema = z.looseObject({ key: z.string() });
const meSchema = z.looseObject({ operations: z.array(z.string()) });

/** A server as a key sees it. */
export class Caller {
  readonly #server: Host;
  readonly key: string;

  constructor(server: Host, key: string) {
    this.#server = server;
    this.key = key;
  }

  /** Where the API is. */
  get baseUrl(): string {
    return this.#server.baseUrl;
  }

  async send(method: string, path: string, body?: unknown): Promise<unknown> {
    const response = await fetch(`${this.#server.baseUrl}${path}`, {
      method,
      headers: { 'x-api-key': this.key, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return response.ok ? response.json() : {};
  }

  /** The ids of the first things of a list; none where the list is not for this key. */
  async ids(list: string, id: string): Promise<readonly string[]> {
    const answer = await this.send('GET', list);
    const { data = [] } = z
      .looseObject({ data: z.array(z.looseObject({ [id]: z.string() })).optional() })
      .catch({})
      .parse(answer);
    return data.map((each) => String(each[id]));
  }

  /** The operations that the key may ask for. */
  async operations(): Promise<readonly string[]> {
    return meSchema.parse(await this.send('GET', '/me')).operations;
  }

  /** A model and a decision of its own, where the key may write them. */
  async addThings(name: string): Promise<void> {
    if (!(await this.operations()).includes('createModel')) return;
    const card = { model_id: `of ${name}`, version: '1.0.0' };
    await this.send('POST', '/models', card);
    await this.send('POST', '/records', {
      model_id: card.model_id,
      input: { a: 1 },
      output: { decision: 'approved' },
    });
  }
}

/** Makes a key of a server, and answers the server as that key sees it. */
export async function makeCaller(server: Host, body: object, name: string): Promise<Caller> {
  const made = await new Api(server).send('POST', '/api-keys', { body: { name, ...body } });
  return new Caller(server, keySchema.parse(made.body).key);
}
