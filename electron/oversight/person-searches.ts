/** Searches for a person: which decisions are about them, kept for an hour by an id that says nothing of them. */
import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';
import type { PersonSearch } from '../../shared/contract/person-search.ts';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { foldSubject, ProfileReader } from '../../shared/oversight/profile-reader.ts';
import type { ReadContext } from '../area.ts';
import type { SubjectKey } from '../proof/subject-key.ts';
import { readSubjectKey } from '../proof/subject-key-file.ts';
import { AppliedProfiles, waitsBehind, type FactSet } from './applied-profiles.ts';
import { DecisionSource } from './decision-source.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const personSearchStatements = {
  positions: `SELECT position FROM decision_subjects WHERE subject = ? AND profile = ?
    ORDER BY position`,
  request: 'SELECT person, records FROM person_requests WHERE request_id = ?',
  position: 'SELECT position FROM records WHERE id = ?',
} as const;

/** How long a search is kept; milliseconds. */
const keptFor = 60 * 60 * 1_000;
/** Searches that are kept; the oldest goes. */
const mostKept = 1_000;

/** Hashes of who is looked for: as profiles compare that fold, and as those that do not. */
interface Wanted {
  readonly folded: readonly Buffer[];
  readonly exact: readonly Buffer[];
}
interface Search extends Wanted {
  readonly until: number;
}

/** A request of a person, as far as it says who that is; null once it was erased. */
interface AskedFor {
  readonly person: string | null;
  readonly records: string | null;
}
const personSchema = z.object({ identifiers: z.array(z.string()) });
const recordsSchema = z.array(z.string());

/** A model's facts whose persons can be looked for. */
interface Searched {
  readonly modelId: string;
  readonly set: FactSet;
  readonly isFolded: boolean;
  readonly document: ProfileDocument;
}

type Means = Pick<ReadContext, 'database' | 'clock' | 'createId'> & {
  readonly key: () => SubjectKey | undefined;
};

export class PersonSearches {
  readonly #means: Means;
  readonly #applied: AppliedProfiles;
  readonly #source: DecisionSource;
  readonly #positions: Statement<[Buffer, number], number>;
  readonly #request: Statement<[string], AskedFor>;
  readonly #position: Statement<[string], number>;
  readonly #searches = new Map<string, Search>();

  constructor(means: Means) {
    const { database } = means;
    this.#means = means;
    this.#applied = new AppliedProfiles(database);
    this.#source = new DecisionSource(database);
    this.#positions = database
      .prepare<[Buffer, number], number>(personSearchStatements.positions)
      .pluck();
    this.#request = database.prepare(personSearchStatements.request);
    this.#position = database.prepare<[string], number>(personSearchStatements.position).pluck();
  }

  /** Begins a search by what a person is named by. @throws {ApiError} `engine_unavailable` */
  byIdentifiers(identifiers: readonly string[]): PersonSearch {
    const key = this.#means.key();
    const searched = this.#searched(key);
    const wanted = wantedOf(identifiers, key);
    const models = searched.flatMap((each) => {
      const { length: count } = this.#find(wanted, each);
      return count === 0 ? [] : [{ model_id: each.modelId, count }];
    });
    return { search_id: this.#keep(wanted), models };
  }

  /** Begins a search for whom a record is about. @throws {ApiError} `not_found`, `engine_unavailable` */
  byRecord(recordId: string): PersonSearch {
    const place = this.#source.byId(recordId);
    if (place === undefined) throw new ApiError('not_found', `There is no record ${recordId}.`);
    const document = this.#applied.ofModel(place.model_id)?.answers?.document;
    if (document === undefined || document.subject === null) return this.byIdentifiers([]);
    // Texts as they stand in the record: other profiles compare them in their own way.
    const subject = { ...document.subject, match: 'exact' } as const;
    const reader = new ProfileReader({ ...document, subject });
    return this.byIdentifiers(reader.read(this.#source.members(reader, place)).subjects);
  }

  /**
   * Positions of the decisions that a search finds by now, or that a request is about, rising; undefined where
   * there is no such request, or the search is not kept any more.
   * @throws {ApiError} `engine_unavailable`
   */
  positionsOf(id: string): number[] | undefined {
    if (id.startsWith('preq_')) return this.#ofRequest(id);
    const search = this.#searches.get(id);
    if (search === undefined || search.until < this.#means.clock()) return undefined;
    return this.#found(search, this.#searched(this.#means.key()));
  }

  /**
   * Positions of the decisions about whom any of the identifiers names, by the profiles; rising.
   * @throws {ApiError} `engine_unavailable`
   */
  positionsBy(identifiers: readonly string[]): number[] {
    const key = this.#means.key();
    return this.#found(wantedOf(identifiers, key), this.#searched(key));
  }

  /** Those that were chosen; while there are none, those that are certain. */
  #ofRequest(requestId: string): number[] | undefined {
    const request = this.#request.get(requestId);
    if (request === undefined) return undefined;
    const { person, records } = request;
    const chosen = records === null ? [] : recordsSchema.parse(JSON.parse(records));
    if (chosen.length === 0) {
      return person === null
        ? []
        : this.positionsBy(personSchema.parse(JSON.parse(person)).identifiers);
    }
    const positions = chosen.flatMap((id) => this.#position.get(id) ?? []);
    return positions.toSorted((left, right) => left - right);
  }

  #found(wanted: Wanted, searched: readonly Searched[]): number[] {
    return searched
      .flatMap((each) => this.#find(wanted, each))
      .toSorted((left, right) => left - right);
  }

  #keep(wanted: Wanted): string {
    const now = this.#means.clock();
    for (const [id, { until }] of this.#searches) {
      if (until < now || this.#searches.size >= mostKept) this.#searches.delete(id);
    }
    const id = this.#means.createId('psr');
    this.#searches.set(id, { ...wanted, until: now + keptFor });
    return id;
  }

  #find({ folded, exact }: Wanted, searched: Searched): number[] {
    const { set, isFolded } = searched;
    const wanted = isFolded ? folded : exact;
    const positions = wanted.flatMap((subject) => this.#positions.all(subject, set.profile));
    return [...new Set([...positions, ...this.#findWaiting(wanted, searched)])];
  }

  /** The same among records whose facts are not written yet. */
  #findWaiting(wanted: readonly Buffer[], { modelId, set, document }: Searched): number[] {
    const key = this.#means.key();
    if (key === undefined || wanted.length === 0) return [];
    const [last, every] = [Number.MAX_SAFE_INTEGER, -1];
    const places = this.#source.ofModel(modelId, waitsBehind(set), last, every);
    const reader = new ProfileReader(document);
    return places.flatMap((place) => {
      const { subjects } = reader.read(this.#source.members(reader, place));
      const about = subjects.map((text) => key.of(text));
      return about.some((each) => wanted.some((one) => one.equals(each))) ? [place.position] : [];
    });
  }

  /** Models whose profile says who decisions are about. @throws {ApiError} `engine_unavailable` */
  #searched(key: SubjectKey | undefined): Searched[] {
    return this.#applied.models().flatMap((modelId): Searched[] => {
      const profiles = this.#applied.confirmed(modelId);
      const set = this.#applied.setsOf(modelId, profiles)?.answering;
      const document = profiles.find(({ number }) => number === set?.profile)?.document;
      const subject = document?.subject ?? null;
      if (set === undefined || document === undefined || subject === null) return [];
      const isMade = key !== undefined && set.subject_key?.equals(key.mark) === true;
      if (!isMade || set.subjects !== null) throw beingMade(modelId);
      return [{ modelId, set, isFolded: subject.match === 'folded', document }];
    });
  }
}

function wantedOf(identifiers: readonly string[], key: SubjectKey | undefined): Wanted {
  if (key === undefined) return { folded: [], exact: [] };
  return {
    folded: identifiers.map((text) => key.of(foldSubject(text))),
    exact: identifiers.map((text) => key.of(text)),
  };
}

function beingMade(modelId: string): ApiError {
  return new ApiError(
    'engine_unavailable',
    `Who the decisions of ${modelId} are about is being made anew, since its key was not here. Ask again later.`,
  );
}

const known = new WeakMap<Database, PersonSearches>();

/** The searches of a reader thread: those that it began are known to every list that it answers. */
export function personSearches(
  context: Pick<ReadContext, 'database' | 'clock' | 'createId' | 'workspace' | 'signingSeed'>,
): PersonSearches {
  const { database, workspace, signingSeed: seed } = context;
  const searches =
    known.get(database) ??
    new PersonSearches({
      ...context,
      key: () => readSubjectKey({ directory: workspace.directory, seed }),
    });
  known.set(database, searches);
  return searches;
}
