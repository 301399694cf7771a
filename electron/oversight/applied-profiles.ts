/** Applied profiles: which one answers for a model, and how far the facts of a newer one are. */
import type { Database, Statement } from 'better-sqlite3';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { factFields } from '../../shared/oversight/profile-reader.ts';
import { documentOrUndefined } from './profile-store.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const appliedProfileStatements = {
  profiles: `SELECT number, profile_id, document FROM profiles
    WHERE model_id = ? ORDER BY number DESC`,
  sets: `SELECT profile, state, filled, fill_until, subject_key, subjects, subjects_until, written
    FROM applied_profiles WHERE model_id = ? ORDER BY profile DESC`,
  models: 'SELECT DISTINCT model_id FROM applied_profiles ORDER BY model_id',
  records: 'SELECT count(*) FROM records WHERE model_id = ?',
  left: 'SELECT count(*) FROM records WHERE model_id = ? AND position > ? AND position <= ?',
} as const;

/** A profile as it is confirmed. */
export interface ConfirmedProfile {
  readonly number: number;
  readonly profileId: string;
  /** 1, 2, 3… of the model. */
  readonly n: number;
  readonly document: ProfileDocument;
}

/** Facts that are kept by one profile, and by all of its model that make the same. */
export interface FactSet {
  /** `profile` in the rows of its facts. */
  readonly profile: number;
  readonly state: 'filling' | 'complete' | 'leaving';
  readonly filled: number | null;
  readonly fill_until: number | null;
  readonly subject_key: Buffer | null;
  readonly subjects: number | null;
  readonly subjects_until: number | null;
  /** Position of the last record that has its row; 0 for none. */
  readonly written: number;
}

/** Tells whether the row of a record is there by now: it is neither among those to be filled nor among those that wait. */
export function isWritten(
  { filled, fill_until: until, written }: FactSet,
  position: number,
): boolean {
  const isBehind = filled === null || until === null || position > until;
  return isBehind ? position <= written : position <= filled;
}

/** The last record whose facts do not wait to be written. */
export const waitsBehind = ({ fill_until: until, written }: FactSet): number =>
  Math.max(until ?? 0, written);

export interface AppliedProfile {
  /** The one that answers: the newest whose facts are complete. */
  readonly answers:
    | (ConfirmedProfile & {
        readonly facts: number;
        /** Position of the last record whose facts are written. */
        readonly written: number;
      })
    | undefined;
  /** The newest of all, while its facts are being made. */
  readonly filling:
    | (ConfirmedProfile & {
        readonly facts: number;
        /** Records of the model that have their facts, and all of them. */
        readonly done: number;
        readonly total: number;
      })
    | undefined;
}

/** Facts of a model's newest profile, and those that answer, as far as they are there. */
export interface SetsOfModel {
  readonly newest: ConfirmedProfile;
  /** Numbers of all that make the same facts as the newest. */
  readonly alike: readonly number[];
  readonly wanted: FactSet | undefined;
  readonly answering: FactSet | undefined;
  /** Sets that nobody asks for any more. */
  readonly others: readonly FactSet[];
}

interface ProfileRow {
  readonly number: number;
  readonly profile_id: string;
  readonly document: string;
}

/** Over one connection. */
export class AppliedProfiles {
  readonly #profiles: Statement<[string], ProfileRow>;
  readonly #sets: Statement<[string], FactSet>;
  readonly #models: Statement<[], string>;
  readonly #records: Statement<[string], number>;
  readonly #left: Statement<[string, number, number], number>;
  /** What the facts of a profile are made from, by its number: a profile never changes. */
  readonly #projections = new Map<number, string>();

  constructor(database: Database) {
    this.#profiles = database.prepare(appliedProfileStatements.profiles);
    this.#sets = database.prepare(appliedProfileStatements.sets);
    this.#models = database.prepare<[], string>(appliedProfileStatements.models).pluck();
    this.#records = database.prepare<[string], number>(appliedProfileStatements.records).pluck();
    this.#left = database
      .prepare<[string, number, number], number>(appliedProfileStatements.left)
      .pluck();
  }

  /** Models that have facts, or whose facts are being made. */
  models(): string[] {
    return this.#models.all();
  }

  /** What answers for a model; undefined where it has no profile. */
  ofModel(modelId: string): AppliedProfile | undefined {
    const profiles = this.confirmed(modelId);
    const sets = this.setsOf(modelId, profiles);
    if (sets === undefined) return undefined;
    const { newest, wanted, answering } = sets;
    const same = answering && this.#projection(answering.profile, profiles);
    const answers = profiles.find((each) => this.#projection(each.number, profiles) === same);
    return {
      answers:
        answers === undefined || answering === undefined
          ? undefined
          : { ...answers, facts: answering.profile, written: answering.written },
      filling:
        wanted?.state === 'filling'
          ? { ...newest, facts: wanted.profile, ...this.#progress(modelId, wanted) }
          : undefined,
    };
  }

  /** The sets of a model by what they are for; undefined where it has no profile. */
  setsOf(
    modelId: string,
    profiles: readonly ConfirmedProfile[] = this.confirmed(modelId),
  ): SetsOfModel | undefined {
    return this.sorted(profiles, this.#sets.all(modelId));
  }

  /** The same of sets that were read already, the newest first. */
  sorted(profiles: readonly ConfirmedProfile[], all: readonly FactSet[]): SetsOfModel | undefined {
    const [newest] = profiles;
    if (newest === undefined) return undefined;
    const kept = all.filter(({ state }) => state !== 'leaving');
    const projection = this.#projection(newest.number, profiles);
    const wanted = kept.find(({ profile }) => this.#projection(profile, profiles) === projection);
    const answering =
      wanted?.state === 'complete' ? wanted : kept.find(({ state }) => state === 'complete');
    const others = all.filter((each) => each !== wanted && each !== answering);
    const alike = profiles.flatMap(({ number }) =>
      this.#projection(number, profiles) === projection ? [number] : [],
    );
    return { newest, alike, wanted, answering, others };
  }

  /** Every profile of a model that can be read, the newest first. */
  confirmed(modelId: string): ConfirmedProfile[] {
    const rows = this.#profiles.all(modelId);
    return rows.flatMap(({ number, profile_id: profileId, document: text }, place) => {
      const document = documentOrUndefined(text);
      return document === undefined
        ? []
        : [{ number, profileId, n: rows.length - place, document }];
    });
  }

  /** The document of one of a model's profiles. @throws where there is none */
  documentOf(modelId: string, number: number): ProfileDocument {
    const profile = this.confirmed(modelId).find((each) => each.number === number);
    if (profile === undefined) throw new Error(`Model ${modelId} has no profile ${number}.`);
    return profile.document;
  }

  #progress(modelId: string, { filled, fill_until: until }: FactSet) {
    const total = this.#records.get(modelId) ?? 0;
    return { done: total - (this.#left.get(modelId, filled ?? 0, until ?? 0) ?? 0), total };
  }

  /** Undefined where no profile of the model has this number. */
  #projection(number: number, profiles: readonly ConfirmedProfile[]): string | undefined {
    const known = this.#projections.get(number);
    if (known !== undefined) return known;
    const profile = profiles.find((each) => each.number === number);
    if (profile === undefined) return undefined;
    const projection = canonicalJson(factFields(profile.document));
    this.#projections.set(number, projection);
    return projection;
  }
}
