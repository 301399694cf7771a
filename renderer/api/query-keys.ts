/** The names of cached answers, so that what a topic invalidates is written once. */
import type { QueryKey } from '@tanstack/react-query';
import type { ChangeTopic } from '../../shared/contract/workspace.ts';

export const queryKeys = {
  records: ['records'],
  recordPages: ['records', 'page'],
  record: ['records', 'one'],
  recordFacets: ['records', 'facets'],
  recordPosition: ['records', 'position'],
  recordVerification: ['record-verification'],
  chain: ['chain'],
  chainHead: ['chain', 'head'],
  ledgerKeys: ['chain', 'keys'],
  checkpoints: ['checkpoints'],
  entries: ['chain', 'entries'],
  verifications: ['verifications'],
  datasets: ['datasets'],
  sessions: ['sessions'],
  billing: ['billing'],
  evidence: ['evidence'],
  jobs: ['jobs'],
  models: ['models'],
  modelCards: ['models', 'cards'],
  modelDecisions: ['model-decisions'],
  recordModel: ['models', 'of-record'],
  workspace: ['workspace'],
  cases: ['cases'],
  me: ['access', 'me'],
  apiKeys: ['access', 'keys'],
  rateLimits: ['access', 'rate-limits'],
  access: ['access'],
  audit: ['audit'],
  auditEvent: ['audit-event'],
  requests: ['requests'],
  connections: ['connections'],
  server: ['server'],
  recovery: ['recovery'],
  backups: ['backups'],
  diagnostics: ['diagnostics'],
  overview: ['overview'],
} as const satisfies Record<string, QueryKey>;

/**
 * Queries to ask again when a topic changed. A record's own check stays: it says when it was made. When
 * another ledger is opened the stream breaks, and everything is asked again once it is back.
 */
export const keysOfTopic: Readonly<Record<ChangeTopic, readonly QueryKey[]>> = {
  records: [
    queryKeys.records,
    queryKeys.chain,
    queryKeys.checkpoints,
    queryKeys.workspace,
    queryKeys.modelCards,
    queryKeys.modelDecisions,
    queryKeys.overview,
  ],
  models: [queryKeys.models, queryKeys.chain, queryKeys.overview],
  datasets: [queryKeys.datasets, queryKeys.overview],
  sessions: [queryKeys.sessions, queryKeys.chain, queryKeys.overview],
  billing: [queryKeys.billing, queryKeys.chain, queryKeys.overview],
  jobs: [queryKeys.jobs],
  job_ends: [queryKeys.overview],
  verifications: [queryKeys.verifications, queryKeys.chainHead, queryKeys.overview],
  workspace: [queryKeys.workspace, queryKeys.chainHead, queryKeys.recovery],
  cases: [queryKeys.cases],
  connections: [queryKeys.connections],
  server: [queryKeys.server],
  access: [queryKeys.access],
  audit: [queryKeys.audit],
  requests: [queryKeys.requests],
  backups: [queryKeys.backups, queryKeys.overview],
};
