/** Reads the model registry: cards, versions, checks, the console's list. */
import type { Statement } from 'better-sqlite3';
import type { ArtifactCheck, ModelList, ModelOverview } from '../../shared/contract/models.ts';
import { versionParts } from '../../shared/contract/models.ts';
import type { ReaderDatabase, WriterDatabase } from '../database/open-database.ts';
import { completenessOf } from './completeness.ts';
import { registeredCard, type CardRow, type RegisteredCard } from './model-card.ts';
import { modelStatements as sql } from './model-statements.ts';

interface CheckRow extends Omit<ArtifactCheck, 'evidence_id'> {
  readonly id: string;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

export class ModelsStore {
  readonly #database: ReaderDatabase | WriterDatabase;
  readonly #latest: Statement<[string], CardRow>;
  readonly #version: Statement<[string, number, number, number], CardRow>;
  readonly #versions: Statement<[string], CardRow>;
  readonly #versionCount: Statement<[string], number>;
  readonly #inForce: Statement<[string, number], CardRow>;
  readonly #list: Statement<[], ModelList[number]>;
  readonly #count: Statement<[], number>;
  readonly #page: Statement<[number, number], string>;
  readonly #listOwn: Statement<[string], ModelList[number]>;
  readonly #countOwn: Statement<[string], number>;
  readonly #pageOwn: Statement<[string, number, number], string>;
  readonly #lastCheck: Statement<[string, string], CheckRow>;
  readonly #checks: Statement<[string, number, number], CheckRow>;
  readonly #checksOfVersion: Statement<[string, string, number, number], CheckRow>;
  readonly #checkCount: Statement<[string], number>;
  readonly #checkCountOfVersion: Statement<[string, string], number>;

  constructor(database: ReaderDatabase | WriterDatabase) {
    this.#database = database;
    this.#latest = database.prepare(sql.latest);
    this.#version = database.prepare(sql.version);
    this.#versions = database.prepare(sql.versions);
    this.#versionCount = database.prepare<[string], number>(sql.versionCount).pluck();
    this.#inForce = database.prepare(sql.inForce);
    this.#list = database.prepare(sql.list);
    this.#count = database.prepare<[], number>(sql.count).pluck();
    this.#page = database.prepare<[number, number], string>(sql.page).pluck();
    this.#listOwn = database.prepare(sql.listOwn);
    this.#countOwn = database.prepare<[string], number>(sql.countOwn).pluck();
    this.#pageOwn = database.prepare<[string, number, number], string>(sql.pageOwn).pluck();
    this.#lastCheck = database.prepare(sql.lastCheck);
    this.#checks = database.prepare(sql.checks);
    this.#checksOfVersion = database.prepare(sql.checksOfVersion);
    this.#checkCount = database.prepare<[string], number>(sql.checkCount).pluck();
    this.#checkCountOfVersion = database
      .prepare<[string, string], number>(sql.checkCountOfVersion)
      .pluck();
  }

  /** One version of a model, the highest by number unless `version` names one. */
  find(modelId: string, version?: string): RegisteredCard | undefined {
    const row =
      version === undefined
        ? this.#latest.get(modelId)
        : this.#version.get(modelId, ...versionParts(version));
    return row === undefined ? undefined : registeredCard(row);
  }

  /** Highest version first, one card at a time; none for an unregistered model. */
  *versions(modelId: string): Generator<RegisteredCard> {
    for (const row of this.#versions.iterate(modelId)) yield registeredCard(row);
  }

  /** The highest version registered before journal index `seq`. */
  inForce(modelId: string, seq: number): RegisteredCard | undefined {
    const row = this.#inForce.get(modelId, seq);
    return row === undefined ? undefined : registeredCard(row);
  }

  /**
   * One item per model with its highest version, by model_id (specification, "List models"); of one
   * account's where one is named.
   */
  list(account?: string): ModelList {
    return account === undefined ? this.#list.all() : this.#listOwn.all(account);
  }

  /** A page of models (of one account's) by model_id; `decisions` tells how many decisions name each. */
  overview(
    page: Page,
    decisions: ReadonlyMap<string, number>,
    account?: string,
  ): { models: ModelOverview[]; total: number } {
    return this.#consistently(() => ({
      models: (account === undefined
        ? this.#page.all(page.limit, page.offset)
        : this.#pageOwn.all(account, page.limit, page.offset)
      ).flatMap((modelId) => {
        const latest = this.find(modelId);
        return latest === undefined ? [] : [this.#overviewOf(latest, decisions.get(modelId) ?? 0)];
      }),
      total: (account === undefined ? this.#count.get() : this.#countOwn.get(account)) ?? 0,
    }));
  }

  /** Artifact checks of a model, or of one version; newest first. */
  checks(
    modelId: string,
    version: string | undefined,
    { limit, offset }: Page,
  ): { checks: ArtifactCheck[]; total: number } {
    return this.#consistently(() => ({
      checks: (version === undefined
        ? this.#checks.all(modelId, limit, offset)
        : this.#checksOfVersion.all(modelId, version, limit, offset)
      ).map(artifactCheck),
      total:
        (version === undefined
          ? this.#checkCount.get(modelId)
          : this.#checkCountOfVersion.get(modelId, version)) ?? 0,
    }));
  }

  /** The newest check of one version. */
  lastCheck(modelId: string, version: string): ArtifactCheck | undefined {
    const row = this.#lastCheck.get(modelId, version);
    return row === undefined ? undefined : artifactCheck(row);
  }

  #overviewOf(latest: RegisteredCard, decisionCount: number): ModelOverview {
    const { card } = latest;
    const check = this.lastCheck(card.model_id, card.version);
    const { specification, annex_iv } = completenessOf(card);
    return {
      model_id: card.model_id,
      version: card.version,
      versions: this.#versionCount.get(card.model_id) ?? 0,
      registered_at: latest.createdAt,
      framework: card.framework ?? null,
      training_date: card.training_date ?? null,
      model_hash: card.model_hash ?? null,
      artifact: check?.outcome ?? 'unchecked',
      artifact_checked_at: check?.created_at ?? null,
      specification: { present: specification.present, total: specification.total },
      annex_iv: { present: annex_iv.present, partial: annex_iv.partial, total: annex_iv.total },
      has_intended_use: (card.intended_use ?? '').trim() !== '',
      has_limitations: (card.limitations ?? '').trim() !== '',
      decision_count: decisionCount,
    };
  }

  #consistently<T>(read: () => T): T {
    return this.#database.transaction(read).deferred();
  }
}

function artifactCheck({ id, ...row }: CheckRow): ArtifactCheck {
  return { evidence_id: id, ...row };
}
