/** The routes of the key at rest: how it is protected, and another form of it. */
import { ApiError } from '../../shared/contract/errors.ts';
import type { SigningKey } from '../../shared/contract/signing-key.ts';
import type { HeldLedger } from '../backup/maintenance.ts';
import { jsonReply, type RouteHandlers } from '../route-handler.ts';
import type { KeyAtRest } from './key-at-rest.ts';

export function signingKeyRoutes(options: {
  readonly ledger: HeldLedger;
  readonly key: KeyAtRest;
}): RouteHandlers<'getSigningKey' | 'protectSigningKey'> {
  const { ledger, key } = options;
  const describe = async (): Promise<SigningKey> => {
    const { kind, directory } = ledger.workspace();
    const isSealed = kind === 'case' ? undefined : await key.isSealed(directory);
    if (isSealed === undefined) return { protection: 'system' };
    return { protection: isSealed ? 'passphrase' : 'file' };
  };
  return {
    getSigningKey: async () => jsonReply(await describe()),
    protectSigningKey: async ({ body }) => {
      const { kind, directory } = ledger.workspace();
      if (kind === 'case') throw new ApiError('conflict', 'A case has no key here.');
      ledger.refuseMoved();
      if (ledger.state() !== 'ready') {
        throw new ApiError('engine_unavailable', 'The ledger is not open: its key stays as it is.');
      }
      await key.protect(directory, body);
      ledger.announce(['backups']);
      return jsonReply(await describe());
    },
  };
}
