/** Examples of requests about connections to servers of databases, each with its answer. */
import type { Examples } from './example.ts';

const login = {
  name: 'Clinic warehouse',
  host: 'db.clinic.example',
  port: 5_432,
  database: 'warehouse',
  user: 'proofdesk_reader',
  tls: 'verify-full',
} as const;
const connection = {
  connection_id: 'sconn_01KDVDNA00BSP5FYMAPQXZJSY3',
  ...login,
  holder_id: 'lakeside-hospital',
  server: 'PostgreSQL 15.14',
  is_tried: true,
  may_write: false,
  dataset_count: 0,
  created_at: '2026-11-20T00:00:00.000Z',
  created_by: 'operator',
} as const;
const path = { connection_id: connection.connection_id };

export const sourceConnectionsExamples = {
  createSourceConnection: {
    body: {
      ...login,
      password: 'correct horse battery staple',
      accept_writable_role: false,
      holder_id: connection.holder_id,
    },
    answer: connection,
  },
  listSourceConnections: {
    answer: {
      data: [connection],
      pagination: { total: 1, limit: 50, offset: 0, has_more: false },
    },
  },
  getSourceConnection: { path, answer: connection },
  deleteSourceConnection: { path, answer: connection },
  putSourcePassword: { path, body: { password: 'another long password' }, answer: connection },
  testSourceConnection: {
    path,
    answer: {
      state: 'ready',
      trouble: null,
      server: connection.server,
      tested_at: '2026-11-20T00:00:00.000Z',
    },
  },
  listRelations: {
    path,
    query: { search: 'visit' },
    answer: {
      data: [{ schema: 'public', name: 'visits', kind: 'table', estimated_rows: 48_211 }],
      has_more: false,
    },
  },
} as const satisfies Examples;
