/** The routes of the model registry (specification, "Models", and its extensions). */
import type { LedgerKind } from '../../shared/contract/workspace.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { limits } from '../../shared/contract/limits.ts';
import type { CreateModel, ModelVersions } from '../../shared/contract/models.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import type { Commits } from '../access/commits.ts';
import { takenModel, type ModelOwners } from '../access/model-owners.ts';
import { ObjectOwners } from '../access/object-owners.ts';
import type { ReaderDatabase } from '../database/open-database.ts';
import { readForRequest, type RunForeign } from '../foreign/foreign-task.ts';
import type { Journal } from '../ledger/journal.ts';
import { cardObject } from '../ledger/model-entries.ts';
import type { ModelJournal } from '../ledger/model-journal.ts';
import { RecordsStore } from '../records/records-store.ts';
import { accountOf, jsonReply, pageReply, type RouteHandlers } from '../route-handler.ts';
import { unknownCard, type ArtifactChecks } from './artifact-checks.ts';
import { completenessOf } from './completeness.ts';
import { exportCard } from './exports/export-card.ts';
import { cardMemory, readCardTask } from './imports/read-card.ts';
import { returnedCard, type RegisteredCard } from './model-card.ts';
import { ModelsStore } from './models-store.ts';

export type ModelReads =
  | 'listModels'
  | 'getModel'
  | 'getModelVersions'
  | 'getModelFairness'
  | 'getModelCompleteness'
  | 'exportModel'
  | 'importModel'
  | 'listArtifactChecks'
  | 'listModelCards'
  | 'getUnregisteredModels'
  | 'getRecordModel';

export type ModelWrites =
  | 'createModel'
  | 'checkArtifactFile'
  | 'openArtifactCheck'
  | 'uploadArtifactFile'
  | 'completeArtifactCheck';

interface ModelReadOptions {
  readonly database: ReaderDatabase;
  readonly foreign: RunForeign;
  readonly workspace: { readonly kind: LedgerKind };
}

/** Handlers of the model routes that a reader thread answers. */
export function modelReadRoutes(options: ModelReadOptions): RouteHandlers<ModelReads> {
  return { ...cardReads(options), ...decisionReads(options) };
}

function cardReads({
  database,
  foreign,
  workspace,
}: ModelReadOptions): Omit<RouteHandlers<ModelReads>, DecisionReads> {
  const models = new ModelsStore(database);
  const require = (id: string, version?: string): RegisteredCard => {
    const found = models.find(id, version);
    if (found === undefined) throw unknownCard(id, version);
    return found;
  };
  return {
    listModels: ({ own }) => jsonReply(models.list(accountOf(own))),

    getModel: ({ parameters: { id }, query: { version } }) =>
      jsonReply(returnedCard(require(id, version))),

    getModelVersions: ({ parameters: { id } }) => {
      const versions: ModelVersions['versions'] = [];
      for (const { card, createdAt, seq, entryId, entryHash } of models.versions(id)) {
        versions.push({
          version: card.version,
          created_at: createdAt,
          seq,
          entry_id: entryId,
          entry_hash: entryHash,
          model_hash: card.model_hash ?? null,
        });
      }
      if (versions.length === 0) throw unknownCard(id, undefined);
      return jsonReply({ model_id: id, versions } satisfies ModelVersions);
    },

    getModelFairness: ({ parameters: { id }, query }) => {
      const { version, fairness } = require(id, query.version).card;
      return jsonReply({ model_id: id, version, fairness: fairness ?? null });
    },

    getModelCompleteness: ({ parameters: { id }, query: { version } }) =>
      jsonReply(completenessOf(require(id, version).card)),

    exportModel: ({ parameters: { id }, query: { format, version } }) =>
      exportCard(require(id, version), format, { isDemo: workspace.kind === 'demo' }),

    importModel: async ({ query: { format }, upload, caller, signal }) => {
      const text = await readText(upload.bytes);
      const watch = { caller, signal, noun: 'file', memoryMb: cardMemory } as const;
      return jsonReply(await readForRequest(foreign, readCardTask, { format, text }, watch));
    },

    listArtifactChecks: ({ parameters: { id }, query: { version, limit, offset } }) => {
      require(id, version);
      const { checks, total } = models.checks(id, version, { limit, offset });
      return pageReply(checks, { total, limit, offset });
    },
  };
}

type DecisionReads = 'listModelCards' | 'getUnregisteredModels' | 'getRecordModel';

/** Handlers that read the models beside the decisions that name them. */
function decisionReads({ database }: ModelReadOptions): RouteHandlers<DecisionReads> {
  const models = new ModelsStore(database);
  const records = new RecordsStore(database);
  const owners = new ObjectOwners(database);
  return {
    listModelCards: ({ query: { limit, offset }, own }) => {
      const account = accountOf(own);
      const page = models.overview({ limit, offset }, decisionsOf(records, account), account);
      return pageReply(page.models, { total: page.total, limit, offset });
    },

    getUnregisteredModels: () => {
      const registered = new Set(models.list().map((each) => each.model_id));
      const unregistered = records
        .modelIds()
        .filter((id) => !registered.has(id))
        .map((id) => ({ model_id: id, decision_count: records.countOfModel(id) }));
      return jsonReply({
        models: unregistered.toSorted((a, b) => b.decision_count - a.decision_count),
      });
    },

    getRecordModel: ({ parameters: { id }, own }) => {
      const record = records.modelOf(id);
      if (record === undefined) throw new ApiError('not_found', `There is no record ${id}.`);
      // A record may name a model of somebody else: its card is not told.
      const isKnown =
        own === undefined || owners.of('model', record.modelId)?.accountId === own.accountId;
      const inForce = isKnown ? models.inForce(record.modelId, record.seq) : undefined;
      return jsonReply({
        record_id: id,
        model_id: record.modelId,
        registered: inForce !== undefined,
        card: inForce === undefined ? null : returnedCard(inForce),
        latest_version: isKnown ? (models.find(record.modelId)?.card.version ?? null) : null,
      });
    },
  };
}

/** Handlers of the model routes that append to the ledger or take an artifact in. */
export function modelWriteRoutes(options: {
  /** Over the writer's connection: it sees what the transaction under way has written. */
  readonly models: ModelsStore;
  readonly owners: ModelOwners;
  readonly commits: Commits<Journal>;
  readonly modelJournal: ModelJournal;
  readonly checks: ArtifactChecks;
}): RouteHandlers<ModelWrites> {
  const { models, owners, commits, modelJournal, checks } = options;
  return {
    createModel: (call) =>
      commits.append(call, ['models'], (journal) => {
        const { body, previous, own } = call;
        const highest = models.find(body.model_id);
        const isNew = highest === undefined;
        if (!isNew && !owners.mayRegister(body.model_id, own)) throw takenModel(body.model_id);
        const stored = models.find(body.model_id, body.version);
        if (stored !== undefined) {
          refuseAnother(stored.card, body);
          return {
            status: 200,
            body: JSON.stringify(returnedCard(stored)),
            isUnchanged: true,
          };
        }
        previous.confirm({ version: highest?.card.version ?? null });
        modelJournal.appendCard(journal, body, own?.accountId ?? undefined);
        const registered = models.find(body.model_id, body.version);
        if (registered === undefined) throw new Error('A card is gone right after it was kept.');
        return { status: 201, body: JSON.stringify(returnedCard(registered)) };
      }),

    checkArtifactFile: ({ parameters: { id }, query, upload, caller, idempotency, principal }) =>
      checks.checkFile({ ...query, modelId: id, kind: 'file', startedBy: caller }, upload.bytes, {
        idempotency,
        principal,
      }),

    openArtifactCheck: ({ parameters: { id }, body, caller, idempotency: request }) =>
      checks.open({ ...body, modelId: id, startedBy: caller }, request),

    uploadArtifactFile: ({ parameters, query: { path }, upload, idempotency: request }) =>
      checks.receive(parameters.job_id, path, upload.bytes, request),

    completeArtifactCheck: ({ parameters, idempotency, principal }) =>
      checks.complete(parameters.job_id, { idempotency, principal }),
  };
}

/**
 * A registered version is immutable.
 * @throws {ApiError} `conflict` that names every member that differs, fairness among them
 */
function refuseAnother(stored: CreateModel, sent: CreateModel): void {
  const [before, after] = [cardObject(stored), cardObject(sent)];
  const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (member) => textOf(before[member]) !== textOf(after[member]),
  );
  if (differing.length === 0) return;
  throw new ApiError(
    'conflict',
    `Version ${sent.version} of ${sent.model_id} is registered with another card, and a registered card never changes. Register the changed card as a new version.`,
    {
      fields: differing.map((field) => faultAt(field, 'differs_from_card')),
    },
  );
}

function textOf(value: Parameters<typeof canonicalJson>[0] | undefined): string {
  return value === undefined ? '' : canonicalJson(value);
}

/** How many decisions name each model; the most frequent first. */
function decisionsOf(
  records: RecordsStore,
  writer: string | undefined,
): ReadonlyMap<string, number> {
  return new Map(records.facets({ writer }).models.map((each) => [each.model_id, each.count]));
}

/** @throws {ApiError} `payload_too_large`, `validation_error` for bytes that are not UTF-8 */
async function readText(bytes: ReadableStream<Uint8Array> | null): Promise<string> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes ?? []) {
    size += piece.length;
    if (size > limits.bodyBytes) {
      throw new ApiError(
        'payload_too_large',
        `The file is larger than ${limits.bodyBytes} bytes.`,
        {
          details: { maximum_bytes: limits.bodyBytes },
        },
      );
    }
    pieces.push(piece);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(pieces, size));
  } catch {
    throw new ApiError('validation_error', 'The file is not UTF-8 text.', {
      fields: [faultAt('body', 'type_utf8')],
    });
  }
}
