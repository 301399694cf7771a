/** `@proofdesk/client`: for browsers and Node. Spools on a disk are in `@proofdesk/client/file-spool`, for Node. */
export { Proofdesk } from './client.ts';
export { memorySpool } from './memory-spool.ts';
export type {
  BatchAnswer,
  BatchRequest,
  ClientClock,
  ClientOptions,
  Decision,
  Fetch,
  JsonObject,
  Problem,
  Receipt,
  Refusal,
  Spool,
  Stats,
  Stop,
} from './types.ts';
