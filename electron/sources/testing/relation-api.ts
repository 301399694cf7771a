/** The interface over a relation of a server, as tests use it. */
import { z } from 'zod';
import { sourceConnectionSchema } from '../../../shared/contract/source-connections.ts';
import { sessionSchema, streamBatchSchema } from '../../../shared/contract/sessions.ts';
import { TestApi, type TestApiOptions } from '../../api/test-api.ts';
import { readerRole, serverPassword, type PostgresServer } from './postgres-server.ts';

const errorSchema = z.object({ error: z.object({ type: z.string() }) });

export class RelationApi {
  readonly api: TestApi;
  readonly server: PostgresServer;
  readonly connection: string;

  private constructor(api: TestApi, server: PostgresServer, connection: string) {
    this.api = api;
    this.server = server;
    this.connection = connection;
  }

  /** A new ledger with a connection to the server. @param port of what stands in front of the server, where something does */
  static async open(
    server: PostgresServer,
    options: TestApiOptions = {},
    port = server.port,
  ): Promise<RelationApi> {
    const api = await TestApi.open({
      ...options,
      sourceHosts: [`127.0.0.1:${port}`],
    });
    const body = {
      name: 'Clinic',
      host: '127.0.0.1',
      port,
      database: server.database,
      user: readerRole,
      password: serverPassword,
      tls: 'off',
    };
    const response = await api.send('POST', '/source-connections', { body });
    const { connection_id: id } = sourceConnectionSchema.parse(await response.json());
    return new RelationApi(api, server, id);
  }

  /** The answer of a request, which has this status. */
  async post(path: string, body: object, status: number): Promise<unknown> {
    const response = await this.api.send('POST', path, { body });
    const answer: unknown = await response.json();
    if (response.status !== status) {
      throw new Error(`${path} ${response.status} ${JSON.stringify(answer)}`);
    }
    return answer;
  }

  /** `409 source_changed`, or the status alone of what is no error. */
  async outcome(method: 'GET' | 'POST', path: string, body?: object): Promise<string> {
    const response = await this.api.send(method, path, body === undefined ? {} : { body });
    const error = errorSchema.safeParse(await response.json());
    return error.success ? `${response.status} ${error.data.error.type}` : `${response.status}`;
  }

  /** Makes `ds_rows` of a relation. */
  async make(source: object): Promise<void> {
    await this.post(
      '/datasets',
      {
        dataset_id: 'ds_rows',
        name: 'Rows',
        holder_id: 'clinic',
        source: { kind: 'postgres', connection_id: this.connection, key: 'id', ...source },
        policy: { access: 'open', unlisted: 'clear', record_ids: 'kept' },
      },
      201,
    );
  }

  async open(): Promise<string> {
    const made = await this.post('/sessions', { dataset_id: 'ds_rows', purpose: 'Research' }, 201);
    return sessionSchema.parse(made).session_id;
  }

  async session(id: string): Promise<z.infer<typeof sessionSchema>> {
    return this.api.read(sessionSchema, `/sessions/${id}?include=usage`);
  }

  async used(id: string): Promise<number> {
    return (await this.session(id)).usage?.total_operations ?? -1;
  }

  async count(id: string): Promise<number> {
    const answer = await this.post(`/sessions/${id}/count`, { filter: {} }, 200);
    return z.object({ count: z.int() }).parse(answer).count;
  }

  /** Ids of the first rows in their order. */
  async ids(id: string, query = 'batch_size=100'): Promise<unknown[]> {
    const { batch } = await this.api.read(streamBatchSchema, `/sessions/${id}/stream?${query}`);
    return batch.map(({ record_id: each }) => each);
  }
}
