/** The whole screen of oversight from columns in memory against the same questions in SQL over the facts. */
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import { openWriter } from '../database/open-database.ts';
import { parseFilter } from '../filters/parse-filter.ts';
import { aggregate } from '../oversight/aggregate.ts';
import { columnsOf } from '../oversight/columns-store.ts';
import type { ModelColumns } from '../oversight/model-columns.ts';
import { maskedRows, rowMask } from '../oversight/row-mask.ts';
import { interleave, milliseconds, type Benchmark } from './measurement.ts';

const rounds = 5;
const model = 'lending';
const dayMs = 86_400_000;
const firstDay = Date.UTC(2025, 0, 1);
const mostBytes = 40;
const leastRatio = 20;

const profile: ProfileDocument = {
  outcome: {
    path: '/output/decision',
    favourable: ['approve'],
    adverse: ['deny'],
    undecided: ['refer'],
  },
  decided_at: { path: '/context/at', format: 'unix_ms' },
  subject: null,
  groups: ['race', 'sex'].map((name) => ({ name, path: `/input/${name}` })),
  version: { path: '/context/version' },
  amount: { path: '/input/amount', currency: 'EUR' },
  columns: [{ name: 'purpose', path: '/input/purpose', kind: 'text' }],
  reasons: null,
  review: null,
  small_group: 30,
};
const where = { decided_at: { $gte: '2025-02-01' } };

const texts: readonly (readonly [slot: string, values: readonly string[]])[] = [
  ['outcome', ['approve', 'deny', 'refer']],
  ['version', ['1.0.0', '1.1.0', '2.0.0']],
  ['g1', ['a', 'b', 'c', 'd', 'e']],
  ['g2', ['f', 'm']],
  ['c1', ['car', 'house', 'study', 'other']],
];

export const benchmarkOversight: Benchmark = async ({ records, directory }) => {
  const database = openWriter(join(directory, 'proofdesk.db'));
  fill(database, records);
  let columns: ModelColumns | undefined;
  const loading = await milliseconds(() => {
    columns = columnsOf(database).of(model);
  });
  if (columns === undefined || columns.size !== records) throw new Error('Columns are missing.');
  const from = columns;
  const timeOf = await interleave(rounds, [
    { name: 'columns', run: () => milliseconds(() => fromColumns(from)) },
    { name: 'SQL', run: () => milliseconds(() => fromSql(database)) },
  ]);
  const perRecord = from.bytes / records;
  database.close();
  const [measured, baseline] = [timeOf('columns'), timeOf('SQL')];
  return [
    {
      name: 'oversight: the whole screen, filtered',
      measured,
      baseline,
      ratio: baseline / measured,
      required: leastRatio,
      detail: `columns against SQL over facts; loaded once in ${loading.toFixed(0)} ms`,
    },
    {
      name: 'oversight: bytes a record of ten columns',
      ratio: mostBytes / perRecord,
      required: 1,
      detail: `${perRecord.toFixed(1)} bytes, at most ${mostBytes}`,
    },
  ];
};

function fromColumns(columns: ModelColumns): unknown {
  const select = (asked: typeof where | object) =>
    maskedRows(rowMask(parseFilter(JSON.parse(JSON.stringify(asked))), columns));
  return aggregate({
    columns,
    document: profile,
    rows: select(where),
    where,
    select,
    basis: 'model',
    crossed: profile.groups,
    baseline: undefined,
    interval: undefined,
    showsGroups: true,
  });
}

const filtered = `profile = 1 AND decided_ms >= ${Date.UTC(2025, 1, 1)}`;
const before = `profile = 1 AND decided_ms < ${Date.UTC(2025, 1, 1)}`;
const joined = 'decision_facts AS f JOIN records AS r ON r.position = f.position';

/** A statement for each part of the screen. */
const questions = [
  `SELECT outcome, count(*), total(amount), total(changed), count(first_review_ms) FROM decision_facts
    WHERE ${filtered} GROUP BY outcome`,
  `SELECT decided_ms / ${dayMs}, outcome, count(*) FROM decision_facts WHERE ${filtered} GROUP BY 1, 2`,
  `SELECT min(CAST(r.confidence * 10 AS INTEGER), 9), f.outcome, count(*) FROM ${joined}
    WHERE ${filtered} GROUP BY 1, 2`,
  `SELECT g1, outcome, count(*) FROM decision_facts WHERE ${filtered} GROUP BY 1, 2`,
  `SELECT g2, outcome, count(*) FROM decision_facts WHERE ${filtered} GROUP BY 1, 2`,
  `SELECT g1, g2, outcome, count(*) FROM decision_facts WHERE ${filtered} GROUP BY 1, 2, 3`,
  `SELECT version, min(decided_ms), count(*) FROM decision_facts WHERE ${filtered} GROUP BY 1`,
  `SELECT r.policy_id, count(*) FROM ${joined} WHERE ${filtered} GROUP BY 1`,
  `SELECT outcome, effect, count(*) FROM decision_facts WHERE ${filtered} AND changed = 1 GROUP BY 1, 2`,
  ...[filtered, before].flatMap((window) => [
    `SELECT tenth, max(amount), count(*) FROM (SELECT amount, ntile(10) OVER (ORDER BY amount) AS tenth
      FROM decision_facts WHERE ${window}) GROUP BY tenth`,
    `SELECT tenth, max(confidence), count(*) FROM (
      SELECT r.confidence, ntile(10) OVER (ORDER BY r.confidence) AS tenth FROM ${joined} WHERE ${window})
      GROUP BY tenth`,
    `SELECT c1, count(*) FROM decision_facts WHERE ${window} GROUP BY 1`,
  ]),
];

function fromSql(database: Database): unknown {
  return questions.map((sql) => database.prepare(sql).raw().all());
}

/** Facts as a profile would have them, of decisions whose entries are not there. */
function fill(database: Database, records: number): void {
  database.pragma('foreign_keys = OFF');
  const addRecord = database.prepare(
    `INSERT INTO records (position, seq, id, model_id, created_at, confidence, policy_id, hash, previous_hash)
     VALUES (?, ?, ?, ?, '2026-01-01T00:00:00.000Z', ?, ?, ?, ?)`,
  );
  const addFacts = database.prepare(
    `INSERT INTO decision_facts (profile, position, outcome, effect, version, decided_ms, decided_from, amount, g1, g2, c1, first_review_ms, changed)
     VALUES (1, ?, ?, ?, ?, ?, 1, ?, ?, ?, ?, NULL, 0)`,
  );
  const idsOf = new Map<string, readonly number[]>();
  // In their order: none of it is about hashes.
  const hashOf = (position: number) => {
    const hash = Buffer.alloc(32);
    hash.writeUInt32BE(position);
    return hash;
  };
  database.transaction(() => {
    database
      .prepare(
        'INSERT INTO profiles (number, profile_id, model_id, document, created_at) VALUES (1, ?, ?, ?, ?)',
      )
      .run('prof_1', model, JSON.stringify(profile), '2026-01-01T00:00:00.000Z');
    database
      .prepare(
        `INSERT INTO applied_profiles (profile, model_id, state, written)
          VALUES (1, ?, 'complete', ?)`,
      )
      .run(model, records);
    const addValue = database.prepare(
      'INSERT INTO decision_values (profile, slot, value) VALUES (1, ?, ?)',
    );
    for (const [slot, values] of texts) {
      idsOf.set(
        slot,
        values.map((value) => Number(addValue.run(slot, JSON.stringify(value)).lastInsertRowid)),
      );
    }
    let state = 7;
    const random = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return state / 2 ** 32;
    };
    const one = (slot: string) => {
      const ids = idsOf.get(slot) ?? [];
      return ids[Math.floor(random() * ids.length)] ?? null;
    };
    for (let position = 1; position <= records; position += 1) {
      addRecord.run(
        position,
        position,
        `rec_${position}`,
        model,
        random(),
        random() < 0.5 ? 'standard' : 'strict',
        hashOf(position),
        hashOf(position),
      );
      const outcome = one('outcome');
      const decided = firstDay + Math.floor(random() * 300 * dayMs);
      addFacts.run(
        position,
        outcome,
        outcome,
        one('version'),
        decided,
        Math.floor(random() * 1e6) / 100,
        one('g1'),
        one('g2'),
        one('c1'),
      );
    }
  })();
}
