/** Records a figure: counts it over all that there is, and appends its entry with its row. */
import type { CreateFigure } from '../../shared/contract/figures.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import type { RandomBytes } from '../../shared/ids.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import type { Actor } from '../../shared/ledger/entry-members.ts';
import { GrowingTree } from '../../shared/ledger/growing-tree.ts';
import { leafHash } from '../../shared/ledger/merkle.ts';
import { hexBytes } from '../../shared/ledger/subjects.ts';
import { jsonObjectOf } from '../../shared/contract/json.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { figureEntry, figureFields, figureRow } from '../ledger/figure-entries.ts';
import type { EntryValue, Journal } from '../ledger/journal.ts';
import { sha256, sha256Into } from '../ledger/sha256.ts';
import { headOf } from '../proof/head-of-lines.ts';
import { columnsOf } from './columns-store.ts';
import { refuseFields } from './fields-of-model.ts';
import { countFigure } from './figure-count.ts';
import { packPositions } from './figure-positions.ts';
import { answering, namedGroups, selecting } from './figure-routes.ts';
import { figureStatements, FigureStore } from './figure-store.ts';
import { ProfileStore } from './profile-store.ts';
import { everyDecision, readWhere } from './where.ts';

const saltBytes = 16;

/** Over the writer's connection. Call it within the transaction of the append. */
export class FigureRecorder {
  readonly #database: WriterDatabase;
  readonly #random: RandomBytes;
  readonly #figures: FigureStore;
  readonly #profiles: ProfileStore;

  constructor(database: WriterDatabase, random: RandomBytes) {
    this.#database = database;
    this.#random = random;
    this.#figures = new FigureStore(database);
    this.#profiles = new ProfileStore(database);
  }

  /** @throws {ApiError} `not_found`, `no_profile`, `validation_error`, `too_many_groups` */
  record(
    body: CreateFigure,
    {
      journal,
      id,
      actor,
    }: { readonly journal: Journal; readonly id: string; readonly actor: Actor },
  ): void {
    const { model_id: modelId, measure, basis, baseline } = body;
    if (!this.#profiles.isKnown(modelId)) {
      throw new ApiError('not_found', `There is no model ${modelId}.`);
    }
    const where = body.where === undefined ? everyDecision : readWhere(body.where);
    const store = columnsOf(this.#database);
    const { columns, profile } = answering(store, modelId);
    const of = { model_id: modelId, writer: undefined };
    refuseFields([...where.fields], of, { columns: store, place: 'where' });
    const { document, profileId } = profile;
    const { result, rows } = countFigure({
      measure,
      basis,
      columns,
      document,
      where,
      select: selecting(columns),
      groups: namedGroups(body.groups ?? [], document),
      baseline,
    });
    const positions = rows.map((row) => columns.positions[row] ?? 0);
    const texts = { result: canonicalJson(jsonObjectOf(result)), where: where.text };
    const values = figureFields.map((field): EntryValue => ({
      field,
      salt: this.#salt(),
      value: texts[field],
    }));
    const figure = {
      id,
      modelId,
      profileId,
      measure,
      basis,
      count: positions.length,
      idsRoot: this.#rootOf(positions),
      actor,
    };
    let ledgerSize = 0;
    const place = journal.appendEntry((at) => {
      ledgerSize = at.seq;
      return figureEntry(at, { ...figure, ledgerSize }, values);
    }, values);
    const hash = place.hash.slice('sha256:'.length);
    this.#figures.add(figureRow(place, { ...figure, ledgerSize }, hash), packPositions(positions));
  }

  #rootOf(positions: Uint32Array) {
    const idAt = this.#database.prepare<[number], string>(figureStatements.idAt).pluck();
    const tree = new GrowingTree(sha256Into);
    for (const position of positions) {
      tree.append(hexBytes(leafHash(sha256, idAt.get(position) ?? '')));
    }
    return headOf(tree).root;
  }

  #salt(): string {
    return Buffer.from(this.#random(saltBytes)).toString('base64url');
  }
}
