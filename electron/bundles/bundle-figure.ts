/** The bundle of a recorded figure: its records are those that the figure names, and come to its counts. */
import { figureResultSchema, type FigureResult } from '../../shared/contract/figures.ts';
import { isJsonObject, jsonOrUndefined, type JsonValue } from '../../shared/contract/json.ts';
import { profileDocumentSchema, type ProfileDocument } from '../../shared/contract/profiles.ts';
import {
  entryOrUndefined,
  type ErasureEntry,
  type InterventionEntry,
  type LedgerEntry,
  type OtherEntry,
  type RecordEntry,
} from '../../shared/ledger/entries.ts';
import { factOrUndefined, factType, subjectOfRow } from '../../shared/ledger/facts.ts';
import { GrowingTree } from '../../shared/ledger/growing-tree.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import { hexBytes } from '../../shared/ledger/subjects.ts';
import { fieldsOf, figureSources } from '../../shared/oversight/figure-fields.ts';
import { recountOf, type FigureRecount } from '../../shared/oversight/figure-recount.ts';
import { ProfileReader } from '../../shared/oversight/profile-reader.ts';
import {
  isFigure,
  readFigure,
  type FigureField,
  type FigureStatement,
} from '../ledger/figure-entries.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';
import { membersOf } from '../oversight/decision-source.ts';
import { decisionTexts, notReviewed, reviewOf } from '../oversight/decision-texts.ts';
import { headOf } from '../proof/head-of-lines.ts';
import type { BundleIndex } from './bundle-index.ts';
import type { SubjectStep } from './bundle-subjects.ts';
import { parsePayload, readLines } from './read-bundle.ts';

/** Result of counting again. */
export interface CountedFigure {
  readonly decisions: number;
  /** Those that lost values since: they are not counted again. */
  readonly lost: number;
  /** Its counts were erased: which decisions it is of can be told, and not how many of what. */
  readonly isErased: boolean;
}

type Values = ReadonlyMap<string, string>;

const entriesFile = 'entries.ndjson';
const payloadsFile = 'payloads.ndjson';
/** Records between two steps. */
const atOnce = 256;
const noValues: Values = new Map();

export class BundleFigure {
  readonly #folder: string;
  readonly #figureId: string;
  readonly #index: BundleIndex;
  readonly #tree = new GrowingTree(sha256Into);
  readonly #profiles = new Map<string, JsonValue>();
  /** By record: what people did, in their order. */
  readonly #steps = new Map<string, InterventionEntry[]>();
  /** By the label of an entry: fields that an erasure took, with its `seq`. */
  readonly #taken = new Map<string, Map<string, number>>();
  #figure: { readonly seq: number; readonly statement: FigureStatement } | undefined;
  #models = new Set<string>();
  #lost = 0;

  constructor(folder: string, figureId: string, index: BundleIndex) {
    this.#folder = folder;
    this.#figureId = figureId;
    this.#index = index;
  }

  /** Takes an entry in; tells whether it belongs to the figure. */
  add(entry: LedgerEntry): boolean {
    if (entry.type === 'ledger.record/v1') return this.#addRecord(entry);
    if (entry.type === 'ledger.intervention/v1') {
      if (this.#index.entry(entry.recordId)?.type !== 'ledger.record/v1') return false;
      const steps = this.#steps.get(entry.recordId) ?? [];
      this.#steps.set(entry.recordId, [...steps, entry]);
      return true;
    }
    return 'members' in entry && this.#addOther(entry);
  }

  addErasure({ seq, targets }: ErasureEntry): void {
    for (const { id, fields } of targets) {
      const taken = this.#taken.get(id) ?? new Map<string, number>();
      for (const field of fields) taken.set(field, seq);
      this.#taken.set(id, taken);
    }
  }

  /** Subjects whose facts have to be all here. */
  subjects(): readonly string[] {
    return [...this.#profiles.keys()].map((id) => subjectOfRow('profiles', id));
  }

  /** Undefined where nothing could be counted. */
  get counted(): CountedFigure | undefined {
    const decisions = this.#figure?.statement.count;
    if (decisions === undefined) return undefined;
    return { decisions, lost: this.#lost, isErased: this.#isErased('result') };
  }

  /** What is wrong, once all entries and values are in. */
  async *faults(): AsyncGenerator<SubjectStep> {
    const fault = (message: string): SubjectStep => ({ name: entriesFile, message });
    const figure = this.#figure;
    if (figure === undefined) {
      yield fault('The bundle lacks the figure.');
      return;
    }
    const { statement, seq } = figure;
    const { count, root } = headOf(this.#tree);
    if (count !== statement.count || root !== statement.idsRoot) {
      yield fault(
        `The figure counts ${statement.count} records; the ${count} of the bundle are not they.`,
      );
      return;
    }
    const profile = this.#profiles.get(statement.profileId);
    const document = documentOf(profile);
    const isOne = this.#profiles.size === 1 && document !== undefined;
    if (!isOne || !this.#isOfModel(statement.modelId, profile)) {
      yield fault('The bundle has not the one profile that the figure was counted by.');
      return;
    }
    const { outcomes, own } = await this.#valuesOfPeople();
    const isWhereTold = own.has('where') || this.#isErased('where');
    if (isWhereTold && this.#isErased('result')) return;
    const result = figureResultSchema.safeParse(jsonOrUndefined(own.get('result') ?? ''));
    if (!result.success || !isWhereTold) {
      yield fault('The figure does not show what it counts.');
      return;
    }
    const order = { ...statement, document };
    const recount = recountOf(order, result.data);
    yield* this.#countAgain({ recount, document, outcomes, order, size: seq, result: result.data });
    for (const { place, told, counted } of recount.faults()) {
      yield fault(`The figure says ${told} of ${place}; its records come to ${counted}.`);
    }
  }

  /** Tells whether an erasure took a value of the figure itself. */
  #isErased(field: FigureField): boolean {
    return this.#taken.get(this.#figureId)?.has(field) === true;
  }

  #addRecord({ id, modelId }: RecordEntry): boolean {
    if (this.#figure !== undefined) return false;
    this.#tree.append(hexBytes(leafHash(sha256, id)));
    this.#models.add(modelId);
    return true;
  }

  #addOther(entry: OtherEntry): boolean {
    const fact = entry.type === factType ? factOrUndefined(entry) : undefined;
    if (fact?.table === 'profiles' && typeof fact.id === 'string') {
      if (!this.#profiles.has(fact.id)) this.#profiles.set(fact.id, fact.set);
      return true;
    }
    if (!isFigure(entry) || entry.members['id'] !== this.#figureId) return false;
    try {
      this.#figure = { seq: entry.seq, statement: readFigure(entry) };
    } catch {
      return false;
    }
    return true;
  }

  #isOfModel(modelId: string, profile: JsonValue | undefined): boolean {
    const isOthers = [...this.#models].some((each) => each !== modelId);
    return !isOthers && isJsonObject(profile) && profile['model_id'] === modelId;
  }

  /** Outcomes that people decided, and the values of the figure itself: those behind the records that they are about. */
  async #valuesOfPeople() {
    const outcomes = new Map<string, string>();
    const own = new Map<string, string>();
    for await (const line of readLines(this.#folder, payloadsFile)) {
      const payload = parsePayload(line);
      if (payload === undefined) continue;
      const { id, field, value } = payload;
      if (id === this.#figureId) own.set(field, value);
      else if (field === 'outcome') outcomes.set(id, value);
    }
    return { outcomes, own };
  }

  async *#countAgain(given: {
    readonly recount: FigureRecount;
    readonly document: ProfileDocument;
    readonly outcomes: ReadonlyMap<string, string>;
    readonly order: Parameters<typeof figureSources>[0];
    readonly size: number;
    readonly result: FigureResult;
  }): AsyncGenerator<SubjectStep> {
    const { recount, document, outcomes, order, size, result } = given;
    const reader = new ProfileReader(document);
    const sources = figureSources(order, fieldsOf(result));
    const values = this.#valuesBySeq();
    try {
      let group = await values.next();
      let records = 0;
      for await (const line of readLines(this.#folder, entriesFile)) {
        const entry = line === undefined ? undefined : entryOrUndefined(line);
        if (entry?.type !== 'ledger.record/v1') continue;
        while (group.done !== true && group.value.seq < entry.seq) group = await values.next();
        const own =
          group.done !== true && group.value.seq === entry.seq ? group.value.values : noValues;
        const steps = (this.#steps.get(entry.id) ?? []).filter(({ seq }) => seq < size);
        if (this.#hasLost(entry.id, steps, { ...sources, size })) {
          this.#lost += 1;
          recount.lose();
        } else {
          const place = {
            id: entry.id,
            created_at: entry.createdAt,
            confidence: entry.confidence ?? null,
            policy_id: entry.policyId ?? null,
          };
          const review = steps.length === 0 ? notReviewed : reviewOf(steps.map(stepOf(outcomes)));
          const texts = decisionTexts(
            reader,
            membersOf(reader, place, (field) => own.get(field)),
            // The card in force is no part of the bundle, and no figure counts by it.
            { createdAt: entry.createdAt, card: () => null, review },
          );
          recount.add({
            ...texts,
            confidence: place.confidence,
            changed: texts.changed === 1,
            reviewed: texts.firstReviewMs !== null,
          });
        }
        records += 1;
        if (records % atOnce === 0) yield { name: '' };
      }
    } finally {
      // Where entries are missing, its file is still open.
      await values.return(undefined);
    }
  }

  #hasLost(
    recordId: string,
    steps: readonly InterventionEntry[],
    {
      members,
      effects,
      size,
    }: { readonly members: ReadonlySet<string>; readonly effects: boolean; readonly size: number },
  ): boolean {
    const isTaken = (label: string, field: string) =>
      (this.#taken.get(label)?.get(field) ?? -1) >= size;
    return (
      [...members].some((member) => isTaken(recordId, member)) ||
      (effects && steps.some(({ id }) => isTaken(id, 'outcome')))
    );
  }

  /** Values of the entries that have any, in the order of these. */
  async *#valuesBySeq(): AsyncGenerator<
    { readonly seq: number; readonly values: Values },
    undefined
  > {
    let id: string | undefined;
    let values = new Map<string, string>();
    const group = () => ({ seq: this.#index.entry(id ?? '')?.seq ?? -1, values });
    for await (const line of readLines(this.#folder, payloadsFile)) {
      const payload = parsePayload(line);
      if (payload === undefined) continue;
      if (payload.id !== id) {
        if (id !== undefined) yield group();
        ({ id } = payload);
        values = new Map();
      }
      values.set(payload.field, payload.value);
    }
    if (id !== undefined) yield group();
    return undefined;
  }
}

/** An intervention as facts of decisions take it. */
function stepOf(outcomes: ReadonlyMap<string, string>) {
  return ({ id, action, meaning, supersedes, createdAt }: InterventionEntry) => ({
    id,
    action,
    meaning,
    supersedes,
    created_at: createdAt,
    outcome: () => {
      const value = jsonOrUndefined(outcomes.get(id) ?? '');
      return isJsonObject(value) ? value : null;
    },
  });
}

function documentOf(set: JsonValue | undefined): ProfileDocument | undefined {
  if (!isJsonObject(set)) return undefined;
  const parsed = profileDocumentSchema.safeParse(set['document']);
  return parsed.success ? parsed.data : undefined;
}
