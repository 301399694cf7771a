/** Examples of requests of the area audit, each with its answer. */
import type { Examples } from './example.ts';

export const auditExamples = {
  listAuditEvents: {
    query: {
      object_id: 'rec_01KDVDNA00BSP5FYMAPQXZJSY5',
    },
    answer: {
      data: [
        {
          seq: 3,
          at: '2026-01-01T00:01:00.000Z',
          request_id: 'req_01KDVDQ4K0438C5NKTH6NGFDY2',
          mount: 'direct',
          action: 'read',
          operation_id: 'getRecord',
          method: 'GET',
          path: '/v1/records/rec_01KDVDNA00BSP5FYMAPQXZJSY5',
          object_id: 'rec_01KDVDNA00BSP5FYMAPQXZJSY5',
          status: 200,
          outcome: 'done',
          ms: 1,
          omitted: 0,
          previous_hash: 'sha256:2a053f92f947b9d3d195e7405e2d1387d12fefc29f714fa5ed9214ab5f409ff2',
          caller: {
            kind: 'api_key',
            key_id: 'key_01KDVDNA00BSP5FYMAPQXZJSY3',
            role: 'admin',
            name: 'One',
          },
          hash: 'sha256:06a29d65bbc1db3e70f1705eeca3853577186bdb0d1778fe4f91b0914ede0b82',
        },
      ],
      pagination: {
        total: 1,
        limit: 50,
        offset: 0,
        has_more: false,
      },
    },
  },
  getAuditEvent: {
    path: {
      seq: '1',
    },
    answer: {
      seq: 1,
      at: '2026-01-01T00:00:00.000Z',
      request_id: 'req_01KDVDNA00BSP5FYMAPQXZJSY2',
      mount: 'direct',
      action: 'write',
      operation_id: 'createRecord',
      method: 'POST',
      path: '/v1/records',
      object_id: null,
      status: 201,
      outcome: 'done',
      ms: 1,
      omitted: 0,
      previous_hash: 'sha256:768ce6ab5e91fb37dd27b0ab6261d35f527050e631b244d78f48700b594c004a',
      caller: {
        kind: 'operator',
        key_id: null,
        role: null,
        name: null,
      },
      hash: 'sha256:8b924a618aeca83e214e868bc923a2beae7bc9c0bd2d0fb14352a7c5d078f647',
      line: '{"action":"write","at":"2026-01-01T00:00:00.000Z","caller":{"key_id":null,"kind":"operator","role":null},"method":"POST","mount":"direct","ms":1,"object_id":null,"omitted":0,"operation_id":"createRecord","outcome":"done","path":"/v1/records","previous_hash":"sha256:768ce6ab5e91fb37dd27b0ab6261d35f527050e631b244d78f48700b594c004a","request_id":"req_01KDVDNA00BSP5FYMAPQXZJSY2","seq":1,"status":201,"type":"audit.event/v1"}',
      anchored_by: 2,
    },
  },
  getAuditState: {
    answer: {
      size: 0,
      head: null,
      anchored_size: 0,
      last_anchor_entry_seq: null,
      last_anchored_at: null,
    },
  },
  createAuditExport: {
    body: {
      format: 'jsonl',
      operation_id: 'createRecord',
    },
    answer: {
      job_id: 'job_01KDVDNA00BSP5FYMAPQXZJSYQ',
      kind: 'audit_export',
      title: 'Export the audit log (jsonl)',
      words: {
        text: 'export_audit_log',
        values: {
          format: 'jsonl',
        },
      },
      status: 'queued',
      phase: 'queued',
      progress: {
        done: 0,
        total: null,
        unit: 'entries',
        per_second: 0,
      },
      cancel_requested: false,
      may_use: true,
      created_at: '2026-01-01T00:00:00.000Z',
      started_at: null,
      finished_at: null,
      error: null,
      result: null,
      freed_bytes: null,
    },
  },
  downloadAuditExport: {
    path: {
      id: 'job_01KDVDNA00BSP5FYMAPQXZJSYQ',
    },
  },
} satisfies Examples;
