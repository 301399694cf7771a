/** Facts of decisions: what they cost an append, an import and a verification, with them against without. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { z } from 'zod';
import type { JsonObject } from '../../shared/contract/json.ts';
import { jsonObjectOf } from '../../shared/contract/json.ts';
import { profileDocumentSchema, type ProfileDocument } from '../../shared/contract/profiles.ts';
import { createIdFactory } from '../../shared/ids.ts';
import { proposeProfile } from '../../shared/oversight/proposal.ts';
import { openReader } from '../database/open-database.ts';
import { demoDecisions } from '../demo/decisions.ts';
import { Journal } from '../ledger/journal.ts';
import { prepareRecordText } from '../ledger/prepare-record.ts';
import { poolRandom } from '../ledger/random-pool.ts';
import { DecisionFacts, mostWaiting } from '../oversight/decision-facts.ts';
import { Facts } from '../proof/facts.ts';
import { SubjectKey } from '../proof/subject-key.ts';
import { verifyLedger } from '../verification/verify-ledger.ts';
import { openJournal } from './ledger-fixture.ts';
import { interleave, milliseconds, type Benchmark } from './measurement.ts';

const durableRounds = 20;
/** As many as wait at most: each round has facts written once. */
const durableAppends = mostWaiting;
const rounds = 5;
/** Decisions of each model that its profile is proposed from. */
const proposedFrom = 500;

const logSchema = z.tuple([z.object({ log: z.int() })]);

const subjectKey = new SubjectKey(new Uint8Array(32));

/** A profile of each demo model, as it would be proposed, with a person and columns. */
function profilesOf(texts: readonly string[]): Map<string, ProfileDocument> {
  const records = new Map<string, JsonObject[]>();
  for (const text of texts.slice(0, proposedFrom * 8)) {
    const record = jsonObjectOf(JSON.parse(text));
    const { model_id: modelId } = record;
    if (typeof modelId !== 'string') continue;
    records.set(modelId, [...(records.get(modelId) ?? []), record]);
  }
  const profiles = new Map<string, ProfileDocument>();
  for (const [modelId, all] of records) {
    const { profile, paths } = proposeProfile(all);
    const { outcome } = profile;
    const isWhole = outcome !== null && outcome.favourable.length > 0 && outcome.adverse.length > 0;
    const person = profile.subject?.paths ?? paths.slice(0, 1).map(({ path }) => path);
    profiles.set(
      modelId,
      profileDocumentSchema.parse({
        ...profile,
        outcome: isWhole ? outcome : null,
        subject: { paths: person, match: 'folded' },
      }),
    );
  }
  return profiles;
}

/** A journal that keeps facts of the models, which have their profiles. */
function openWithFacts(directory: string, profiles: ReadonlyMap<string, ProfileDocument>) {
  const { path, database, journal: plain } = openJournal(directory);
  const random = poolRandom(randomBytes);
  const createId = createIdFactory({ now: Date.now, random });
  const facts = new Facts(database, {
    journal: () => plain,
    random,
    by: () => ({ id: 'operator', role: 'operator' }),
  });
  const projection = new DecisionFacts(database, () => subjectKey);
  plain.transaction(() => {
    for (const [modelId, document] of profiles) {
      const set = {
        model_id: modelId,
        document: jsonObjectOf(document),
        created_at: plain.now,
      };
      facts.write('profiles', createId('prof'), { set }, { number: numberAfter(database) });
      projection.work.confirmed(modelId);
    }
  });
  return {
    path,
    database,
    journal: new Journal(database, { clock: Date.now, createId, random, projection }),
  };
}

function numberAfter(database: ReturnType<typeof openJournal>['database']): number {
  return Number(
    database.prepare('SELECT coalesce(max(number), 0) + 1 FROM profiles').pluck().get(),
  );
}

/** Pages in the log, which goes into the file then. */
function pagesOfLog(database: ReturnType<typeof openJournal>['database']): number {
  const [row] = logSchema.parse(database.pragma('wal_checkpoint(PASSIVE)'));
  database.pragma('wal_checkpoint(TRUNCATE)');
  return row.log;
}

function perAppend(pages: ReadonlyMap<boolean, number>, isWith: boolean): string {
  return ((pages.get(isWith) ?? 0) / (durableRounds * durableAppends)).toFixed(2);
}

/**
 * Bar: one durable append with facts against without at most 1.1 times as long, an import 1.3, a full
 * verification with the proof of every row 1.5.
 */
export const benchmarkDecisionFacts: Benchmark = async ({ records, directory }) => {
  const texts: string[] = [];
  const count = Math.min(records, 100_000);
  for (const { body } of demoDecisions({ records: count, seed: 7 }))
    texts.push(JSON.stringify(body));
  const profiles = profilesOf(texts);
  const random = poolRandom(randomBytes);
  const open = (isWith: boolean, name: string) =>
    isWith
      ? openWithFacts(join(directory, `with-${name}`), profiles)
      : openJournal(join(directory, `without-${name}`));

  const pages = new Map<boolean, number>();
  const durable = await interleave(
    durableRounds,
    [true, false].map((isWith) => {
      const { journal, database } = open(isWith, 'durable');
      // Pages that commits write are counted: the log goes into the file between rounds alone.
      database.pragma('wal_autocheckpoint = 0');
      const prepared = texts
        .slice(0, durableRounds * durableAppends)
        .flatMap((text) => prepareRecordText(text, random) ?? []);
      return {
        name: String(isWith),
        run: async (round: number) => {
          const taken = await milliseconds(() => {
            for (const each of prepared.slice(
              round * durableAppends,
              (round + 1) * durableAppends,
            )) {
              journal.transaction(() => journal.appendRecord(each));
            }
          });
          pages.set(isWith, (pages.get(isWith) ?? 0) + pagesOfLog(database));
          return taken;
        },
      };
    }),
  );

  const paths = new Map<boolean, string>();
  const bulk = await interleave(
    rounds,
    [true, false].map((isWith) => ({
      name: String(isWith),
      run: async (round: number) => {
        const { path, database, journal } = open(isWith, `bulk-${round}`);
        paths.set(isWith, path);
        const taken = await milliseconds(() =>
          journal.transaction(() => {
            for (const text of texts) {
              const record = prepareRecordText(text, random);
              if (record !== undefined) journal.appendRecord(record);
            }
          }),
        );
        database.close();
        return taken;
      },
    })),
  );

  const verification = await interleave(
    rounds,
    [...paths].map(([isWith, path]) => ({
      name: String(isWith),
      run: async () => {
        const database = openReader(path);
        const taken = await milliseconds(() =>
          verifyLedger(database, {
            onFinding: ({ message }) => {
              throw new Error(message);
            },
            onProgress: () => true,
            subjectKey,
          }),
        );
        database.close();
        return taken;
      },
    })),
  );
  const against = (
    name: string,
    time: (which: string) => number,
    most: number,
    detail: string,
  ) => ({
    name,
    measured: time('true'),
    baseline: time('false'),
    ratio: time('false') / time('true'),
    required: 1 / most,
    detail: `${detail}; without facts; at most ${most} times as long`,
  });
  return [
    against(
      'durable appends with facts',
      durable,
      1.1,
      `${durableAppends} transactions; ${perAppend(pages, true)} and ${perAppend(pages, false)} pages each`,
    ),
    against('an import with facts', bulk, 1.3, `${count} JSON texts in one transaction`),
    against('full verification with facts', verification, 1.5, `${count} records`),
  ];
};
