/** Examples of requests of the area evidence, each with its answer. */
import type { Examples } from './example.ts';

export const evidenceExamples = {
  listSessionEvidence: {
    path: {
      session_id: 'sess_01M7XPE600YEY6QW574T66ER3N',
    },
    query: {
      limit: '2',
    },
    answer: {
      data: [
        {
          evidence_id: 'ev_01M7XPE600YEY6QW574T66ER3T',
          subject_id: 'op_01M7XPE600YEY6QW574T66ER3V',
          session_id: 'sess_01M7XPE600YEY6QW574T66ER3N',
          dataset_id: 'riverside-outpatients',
          created_at: '2026-11-20T12:20:00.000Z',
          action: 'TRAIN',
          method: null,
          record_count: 121,
          hash: 'sha256:30599a6839fa0ee20e799a8cd6b5018c5dc380db2d0071eca0f57daf578768f0',
          kind: 'operation',
          sequence: 1011,
        },
        {
          evidence_id: 'ev_01M7XPE600YEY6QW574T66ER3S',
          subject_id: 'transform_01M7XPE600YEY6QW574T66ER3R',
          session_id: 'sess_01M7XPE600YEY6QW574T66ER3N',
          dataset_id: 'riverside-outpatients',
          created_at: '2026-11-20T07:20:00.000Z',
          action: 'generalize',
          method: 'generalize',
          record_count: 121,
          hash: 'sha256:6e6823b0723c17a440a122b46bd2d36ebaab2a8540f5323e7b97c5b80a25f2ec',
          kind: 'transformation',
          sequence: 1010,
        },
      ],
      pagination: {
        total: 3,
        limit: 2,
        offset: 0,
        has_more: true,
      },
    },
  },
  getEvidence: {
    path: {
      evidence_id: 'ev_01KDVDNA00BSP5FYMAPQXZJT8V',
    },
    answer: {
      evidence_id: 'ev_01KDVDNA00BSP5FYMAPQXZJT8V',
      kind: 'operation',
      operation_id: 'op_01KDVDNA00BSP5FYMAPQXZJT8W',
      session_id: 'sess_01KDVDNA00BSP5FYMAPQXZJT50',
      dataset_id: 'ds_4',
      created_at: '2026-01-01T00:00:00.000Z',
      actor: {
        id: 'operator',
        role: 'operator',
      },
      purpose: 'x',
      action: {
        name: 'TRAIN',
        method: null,
        parameters: {},
        key_id: null,
      },
      metadata: {},
      report: null,
      inputs: {
        count: 1,
        merkle_root: 'sha256:e10433cc81d06b49ff08de735e3e2b32e6d807ae024ee7a2bb77d2372d1e2e79',
        leaves: [
          {
            record_id: 'rec_9',
            hash: 'sha256:e10433cc81d06b49ff08de735e3e2b32e6d807ae024ee7a2bb77d2372d1e2e79',
          },
        ],
      },
      outputs: null,
      counts: {
        changed: 0,
        skipped: 0,
      },
      sequence: 33,
      previous_hash: 'sha256:9c6d173c90af164862fe88da6939c334ffea38e90992daa8782d0a7e0060223a',
      hash: 'sha256:4d3aab45733fb2c5152e101248bea2c7426d5befb9b2aa0320729ce080481ccf',
      envelope: {
        payloadType: 'application/vnd.in-toto+json',
        payload:
          'eyJfdHlwZSI6Imh0dHBzOi8vaW4tdG90by5pby9TdGF0ZW1lbnQvdjEiLCJwcmVkaWNhdGUiOnsiZGlzY2xvc2VkIjp7Im1ldGFkYXRhIjp7InNhbHQiOiJTV0YxY2lZNzkxbVpGUVpqaFVRRGhnIiwidmFsdWUiOnt9fSwicGFyYW1ldGVycyI6eyJzYWx0IjoiVm5rdWR6UXlUT1kyd0c2ZWwzd2x1dyIsInZhbHVlIjp7fX0sInB1cnBvc2UiOnsic2FsdCI6Imo1djViTEoxLVdRS3dodmJTUnpPSEEiLCJ2YWx1ZSI6IngifX0sImVudHJ5Ijp7ImFjdGlvbiI6eyJuYW1lIjoiVFJBSU4ifSwiYWN0b3IiOnsiaWQiOiJvcGVyYXRvciIsInJvbGUiOiJvcGVyYXRvciJ9LCJjb21taXQiOnsibWV0YWRhdGEiOiJzaGEyNTY6ZDg0YzRjNTQwNjNkYzAyNTM1YzY4NzdlM2ExOGQ0NzhmYWQ4NjIxZWQ0ZGI2MDVhNDBjNDJjNGJhNGNjOTRhMiIsInBhcmFtZXRlcnMiOiJzaGEyNTY6MTUyMzZjMjljNzY1ZGVlMGM0Mzc3OGI0ZjZhYTA2MTk4ODQwZjIzNjcwZjRhZDkxZGU5ZGNiYmMwMWNiMWY0NyIsInB1cnBvc2UiOiJzaGEyNTY6MjNkNGJjYjZkNmNjODg0NWQ5ZGM3NGU1N2Y0NzczMDBiYzRjNzE0YjU3Y2M1MzhiODRmNDZiY2MzYmI5OTZhNyJ9LCJjb3VudHMiOnsiY2hhbmdlZCI6MCwic2tpcHBlZCI6MH0sImNyZWF0ZWRfYXQiOiIyMDI2LTAxLTAxVDAwOjAwOjAwLjAwMFoiLCJkYXRhc2V0X2lkIjoiZHNfNCIsImlkIjoiZXZfMDFLRFZETkEwMEJTUDVGWU1BUFFYWkpUOFYiLCJpbnB1dHMiOnsiY291bnQiOjEsIm1lcmtsZV9yb290Ijoic2hhMjU2OmUxMDQzM2NjODFkMDZiNDlmZjA4ZGU3MzVlM2UyYjMyZTZkODA3YWUwMjRlZTdhMmJiNzdkMjM3MmQxZTJlNzkifSwia2luZCI6Im9wZXJhdGlvbiIsIm9wZXJhdGlvbl9pZCI6Im9wXzAxS0RWRE5BMDBCU1A1RllNQVBRWFpKVDhXIiwicHJldmlvdXNfaGFzaCI6InNoYTI1Njo5YzZkMTczYzkwYWYxNjQ4NjJmZTg4ZGE2OTM5YzMzNGZmZWEzOGU5MDk5MmRhYTg3ODJkMGE3ZTAwNjAyMjNhIiwic2VxIjozMywic2Vzc2lvbl9pZCI6InNlc3NfMDFLRFZETkEwMEJTUDVGWU1BUFFYWkpUNTAiLCJ0eXBlIjoibGVkZ2VyLmV2aWRlbmNlL3YxIn0sImxlZGdlciI6eyJvcmlnaW4iOiJwcm9vZmRlc2subG9jYWwvYTVhNGYwMDdhYmM0ZGZlMSJ9fSwicHJlZGljYXRlVHlwZSI6InVybjpwcm9vZmRlc2s6ZXZpZGVuY2U6djEiLCJzdWJqZWN0IjpbeyJkaWdlc3QiOnsic2hhMjU2IjoiNGQzYWFiNDU3MzNmYjJjNTE1MmUxMDEyNDhiZWEyYzc0MjZkNWJlZmI5YjJhYTAzMjA3MjljZTA4MDQ4MWNjZiJ9LCJuYW1lIjoiZXZfMDFLRFZETkEwMEJTUDVGWU1BUFFYWkpUOFYifSx7ImRpZ2VzdCI6eyJyZmM2OTYyU2hhMjU2IjoiZTEwNDMzY2M4MWQwNmI0OWZmMDhkZTczNWUzZTJiMzJlNmQ4MDdhZTAyNGVlN2EyYmI3N2QyMzcyZDFlMmU3OSJ9LCJuYW1lIjoib3BfMDFLRFZETkEwMEJTUDVGWU1BUFFYWkpUOFcvaW5wdXRzIn1dfQ==',
        signatures: [
          {
            keyid: 'proofdesk.local/a5a4f007abc4dfe1+0f914371',
            sig: 'V6ykiqNAFG3voN0s+T6KygPICbXyyrwgtShMLmIkk1r4PLxTljIPnaMinsze2KiLu8ZQWKO0HNuE7KMTZunYAg==',
          },
        ],
      },
    },
  },
  verifyEvidence: {
    path: {
      evidence_id: 'ev_01M7XPE600YEY6QW574T66ER3T',
    },
    answer: {
      evidence_id: 'ev_01M7XPE600YEY6QW574T66ER3T',
      verdict: 'VALID',
      checks: [
        {
          name: 'signature',
          outcome: 'ok',
          message: 'The envelope was signed with the key of this ledger.',
        },
        {
          name: 'statement',
          outcome: 'ok',
          message: 'The signed statement says what the evidence says.',
        },
        {
          name: 'entry',
          outcome: 'ok',
          message: 'Entry 1011 of the journal is the one of the evidence.',
        },
        {
          name: 'link',
          outcome: 'ok',
          message: 'The evidence follows from the one before it.',
        },
        {
          name: 'inputs',
          outcome: 'ok',
          message: 'All 121 rows are those of their leaves.',
        },
        {
          name: 'outputs',
          outcome: 'not_checked',
          message: 'Nothing came out of the operation.',
        },
      ],
      checked_at: '2026-11-21T00:00:00.000Z',
    },
  },
  getEvidenceSalts: {
    path: {
      evidence_id: 'ev_01KDVDNA00BSP5FYMAPQXZJSYJ',
    },
    answer: {
      evidence_id: 'ev_01KDVDNA00BSP5FYMAPQXZJSYJ',
      inputs: [
        {
          record_id: 'rec_001',
          salt: 'GQ2dJNQB0rcxzziTojvsew',
        },
        {
          record_id: 'rec_002',
          salt: '9i1vt2JU8wQRUkBef8ydsg',
        },
        {
          record_id: 'rec_003',
          salt: 'FC6R-TRFjdE-H-EVSmhLaA',
        },
      ],
      outputs: [
        {
          record_id: 'rec_001',
          salt: 'mErdpMR59IF0FN7SWQIgsA',
        },
        {
          record_id: 'rec_002',
          salt: 'Jq1pzmkgiCKYXCSScBMaWQ',
        },
        {
          record_id: 'rec_003',
          salt: 'gQ5UrnTugrBsmGDUyryv1g',
        },
      ],
    },
  },
  exportEvidence: {
    path: {
      evidence_id: 'ev_01M7XPE600YEY6QW574T66ER3T',
    },
  },
  exportLineage: {
    path: {
      evidence_id: 'ev_01M7XPE600YEY6QW574T66ER3T',
    },
  },
} satisfies Examples;
