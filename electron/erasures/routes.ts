/** The route of erasures: declared in the journal, deleted everywhere (docs/ledger-format.md, "Entry types"). */
import type { Erasure, ErasureList } from '../../shared/contract/erasures.ts';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { decodeEntry, mostTargets } from '../../shared/ledger/entries.ts';
import type { WriteContext } from '../area.ts';
import type { WriterDatabase } from '../database/open-database.ts';
import { InterventionJournal, type PlacedTarget } from '../ledger/intervention-journal.ts';
import { TellingEvidence } from '../oversight/telling-evidence.ts';
import type { Act, SignedActs } from '../proof/signed-acts.ts';
import { SignersOf } from '../proof/signers.ts';
import type { RouteCall, RouteHandlers } from '../route-handler.ts';
import { declaredErasure, erasingActor } from './declared-erasure.ts';
import type { Eraser } from './eraser.ts';
import { RowErasures } from './row-erasures.ts';
import { chunksOf } from './target-chunks.ts';

/** Every statement, by name, so that a test can read the plan of each. */
export const erasureStatements = {
  record: 'SELECT seq, lower(hex(hash)) AS hash FROM records WHERE id = ?',
  intervention:
    'SELECT seq, lower(hex(hash)) AS hash FROM interventions WHERE id = ? AND record_id = ?',
  entry: 'SELECT bytes FROM entries WHERE seq = ?',
  stored: 'SELECT field FROM payloads WHERE seq = ?',
} as const;

/** Whatever shows rows reads them again. */
const rowTopics = [
  'billing',
  'datasets',
  'sessions',
  'access',
  'people',
  'models',
  'erasures',
] as const;

interface Target {
  readonly seq: number;
  /** Hexadecimal. */
  readonly hash: string;
}

export interface ErasureOptions {
  readonly database: WriterDatabase;
  readonly acts: SignedActs;
  readonly withheld: WriteContext['withheld'];
  readonly eraser: Eraser;
}

export function erasureWriteRoutes(
  options: ErasureOptions,
): RouteHandlers<'createErasure' | 'createRowErasure'> {
  const { database, acts, eraser } = options;
  const journal = new InterventionJournal(database);
  const evidence = new TellingEvidence(database);
  const signers = new SignersOf(options);
  const rows = new RowErasures(database, signers);
  const erase = (act: Act, request: ErasureRequest): Erasure => {
    const { body } = request;
    const recordId = request.parameters.id;
    const signed = signers.of(request);
    const actor = erasingActor(signed, body);
    const { seq, hash } = requireTarget(database, recordId, body.intervention_id);
    refuseFields(database, seq, body.fields);
    const id = body.intervention_id ?? recordId;
    const own = { id, hash: `sha256:${hash}`, seq, fields: body.fields.toSorted() };
    const targets = [own, ...evidence.targets([own])];
    refuseMany(targets);
    const erasure = { targets, legalBasis: body.legal_basis, actor };
    const signing = signed && act.signedBy(signed);
    const place = journal.appendErasure(act.journal, erasure, signing);
    eraser.take(act, targets);
    return declaredErasure(erasure, place);
  };
  const eraseInRow = (act: Act, request: RouteCall<'createRowErasure'>): ErasureList => {
    const { data, targets } = rows.declare(act, request);
    eraser.take(act, targets);
    return { data };
  };
  return {
    createErasure: async (call) => {
      const reply = await acts.append(call, ['records', 'erasures'], (act) => ({
        status: 201,
        body: JSON.stringify(erase(act, call)),
      }));
      if (call.signing.prepare !== true) eraser.cleanUp();
      return reply;
    },
    createRowErasure: async (call) => {
      const reply = await acts.append(call, rowTopics, (act) => ({
        status: 201,
        body: JSON.stringify(eraseInRow(act, call)),
      }));
      if (call.signing.prepare !== true) eraser.cleanUp();
      return reply;
    },
  };
}

/** @throws {ApiError} `conflict` where one entry cannot name what goes along */
function refuseMany(targets: readonly PlacedTarget[]): void {
  if (chunksOf(targets).length === 1) return;
  throw new ApiError(
    'conflict',
    `More than ${mostTargets - 1} figures and alerts tell what only this decision has. Erase what they tell first.`,
  );
}

type ErasureRequest = RouteCall<'createErasure'>;

function requireTarget(
  database: WriterDatabase,
  recordId: string,
  interventionId: string | undefined,
): Target {
  const record = database.prepare<[string], Target>(erasureStatements.record).get(recordId);
  if (record === undefined) throw new ApiError('not_found', `There is no record ${recordId}.`);
  if (interventionId === undefined) return record;
  const intervention = database
    .prepare<[string, string], Target>(erasureStatements.intervention)
    .get(interventionId, recordId);
  if (intervention !== undefined) return intervention;
  throw validationError([faultAt('intervention_id', 'intervention_on_record')]);
}

/** Only what is committed to and still there can be erased. */
function refuseFields(database: WriterDatabase, seq: number, fields: readonly string[]): void {
  const text = database.prepare<[number], string>(erasureStatements.entry).pluck().get(seq);
  const entry = decodeEntry(text ?? '');
  const committed = 'commitments' in entry ? entry.commitments.map((each) => each.field) : [];
  const stored = database.prepare<[number], string>(erasureStatements.stored).pluck().all(seq);
  const unknown = fields.filter((field) => !committed.includes(field));
  if (unknown.length > 0) {
    throw validationError(unknown.map((field) => faultAt('fields', 'not_sent_with_it', { field })));
  }
  const gone = fields.filter((field) => !stored.includes(field));
  if (gone.length === 0) return;
  throw new ApiError('conflict', `Already gone: ${gone.join(', ')}.`, {
    fields: gone.map((field) => faultAt('fields', 'gone_already', { field })),
  });
}
