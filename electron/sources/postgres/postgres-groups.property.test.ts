/** Whatever the group: PostgreSQL gives the results of the stages over all rows. */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parsePipeline } from '../../aggregation/parse-pipeline.ts';
import { runStages } from '../../aggregation/run-stages.ts';
import { viewOf } from '../../policies/testing/sample-policy.ts';
import { isWhole, rounds } from '../../testing/rounds.ts';
import type { GroupOrder } from '../engine-orders.ts';
import type { AskSource } from '../host/source-request.ts';
import { groupArbitrary, outcome } from '../testing/arbitrary-groups.ts';
import { hasPostgres, PostgresServer } from '../testing/postgres-server.ts';
import { documentsOf, makeTyped, readingOf, testLimit } from '../testing/typed-relation.ts';
import { PostgresEngine } from './postgres-engine.ts';
import { RelationRows } from './relation-rows.ts';

const pipelines = rounds({ usual: 60, all: 2_000 });

describe.runIf(hasPostgres())('PostgreSQL', () => {
  let server: PostgresServer;
  const engine = new PostgresEngine();
  beforeAll(async () => {
    server = await PostgresServer.start();
  }, 60_000);
  afterAll(async () => {
    engine.close();
    await server.remove();
  });

  it('groups as the stages do', { timeout: isWhole ? 3_600_000 : 120_000 }, async () => {
    await makeTyped(server);
    const reading = await readingOf(server, engine, 'typed');
    const documents = await documentsOf(engine, reading);
    const rows = documents.map((document, at) => ({ document, origin: at + 1 }));
    const ask = z
      .custom<AskSource>()
      .parse((_call: string, { order }: { order: GroupOrder }) =>
        engine.group(reading, order, testLimit()),
      );
    const relation = new RelationRows(
      reading,
      ask,
      viewOf({ unlisted: 'clear', record_ids: 'kept' }),
    );
    let byEngine = 0;
    for (const value of fc.sample(groupArbitrary, { numRuns: pipelines, seed: 7 })) {
      const stages = parsePipeline(value);
      const limit = 50;
      const expected = await outcome(async () =>
        [...runStages(rows, stages, { limit })].slice(0, limit).map(({ document }) => document),
      );
      const begin = stages[0]?.kind === 'unwind' ? 2 : 1;
      const query = relation.groupQuery(stages.slice(0, begin));
      if (query === undefined) continue;
      byEngine += 1;
      const condition = { sql: '1', values: [] };
      const found = await outcome(async () => {
        const { columns, unwound, groupBy } = query;
        const order = { condition, columns, unwound, groupBy };
        const groups = query.read(await relation.group(order, query));
        return [...runStages(groups, stages, { limit }, begin)]
          .slice(0, limit)
          .map(({ document }) => document);
      });
      expect({ value, results: found }).toEqual({ value, results: expected });
    }
    console.log(`${pipelines} pipelines, ${byEngine} of them grouped by PostgreSQL`);
    expect(byEngine).toBeGreaterThan(pipelines / 6);
  });
});
