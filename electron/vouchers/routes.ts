/** The routes of those who vouch from outside (extensions; docs/ledger-format.md, "Vouched for from outside"). */
import { z } from 'zod';
import { ApiError, validationError } from '../../shared/contract/errors.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import { wholeBody } from '../../shared/contract/intake.ts';
import { parsePolicy, PolicyError } from '../../shared/ledger/trust-policy.ts';
import type { ReadContext, WriteContext } from '../area.ts';
import { CheckpointFiles } from '../checkpoints/checkpoint-files.ts';
import { readConsistencyProof } from '../checkpoints/tree-proofs.ts';
import { sha256 } from '../ledger/sha256.ts';
import { OutsideFiles } from '../proof/outside/outside-files.ts';
import { timestampQuery } from '../proof/timestamps/timestamp.ts';
import { jsonReply, type RouteHandlers, type RouteReply } from '../route-handler.ts';
import { readVouchers, toAuthority } from './answer.ts';
import { keepAuthorities, removeAuthority } from './authorities.ts';
import { cosignedSize, keepCosignatures } from './cosignatures.ts';
import { readUpload } from './read-upload.ts';
import type { PlacesKeeper } from './places-keeper.ts';
import { triedPlaces } from './set-places.ts';
import { keepTimestamp, noteOf } from './timestamps.ts';
import { witnessOf, witnessRequest } from './witness-request.ts';

type VoucherReads = 'getVouchers' | 'getTrustPolicy' | 'getWitnessRequest' | 'getTimestampQuery';

/** Bytes of a nonce: enough that no two queries have the same. */
const nonceBytes = 8;

export function voucherReadRoutes(context: ReadContext): RouteHandlers<VoucherReads> {
  const { workspace, database, supervisor, clock, random } = context;
  const outside = new OutsideFiles(workspace.directory);
  const checkpoints = new CheckpointFiles(workspace.directory);
  const own = () => checkpoints.own().map(({ note }) => note);
  const sign = async () => z.string().parse(await supervisor.callWriter('sign-checkpoint', {}));
  return {
    getVouchers: () => jsonReply(readVouchers({ outside, checkpoints, now: clock() })),

    getTrustPolicy: () => ({ body: outside.policyText() }),

    getWitnessRequest: async ({ query }) => {
      const { vkey, key } = witnessOf(outside.policy(), query.witness);
      const old = query.old ?? cosignedSize(outside, { vkey, now: clock() });
      const note = await sign();
      const prove = (from: number, to: number) => readConsistencyProof(database, from, to);
      const read = () => witnessRequest(note, old, prove);
      return download(database.transaction(read).deferred(), `${fileName(key.name)}-request.txt`);
    },

    getTimestampQuery: async ({ query: { size } }) => {
      const note = size === undefined ? await sign() : noteOf({ outside, own }, size);
      if (note === undefined) {
        throw new ApiError('not_found', `No checkpoint of ${size} entries is kept here.`);
      }
      const asked = timestampQuery(note, random(nonceBytes));
      return download(new Blob([Uint8Array.from(asked)]).stream(), 'checkpoint.tsq');
    },
  };
}

type VoucherWrites =
  | 'setPlaces'
  | 'setTrustPolicy'
  | 'addCosignatures'
  | 'addTimestamp'
  | 'addAuthorities'
  | 'deleteAuthority';

export function voucherWriteRoutes(
  context: WriteContext & { readonly keeper: PlacesKeeper },
): RouteHandlers<VoucherWrites> {
  const { workspace, commits, checkpoints, clock, keeper, signer } = context;
  const visit = () => keeper.visitSoon();
  const outside = new OutsideFiles(workspace.directory);
  const own = (newest?: number) => checkpoints.own(newest).map(({ note }) => note);
  const vouchers = () => readVouchers({ outside, checkpoints, now: clock() });
  const answer = (status: number) => ({ status, topics: ['vouchers'] }) as const;
  return {
    setPlaces: async (call) => {
      const { dataRoot } = workspace;
      const tryPlace = (path: string) => keeper.tryPlace(path);
      const places = await triedPlaces({ outside, dataRoot, tryPlace }, call.body);
      // What is laid there is the ledger as it is, also where none was signed yet.
      const committed = () => void signer.sign().then(visit, visit);
      return commits.writeJson(call, { ...answer(200), committed }, () => {
        const { oldest_days: before } = outside.places();
        outside.keepPlaces({ oldest_days: call.body.oldest_days ?? before, places });
        return vouchers();
      });
    },

    setTrustPolicy: async (call) => {
      const { bytes, idempotency } = await readUpload(call.upload.bytes, call.idempotency);
      return commits.writeJson({ ...call, idempotency }, answer(200), () => {
        outside.keepPolicy(policyOf(bytes));
        return vouchers();
      });
    },

    addCosignatures: async (call) => {
      const { bytes, idempotency } = await readUpload(call.upload.bytes, call.idempotency);
      return commits.writeJson({ ...call, idempotency }, answer(201), () =>
        keepCosignatures({ outside, own, now: clock() }, textOf(bytes)),
      );
    },

    addTimestamp: async (call) => {
      const { bytes, idempotency } = await readUpload(call.upload.bytes, call.idempotency);
      return commits.writeJson({ ...call, idempotency }, answer(201), () =>
        keepTimestamp({ outside, own }, bytes),
      );
    },

    addAuthorities: async (call) => {
      const { bytes, idempotency } = await readUpload(call.upload.bytes, call.idempotency);
      return commits.writeJson({ ...call, idempotency }, answer(201), () =>
        keepAuthorities(outside, bytes.toString('latin1')).map(toAuthority),
      );
    },

    deleteAuthority: (call) =>
      commits.writeJson(call, answer(200), () =>
        toAuthority(removeAuthority(outside, call.parameters.fingerprint)),
      ),
  };
}

/** @throws {ApiError} `validation_error` with the line at fault */
function policyOf(bytes: Buffer): string {
  const text = textOf(bytes);
  try {
    parsePolicy(sha256, text);
    return text;
  } catch (error) {
    if (!(error instanceof PolicyError)) throw error;
    throw validationError([{ field: wholeBody, ...error.fault }]);
  }
}

/** @throws {ApiError} `validation_error` for what is not UTF-8 */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw validationError([faultAt(wholeBody, 'type_utf8')]);
  }
}

function download(body: RouteReply['body'], name: string): RouteReply {
  return { body, headers: { 'content-disposition': `attachment; filename="${name}"` } };
}

/** A name of a file, whatever a key is called. */
function fileName(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9.-]/g, '_').slice(0, 80);
}
