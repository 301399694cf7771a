/** The routes of evidence bundles (docs/ledger-format.md, "Bundles"). */
import type { CreateBundle } from '../../shared/contract/bundles.ts';
import { ApiError } from '../../shared/contract/errors.ts';
import type { CreateId } from '../../shared/ids.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import type { JobStarter } from '../jobs/job-starter.ts';
import type { JobsStore } from '../jobs/jobs-store.ts';
import type { RouteCall, RouteHandlers, RouteReply } from '../route-handler.ts';
import type { BundleFiles } from './bundle-files.ts';
import { verifierText } from './released-verifiers.ts';
import { requireFigure } from './select-figure.ts';
import { requirePayout } from './select-payout.ts';

/** Handlers of the bundle routes that a reader thread answers. */
export function bundleReadRoutes(options: {
  readonly jobs: JobsStore;
  readonly files: BundleFiles;
}): RouteHandlers<'downloadBundle' | 'downloadFigureBundle' | 'getVerifier'> {
  return {
    getVerifier: async () => ({
      body: await verifierText(),
      headers: { 'content-disposition': 'attachment; filename="auditor.py"' },
    }),

    downloadBundle: ({ parameters: { id } }) => {
      const job = options.jobs.find(id);
      const isFinished = job?.kind === 'bundle' && job.status === 'completed';
      return zipReply(isFinished ? options.files.open(id) : undefined, id);
    },

    downloadFigureBundle: ({ parameters: { id } }) => {
      const jobId = options.jobs.bundleOfFigure(id);
      return zipReply(jobId === undefined ? undefined : options.files.open(jobId), id);
    },
  };
}

/** @throws {ApiError} `not_found` where there is none */
function zipReply(body: ReadableStream<Uint8Array> | undefined, id: string): RouteReply {
  if (body === undefined) throw new ApiError('not_found', `There is no bundle ${id}.`);
  return {
    body,
    headers: { 'content-disposition': `attachment; filename="evidence-${id}.zip"` },
  };
}

/** Handlers of the bundle routes that start an export. */
export function bundleWriteRoutes(options: {
  readonly database: WriterDatabase;
  readonly jobs: JobStarter;
  readonly createId: CreateId;
}): RouteHandlers<'createBundle' | 'createFigureBundle'> {
  const start = (
    body: CreateBundle,
    { caller, idempotency }: Pick<RouteCall<'createBundle'>, 'caller' | 'idempotency'>,
  ) =>
    options.jobs.start(idempotency, {
      jobId: options.createId('job'),
      kind: 'bundle',
      words: { text: `bundle_${body.kind}`, values: {} },
      unit: 'entries',
      startedBy: caller,
      parameters: body,
    }).reply;
  return {
    createBundle: (call) => {
      const { body, own } = call;
      if (own !== undefined) requireOwnPayout(options.database, body, own.holderId);
      return start(body, call);
    },
    createFigureBundle: (call) => {
      const { id } = call.parameters;
      requireFigure(options.database, id);
      return start({ kind: 'figure', format: 'bundle', figure_id: id }, call);
    },
  };
}

/** A holder may have bundles of its own payouts. @throws {ApiError} `forbidden`, or `not_found` as of one that is not there */
function requireOwnPayout(
  database: WriterDatabase,
  { kind, payout_id: id = '' }: CreateBundle,
  holderId: string | null,
): void {
  if (kind !== 'payout') {
    throw new ApiError('forbidden', 'This API key may export bundles of its own payouts alone.');
  }
  if (requirePayout(database, id).holder_id !== holderId) {
    throw new ApiError('not_found', `There is no payout ${id}.`);
  }
}
