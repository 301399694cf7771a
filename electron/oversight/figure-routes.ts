/** The routes of oversight's figures (docs/oversight.md). */
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type { JsonObject } from '../../shared/contract/json.ts';
import type {
  Oversight,
  OversightModels,
  OversightModelsQuery,
  OversightQuery,
} from '../../shared/contract/oversight.ts';
import type { ProfileDocument } from '../../shared/contract/profiles.ts';
import { groupPrefix } from '../../shared/oversight/field-names.ts';
import { ModelOwners } from '../access/model-owners.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { parseFilter } from '../filters/parse-filter.ts';
import { accountOf, jsonReply, type Own, type RouteHandlers } from '../route-handler.ts';
import { aggregate, type Asked } from './aggregate.ts';
import { everyModel, type ModelSeen } from './all-models.ts';
import { CardStates } from './card-states.ts';
import { columnsOf, type ColumnsStore } from './columns-store.ts';
import type { ModelColumns, ReadingProfile } from './model-columns.ts';
import { refuseFields, refuseGroups } from './fields-of-model.ts';
import { maskedRows, rowMask } from './row-mask.ts';
import { ProfileStore } from './profile-store.ts';
import { toldProfile, toldProgress } from './told-profile.ts';
import { everyDecision, readWhere, type Where } from './where.ts';
import { WriterRows } from './writer-rows.ts';

/** Groups that one table crosses. */
const mostCrossed = 3;

/** Means of both routes, over one connection. */
class Answers {
  readonly #store: ColumnsStore;
  readonly #owners: ModelOwners;
  readonly #writers: WriterRows;
  readonly #profiles: ProfileStore;
  readonly #cards: CardStates;

  constructor(database: ReaderDatabase) {
    this.#store = columnsOf(database);
    this.#owners = new ModelOwners(database);
    this.#writers = new WriterRows(database);
    this.#profiles = new ProfileStore(database);
    this.#cards = new CardStates(database);
  }

  /** The screen of one model. */
  screen(query: OversightQuery, own: Own | undefined): Oversight {
    const { model_id: modelId, basis } = query;
    const where = query.where === undefined ? everyDecision : readWhere(query.where);
    const account = accountOf(own);
    this.#refuseUnknown(modelId, own);
    if (account !== undefined) refuseGroups((query.groups?.split(',') ?? []).map(groupField));
    const { columns, profile } = answering(this.#store, modelId);
    const of = { model_id: modelId, writer: account };
    refuseFields([...where.fields], of, { columns: this.#store, place: 'where' });
    const mine = account === undefined ? undefined : this.#writers.mask(account, columns);
    const asked = askedOf(query, { columns, profile, where, mine });
    return {
      model_id: modelId,
      basis,
      where: where.text,
      profile: toldProfile(profile, {
        showsGroups: asked.showsGroups,
        filling: this.#store.profileOf(modelId)?.filling,
      }),
      ...aggregate(asked),
    };
  }

  /** A row for each model that the caller may see, and their decisions together. */
  models(query: OversightModelsQuery, own: Own | undefined): OversightModels {
    const where = query.where === undefined ? everyDecision : readWhere(query.where);
    const account = accountOf(own);
    refuseFields([...where.fields], { writer: account }, { columns: this.#store, place: 'where' });
    const seen = this.#store
      .modelIds()
      .filter((modelId) => own === undefined || this.#owners.owns(modelId, own))
      .map((modelId): ModelSeen => {
        const columns = this.#store.of(modelId);
        const mine = account === undefined ? undefined : this.#writers.mask(account, columns);
        return {
          columns,
          select: selecting(columns, mine),
          basis: query.basis,
          showsGroups: own === undefined,
          card: this.#cards.of(modelId),
          filling: this.#store.profileOf(modelId)?.filling,
        };
      });
    return everyModel(seen, where.json, query.days);
  }

  /** @throws {ApiError} `not_found` for a model that is not there, or not the caller's */
  #refuseUnknown(modelId: string, own: Own | undefined): void {
    const isThere =
      own === undefined ? this.#profiles.isKnown(modelId) : this.#owners.owns(modelId, own);
    if (!isThere) throw new ApiError('not_found', `There is no model ${modelId}.`);
  }
}

/** Handlers that a reader thread answers. */
export function figureRoutes(
  database: ReaderDatabase,
): RouteHandlers<'getOversight' | 'listOversightModels'> {
  const answers = new Answers(database);
  const ofOneMoment = <Answer>(answer: () => Answer) => database.transaction(answer).deferred();
  return {
    getOversight: ({ query, own }) => jsonReply(ofOneMoment(() => answers.screen(query, own))),
    listOversightModels: ({ query, own }) =>
      jsonReply(ofOneMoment(() => answers.models(query, own))),
  };
}

/** Columns and profile that figures of a model are made from. @throws {ApiError} `no_profile` */
export function answering(
  store: ColumnsStore,
  modelId: string,
): { readonly columns: ModelColumns; readonly profile: ReadingProfile } {
  const columns = store.of(modelId);
  const { profile } = columns;
  if (profile !== undefined) return { columns, profile };
  const progress = toldProgress(store.profileOf(modelId)?.filling);
  throw new ApiError(
    'no_profile',
    progress === null
      ? `Nobody has said yet what an outcome of the model ${modelId} is.`
      : `The first profile of the model ${modelId} is being applied.`,
    { details: { model_id: modelId, being_applied: progress } },
  );
}

function askedOf(
  query: OversightQuery,
  {
    columns,
    profile: { document },
    where,
    mine,
  }: {
    readonly columns: ModelColumns;
    readonly profile: ReadingProfile;
    readonly where: Where;
    /** The rows that the caller may see; undefined for all. */
    readonly mine: Uint8Array | undefined;
  },
): Asked & { readonly showsGroups: boolean } {
  const select = selecting(columns, mine);
  return {
    columns,
    document,
    rows: select(where.json),
    where: where.json,
    select,
    basis: query.basis,
    crossed: namedGroups(query.groups?.split(',') ?? [], document),
    baseline: query.baseline,
    interval: query.interval,
    showsGroups: mine === undefined,
  };
}

/** Selects rows by filters that were read before, or are made from them. */
export function selecting(
  columns: ModelColumns,
  mine?: Uint8Array,
): (where: JsonObject) => Uint32Array {
  return (where) => {
    const mask = rowMask(parseFilter(where), columns);
    if (mine !== undefined) {
      for (let row = 0; row < mask.length; row += 1)
        mask[row] = (mask[row] ?? 0) & (mine[row] ?? 0);
    }
    return maskedRows(mask);
  };
}

/** The groups of a profile that are named. @throws {ApiError} `validation_error` */
export function namedGroups(
  names: readonly string[],
  { groups }: ProfileDocument,
): ProfileDocument['groups'] {
  const found = names.flatMap((name) => groups.filter((group) => group.name === name));
  if (found.length !== names.length) {
    const values = groups.map(({ name }) => name).join(', ');
    throw validationError([faultAt('groups', 'one_of', { values })]);
  }
  if (new Set(names).size !== names.length)
    throw validationError([faultAt('groups', 'named_twice')]);
  if (names.length > mostCrossed) {
    throw validationError([faultAt('groups', 'at_most_names', { maximum: mostCrossed })]);
  }
  return found;
}

function groupField(name: string): string {
  return `${groupPrefix}${name}`;
}
