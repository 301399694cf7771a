/** A random history of datasets, sessions, keys and people through the API, the same for the same seed. */
import { z } from 'zod';
import { createdApiKeySchema, roles } from '../../../shared/contract/access.ts';
import { TestApi } from '../../api/test-api.ts';
import { act, actAs, enrol, enrolment, TestPerson } from '../../api/testing/signing-people.ts';
import { createRandomSource, type RandomSource } from '../../demo/random-source.ts';
import { clinicalRow } from '../../sessions/testing/clinical.ts';

const made = z.record(z.string(), z.unknown());
const minute = 60_000;

export class RandomUse {
  readonly api: TestApi;
  readonly #random: RandomSource;
  readonly #admin = new TestPerson('Ada Lind');
  readonly #datasets: string[] = [];
  readonly #sessions: string[] = [];
  readonly #keys: string[] = [];
  readonly #people: TestPerson[] = [];
  #rows = 0;
  #names = 0;

  private constructor(api: TestApi, seed: number) {
    this.api = api;
    this.#random = createRandomSource(seed, 7);
  }

  /** A ledger with an account, a model and an admin who signs; close its API. */
  static async open(seed: number): Promise<RandomUse> {
    const api = await TestApi.open({ keepsAuditLog: true });
    const use = new RandomUse(api, seed);
    await api.addAccount('lab_one');
    await use.#send('POST', '/models', { model_id: 'm', version: '1.0.0' });
    await enrol(api, use.#admin, 'admin');
    return use;
  }

  below(limit: number): number {
    return this.#random.integer(0, limit - 1);
  }

  /** Lets one more thing happen; the status of its answer. */
  async step(): Promise<number> {
    this.api.now += this.#random.chance(0.2) ? this.below(90 * minute) : this.below(5_000);
    const steps: readonly (readonly [() => Promise<number>, number])[] = [
      [() => this.#makeDataset(), 2],
      [() => this.#appendRows(), 4],
      [() => this.#openSession(), 4],
      [() => this.#useSession(), 16],
      [() => this.#endSession(), 2],
      [() => this.#revokeDataset(), 0.3],
      [() => this.#makeKey(), 1.5],
      [() => this.#revokeKey(), 1],
      [() => this.#enrol(), 1.5],
      [() => this.#renew(), 1],
      [() => this.#revokePerson(), 0.7],
    ];
    return this.#random.weighted(steps)();
  }

  async #send(method: string, path: string, body?: object | string): Promise<Response> {
    const isText = typeof body === 'string';
    const response = await this.api.send(method, path, {
      ...(body === undefined ? {} : { body }),
      ...(isText ? { headers: { 'content-type': 'application/x-ndjson' } } : {}),
    });
    if (response.status >= 500) throw new Error(`${path}: ${await response.text()}`);
    return response;
  }

  /** What another rule forbids changes nothing; the status tells. */
  async #try(method: string, path: string, body?: object | string): Promise<number> {
    const { status } = await this.#send(method, path, body);
    return status;
  }

  async #make(path: string, body: object, member: string, into: string[]): Promise<number> {
    const response = await this.#send('POST', path, body);
    if (response.status === 201) into.push(String(made.parse(await response.json())[member]));
    return response.status;
  }

  #name(what: string): string {
    this.#names += 1;
    return `${what} ${this.#names}`;
  }

  #one(of: readonly string[], what: string): string {
    return of.length === 0 ? `${what}_none` : this.#random.pick(of);
  }

  #makeDataset(): Promise<number> {
    const holder_id = this.#random.pick(['holder_one', 'holder_two']);
    const body = { name: this.#name('Data'), holder_id };
    return this.#make('/datasets', body, 'dataset_id', this.#datasets);
  }

  #appendRows(): Promise<number> {
    const rows = Array.from({ length: 1 + this.below(4) }, () => {
      this.#rows += 1;
      const part = this.#random.pick([{}, { more: { deep: [this.#rows, null] } }, { age: 'old' }]);
      return JSON.stringify({ ...clinicalRow(this.#rows), ...part });
    });
    const dataset = this.#one(this.#datasets, 'ds');
    return this.#try('POST', `/datasets/${dataset}/records`, `${rows.join('\n')}\n`);
  }

  #openSession(): Promise<number> {
    const body = {
      dataset_id: this.#one(this.#datasets, 'ds'),
      purpose: this.#name('Purpose'),
      ttl_seconds: 600 + this.below(20_000),
      ...(this.#random.chance(0.5) ? { model_id: this.#random.pick(['m', 'unknown']) } : {}),
      ...(this.#random.chance(0.3) ? { operator: this.#name('Operator') } : {}),
      ...(this.#random.chance(0.3) ? { account_id: 'lab_one' } : {}),
    };
    return this.#make('/sessions', body, 'session_id', this.#sessions);
  }

  #useSession(): Promise<number> {
    const path = `/sessions/${this.#one(this.#sessions, 'sess')}`;
    const row = () => z.string().parse(clinicalRow(1 + this.below(this.#rows + 1))['record_id']);
    const uses: readonly (() => Promise<number>)[] = [
      () => this.#try('GET', `${path}/records/${row()}`),
      () => this.#try('GET', `${path}/stream?batch_size=${1 + this.below(3)}`),
      () => this.#try('POST', `${path}/filter`, { filter: { age: { $gt: this.below(80) } } }),
      () => this.#try('POST', `${path}/count`, { filter: { diagnosis: 'Asthma' } }),
      () =>
        this.#try('POST', `${path}/transform`, {
          record_ids: [row(), row()],
          transformation: 'pseudonymize',
          parameters: { fields: ['patient_id'], method: 'hash' },
        }),
      () =>
        this.#try('POST', `${path}/operations`, {
          operation_type: this.#random.pick(['TRAIN', 'ANALYZE', 'VALIDATE']),
          records: [row()],
          metadata: { run: this.#name('run'), model_id: 'm' },
        }),
    ];
    return this.#random.pick(uses)();
  }

  #endSession(): Promise<number> {
    const path = `/sessions/${this.#one(this.#sessions.slice(-6), 'sess')}`;
    return this.#random.chance(0.6)
      ? this.#try('POST', `${path}/close`)
      : this.#try('POST', `${path}/revoke`, { reason: this.#name('Reason') });
  }

  #revokeDataset(): Promise<number> {
    const path = `/datasets/${this.#one(this.#datasets, 'ds')}/revoke`;
    return this.#try('POST', path, { reason: this.#name('Reason') });
  }

  async #makeKey(): Promise<number> {
    const role = this.#random.pick(roles);
    const body = {
      name: this.#name('Key'),
      role,
      ...(role === 'ai_lab' ? { account_id: 'lab_one' } : {}),
      ...(role === 'data_holder' ? { holder_id: 'holder_one' } : {}),
    };
    const response = await this.#send('POST', '/api-keys', body);
    if (response.status === 201) {
      this.#keys.push(createdApiKeySchema.parse(await response.json()).key_id);
    }
    return response.status;
  }

  #revokeKey(): Promise<number> {
    return this.#try('POST', `/api-keys/${this.#one(this.#keys, 'key')}/revoke`);
  }

  async #enrol(): Promise<number> {
    const person = new TestPerson(this.#name('Person'));
    const body = enrolment(person, this.#random.pick(['compliance', 'admin']), this.#admin);
    const request = { path: '/people', body };
    const { status } = await act(this.api, request, {
      signature: person,
      approval: this.#admin,
    });
    if (status === 201) this.#people.push(person);
    return status;
  }

  /** A new key of a person, which both keys sign. */
  async #renew(): Promise<number> {
    if (this.#people.length === 0) return 404;
    const at = this.below(this.#people.length);
    const before = this.#people[at];
    if (before === undefined) return 404;
    const { name, personId } = before;
    const renewed = new TestPerson(name, this.#name(name), personId);
    const request = {
      path: `/people/${personId}/key`,
      body: { vkey: renewed.vkey, sealed: renewed.sealed },
    };
    const { status } = await act(this.api, request, { signature: renewed, approval: before });
    if (status < 300) this.#people[at] = renewed;
    return status;
  }

  async #revokePerson(): Promise<number> {
    const [person] = this.#people.splice(this.below(this.#people.length + 1), 1);
    if (person === undefined) return 404;
    const path = `/people/${person.personId}/revoke`;
    const body = { reason: this.#name('Reason') };
    const { status } = await actAs(this.api, this.#admin, { path, body });
    return status;
  }
}
