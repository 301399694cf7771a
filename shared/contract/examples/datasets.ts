/** Examples of requests of the area datasets, each with its answer. */
import type { Examples } from './example.ts';

export const datasetsExamples = {
  createDataset: {
    body: {
      dataset_id: 'ds_clinic',
      name: 'clinic',
      holder_id: 'clinic',
      policy: {
        access: 'open',
        unlisted: 'clear',
        record_ids: 'kept',
      },
    },
    answer: {
      dataset_id: 'ds_clinic',
      name: 'clinic',
      holder_id: 'clinic',
      status: 'active',
      access: 'open',
      kinds: ['rows'],
      operations: ['read', 'filter', 'aggregate', 'transform', 'train', 'analyze', 'validate'],
      policy_version: 1,
      record_count: 0,
      total_bytes: 0,
      field_count: 0,
      session_count: 0,
      active_session_count: 0,
      created_at: '2026-01-01T00:00:00.000Z',
      last_appended_at: null,
    },
  },
  listDatasets: {
    query: {
      limit: '2',
    },
    answer: {
      data: [
        {
          dataset_id: 'lakeside-admissions',
          name: 'Lakeside admissions',
          holder_id: 'lakeside-hospital',
          status: 'draft',
          access: null,
          kinds: [],
          operations: [],
          policy_version: null,
          record_count: 80,
          total_bytes: 20616,
          field_count: 13,
          session_count: 0,
          active_session_count: 0,
          created_at: '2026-11-20T00:00:00.000Z',
          last_appended_at: '2026-11-20T00:05:00.000Z',
        },
        {
          dataset_id: 'lakeside-oncology',
          name: 'Lakeside oncology',
          holder_id: 'lakeside-hospital',
          status: 'active',
          access: 'on_request',
          kinds: ['rows', 'statistics'],
          operations: ['read', 'filter', 'aggregate', 'transform', 'train', 'analyze', 'validate'],
          policy_version: 2,
          record_count: 240,
          total_bytes: 61563,
          field_count: 13,
          session_count: 2,
          active_session_count: 0,
          created_at: '2026-09-22T00:00:00.000Z',
          last_appended_at: '2026-09-22T00:05:00.000Z',
        },
      ],
      pagination: {
        total: 5,
        limit: 2,
        offset: 0,
        has_more: true,
      },
    },
  },
  getDataset: {
    path: {
      dataset_id: 'lakeside-admissions',
    },
    answer: {
      dataset_id: 'lakeside-admissions',
      name: 'Lakeside admissions',
      holder_id: 'lakeside-hospital',
      status: 'draft',
      access: null,
      kinds: [],
      operations: [],
      policy_version: null,
      record_count: 80,
      total_bytes: 20616,
      field_count: 13,
      session_count: 0,
      active_session_count: 0,
      created_at: '2026-11-20T00:00:00.000Z',
      last_appended_at: '2026-11-20T00:05:00.000Z',
    },
  },
  getSourcePlaces: {
    answer: {
      managed: true,
      folders: ['/srv/clinic'],
      given: [],
      servers: ['db.clinic.example:5432'],
      given_servers: [],
    },
  },
  changeSourcePlaces: {
    body: { folders: ['/srv/clinic'], servers: ['db.clinic.example'] },
    answer: {
      managed: true,
      folders: ['/srv/clinic'],
      given: [],
      servers: ['db.clinic.example:5432'],
      given_servers: [],
    },
  },
  previewSource: {
    body: {
      kind: 'files',
      folder: '/srv/clinic/visits',
      pattern: '2025-*',
    },
    answer: {
      fields: [
        { path: 'patient', type: 'VARCHAR', form: 'text', column: true },
        { path: 'age', type: 'INTEGER', form: 'integer', column: true },
        { path: 'codes', type: 'VARCHAR[]', form: 'list', column: true },
      ],
      left_out: [{ name: 'scan', type: 'BLOB' }],
      files: [{ path: '/srv/clinic/visits/2025-01.parquet', bytes: 48211, rows: 2 }],
      rows: 2,
      prepared: false,
      keys: ['patient', 'age'],
      first_rows: [
        { record_id: 'rec_1_1', patient: 'p-0017', age: 61, codes: ['I10'] },
        { record_id: 'rec_1_2', patient: 'p-0021', codes: [] },
      ],
    },
  },
  getDatasetSource: {
    path: {
      dataset_id: 'clinic-visits',
    },
    answer: {
      dataset_id: 'clinic-visits',
      kind: 'files',
      state: 'ready',
      rows: 2,
      record_ids: 'position',
      snapshot_sha256: 'sha256:5df1cbe4d8a5e06c3d12e3d5d65a4b1e0b3d5e2a3a4a9df38b8f7d0c5f4b9a10',
      seen_at: '2026-11-20T00:00:00.000Z',
      fields: [{ path: 'patient', type: 'VARCHAR', form: 'text', column: true }],
      left_out: [],
      files: [
        {
          path: '/srv/clinic/visits/2025-01.parquet',
          bytes: 48211,
          sha256: 'sha256:0a1cbe4d8a5e06c3d12e3d5d65a4b1e0b3d5e2a3a4a9df38b8f7d0c5f4b9a1ff',
          rows: 2,
        },
      ],
    },
  },
  checkDatasetSource: {
    path: {
      dataset_id: 'clinic-visits',
    },
    answer: {
      dataset_id: 'clinic-visits',
      kind: 'files',
      state: 'ready',
      rows: 2,
      record_ids: 'position',
      snapshot_sha256: 'sha256:5df1cbe4d8a5e06c3d12e3d5d65a4b1e0b3d5e2a3a4a9df38b8f7d0c5f4b9a10',
      seen_at: '2026-11-20T00:00:00.000Z',
      fields: [{ path: 'patient', type: 'VARCHAR', form: 'text', column: true }],
      left_out: [],
    },
  },
  getDatasetFields: {
    path: {
      dataset_id: 'lakeside-admissions',
    },
    answer: {
      fields: [
        {
          path: 'age',
          types: ['number'],
        },
        {
          path: 'diagnosis',
          types: ['string'],
        },
        {
          path: 'lab_results',
          types: ['object'],
        },
        {
          path: 'lab_results.creatinine',
          types: ['number'],
        },
        {
          path: 'lab_results.glucose',
          types: ['number'],
        },
        {
          path: 'lab_results.hba1c',
          types: ['number'],
        },
        {
          path: 'patient_id',
          types: ['string'],
        },
        {
          path: 'postal_code',
          types: ['string'],
        },
        {
          path: 'record_id',
          types: ['string'],
        },
        {
          path: 'sex',
          types: ['string'],
        },
        {
          path: 'symptoms',
          types: ['array'],
        },
        {
          path: 'treatments',
          types: ['array'],
        },
        {
          path: 'visited_on',
          types: ['string'],
        },
      ],
    },
  },
  appendDatasetRecords: {
    path: {
      dataset_id: 'ds_01KDVDNA00BSP5FYMAPQXZJSY3',
    },
    answer: {
      dataset_id: 'ds_01KDVDNA00BSP5FYMAPQXZJSY3',
      appended: 200,
      first_record_id: 'rec_01KDVDNA00BSP5FYMAPQXZJSY6',
      last_record_id: 'rec_01KDVDNA00BSP5FYMAPQXZJT4D',
      record_count: 200,
    },
  },
  importDatasetRecords: {
    path: {
      dataset_id: 'ds_01KDVDNA00BSP5FYMAPQXZJT1P',
    },
    query: {
      name: 'pbc.csv',
      mapping: '{"null_texts":["NA"]}',
    },
    body: 'id,age,alk.phos,sex\n1,58.5,1718,f\n007,,NA,"m,\nx"\n',
    answer: {
      job_id: 'job_01KDVDNA00BSP5FYMAPQXZJT1V',
      kind: 'dataset_import',
      title: 'Import pbc.csv',
      words: {
        text: 'import',
        values: {
          name: 'pbc.csv',
        },
      },
      status: 'queued',
      phase: 'queued',
      progress: {
        done: 0,
        total: null,
        unit: 'bytes',
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
  revokeDataset: {
    path: {
      dataset_id: 'ds_01KDVDNA00BSP5FYMAPQXZJSY6',
    },
    body: {
      reason: 'Consent was withdrawn.',
    },
    answer: {
      dataset_id: 'ds_01KDVDNA00BSP5FYMAPQXZJSY6',
      name: 'Clinical trial',
      holder_id: 'holder_mayo',
      status: 'revoked',
      access: 'open',
      kinds: ['rows'],
      operations: ['read', 'filter', 'aggregate', 'transform', 'train', 'analyze', 'validate'],
      policy_version: 1,
      record_count: 4,
      total_bytes: 719,
      field_count: 10,
      session_count: 3,
      active_session_count: 0,
      created_at: '2026-01-01T00:00:00.000Z',
      last_appended_at: '2026-01-01T00:00:00.000Z',
      revoked_at: '2026-01-01T00:00:00.000Z',
      revoked_by: 'holder_mayo',
      revocation_reason: 'Consent was withdrawn.',
    },
  },
  getDatasetActivity: {
    path: {
      dataset_id: 'lakeside-oncology',
    },
    query: {
      limit: '2',
    },
    answer: {
      data: [
        {
          type: 'grant',
          at: '2026-11-19T23:00:00.000Z',
          account_id: 'northstar-ai',
          grant_id: 'grant_01M7XPE600YEY6QW574T66ER3G',
          n: 1,
          action: 'request',
        },
        {
          type: 'ended',
          how: 'expired',
          at: '2026-11-07T00:00:00.000Z',
          session_id: 'sess_01M7XPE600YEY6QW574T66ER2F',
          account_id: 'meridian-labs',
        },
      ],
      next_cursor:
        'MjAyNi0xMS0wN1QwMDowMDowMC4wMDBaIDMgc2Vzc18wMU03WFBFNjAwWUVZNlFXNTc0VDY2RVIyRiAwMDAwMDAwMDAwMDA',
    },
  },
  getDatasetAccess: {
    path: {
      dataset_id: 'lakeside-oncology',
    },
    answer: {
      data: [
        {
          account_id: 'meridian-labs',
          name: 'Meridian Labs GmbH',
          grants: 1,
          active_grants: 1,
          sessions: 1,
          rows_delivered: 100,
          bytes: 15230,
          accesses: 1,
          transformations: 0,
          earned: 249.492001554,
          currency: 'USD',
          last_at: '2026-11-06T00:10:00.000Z',
        },
        {
          account_id: 'northstar-ai',
          name: 'Northstar AI, Inc.',
          grants: 2,
          active_grants: 1,
          sessions: 1,
          rows_delivered: 5,
          bytes: 137,
          accesses: 3,
          transformations: 0,
          earned: 339.998776011,
          currency: 'USD',
          last_at: '2026-11-01T00:00:00.000Z',
        },
      ],
      rows_in_dataset: 240,
    },
  },
  createDatasetErasure: {
    path: {
      dataset_id: 'ds_01KDVDNA00BSP5FYMAPQXZJSY6',
    },
    body: {
      legal_basis: 'GDPR Art. 17(1)(b)',
      reason: 'Consent was withdrawn.',
      actor: {
        id: 'usr_1',
        role: 'data_protection_officer',
      },
      entity: 'Quetzalbert',
    },
    answer: {
      erasure_id: 'ers_01KDVDNA00BSP5FYMAPQXZJSZR',
      count: 2,
      recipients: [
        {
          account_id: 'acct_a',
          grant_id: 'grant_01KDVDNA00BSP5FYMAPQXZJSYC',
          last_at: '2026-01-01T00:00:00.000Z',
          rows: 2,
        },
      ],
    },
  },
  listDatasetErasures: {
    path: {
      dataset_id: 'ds_01KDVDNA00BSP5FYMAPQXZJSY6',
    },
    answer: {
      data: [
        {
          erasure_id: 'ers_01KDVDNA00BSP5FYMAPQXZJSZR',
          seqs: [18],
          created_at: '2026-01-01T00:00:00.000Z',
          scope: 'rows',
          count: 2,
          legal_basis: 'GDPR Art. 17(1)(b)',
          reason: 'Consent was withdrawn.',
          actor: {
            id: 'usr_1',
            role: 'data_protection_officer',
          },
          signature: null,
          recipients: [
            {
              account_id: 'acct_a',
              grant_id: 'grant_01KDVDNA00BSP5FYMAPQXZJSYC',
              last_at: '2026-01-01T00:00:00.000Z',
              rows: 2,
            },
          ],
        },
      ],
      pagination: {
        total: 1,
        limit: 20,
        offset: 0,
        has_more: false,
      },
    },
  },
  resolveDatasetValue: {
    path: {
      dataset_id: 'ds_01KDVDNA00XAGCFZQV2FK86Q3X',
    },
    body: {
      grant_id: 'grant_01KDVDNA00XAGCFZQV2FK86Q43',
      value: 'hmac-sha256:f676f2ddcc5320a72211e9877701df5c',
      field: 'patient',
    },
    answer: {
      record_id: null,
      value: 'P-1',
    },
  },
  startDatasetAnalysis: {
    path: {
      dataset_id: 'ds_01KDVDNA00BSP5FYMAPQXZJSZ5',
    },
    body: { quasi_identifiers: ['age', 'sex', 'zip.code'] },
    answer: {
      job_id: 'job_01KDVDNA00BSP5FYMAPQXZJSZM',
      kind: 'dataset_analysis',
      title: 'Analyse the rows of ds_01KDVDNA00BSP5FYMAPQXZJSZ5',
      words: {
        text: 'analyse',
        values: {
          name: 'ds_01KDVDNA00BSP5FYMAPQXZJSZ5',
        },
      },
      status: 'queued',
      phase: 'queued',
      progress: {
        done: 0,
        total: null,
        unit: 'rows',
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
  getDatasetAnalysis: {
    path: {
      dataset_id: 'lakeside-admissions',
    },
    answer: {
      analysis: null,
    },
  },
  getDatasetPolicy: {
    path: {
      dataset_id: 'lakeside-oncology',
    },
    answer: {
      dataset_id: 'lakeside-oncology',
      in_force: {
        policy_id: 'pol_01M7XPE600YEY6QW574T66ER44',
        version: 2,
        policy: {
          access: 'on_request',
          unlisted: 'withheld',
          record_ids: 'per_grant',
          entity: null,
          notice_hours: 24,
          kinds: ['rows', 'statistics'],
          fields: {
            age: {
              bucket_size: 10,
              method: 'generalize',
              top: 90,
            },
            diagnosis: {
              method: 'clear',
            },
            'lab_results.glucose': {
              max: 400,
              method: 'statistics',
              min: 60,
              step: 1,
            },
            patient_id: {
              method: 'hash',
            },
            postal_code: {
              method: 'generalize',
              zip3: true,
            },
            sex: {
              method: 'clear',
            },
            treatments: {
              method: 'clear',
            },
            visited_on: {
              method: 'date_shift',
            },
          },
          statistics: {
            min_entities: 8,
            rows_per_entity: 1,
            round_counts: 5,
            epsilon_per_answer: 0.5,
            epsilon: 10,
            epsilon_total: 50,
          },
        },
        published_at: '2026-11-21T00:00:00.000Z',
        effective_at: '2026-11-21T00:00:00.000Z',
        withdrawn_at: null,
        signature: null,
      },
      announced: {
        policy_id: 'pol_01M7XPE600YEY6QW574T66ER45',
        version: 3,
        policy: {
          access: 'on_request',
          unlisted: 'withheld',
          record_ids: 'per_grant',
          entity: 'patient_id',
          notice_hours: 24,
          kinds: ['rows', 'statistics'],
          fields: {
            age: {
              bucket_size: 10,
              method: 'generalize',
              top: 90,
            },
            diagnosis: {
              method: 'clear',
            },
            'lab_results.glucose': {
              max: 400,
              method: 'statistics',
              min: 60,
              step: 1,
            },
            patient_id: {
              method: 'hash',
            },
            postal_code: {
              method: 'generalize',
              zip3: true,
            },
            sex: {
              method: 'clear',
            },
            treatments: {
              method: 'clear',
            },
            visited_on: {
              method: 'date_shift',
            },
          },
          statistics: {
            min_entities: 8,
            rows_per_entity: 1,
            round_counts: 5,
            epsilon_per_answer: 0.5,
            epsilon: 10,
            epsilon_total: 50,
          },
        },
        published_at: '2026-11-21T00:00:00.000Z',
        effective_at: '2026-11-22T00:00:00.000Z',
        withdrawn_at: null,
        signature: null,
      },
      latest: 3,
    },
  },
  listDatasetPolicies: {
    path: {
      dataset_id: 'lakeside-oncology',
    },
    query: {
      limit: '2',
    },
    answer: {
      data: [
        {
          policy_id: 'pol_01M7XPE600YEY6QW574T66ER45',
          version: 3,
          policy: {
            access: 'on_request',
            unlisted: 'withheld',
            record_ids: 'per_grant',
            entity: 'patient_id',
            notice_hours: 24,
            kinds: ['rows', 'statistics'],
            fields: {
              age: {
                bucket_size: 10,
                method: 'generalize',
                top: 90,
              },
              diagnosis: {
                method: 'clear',
              },
              'lab_results.glucose': {
                max: 400,
                method: 'statistics',
                min: 60,
                step: 1,
              },
              patient_id: {
                method: 'hash',
              },
              postal_code: {
                method: 'generalize',
                zip3: true,
              },
              sex: {
                method: 'clear',
              },
              treatments: {
                method: 'clear',
              },
              visited_on: {
                method: 'date_shift',
              },
            },
            statistics: {
              min_entities: 8,
              rows_per_entity: 1,
              round_counts: 5,
              epsilon_per_answer: 0.5,
              epsilon: 10,
              epsilon_total: 50,
            },
          },
          published_at: '2026-11-21T00:00:00.000Z',
          effective_at: '2026-11-22T00:00:00.000Z',
          withdrawn_at: null,
          signature: null,
        },
        {
          policy_id: 'pol_01M7XPE600YEY6QW574T66ER44',
          version: 2,
          policy: {
            access: 'on_request',
            unlisted: 'withheld',
            record_ids: 'per_grant',
            entity: null,
            notice_hours: 24,
            kinds: ['rows', 'statistics'],
            fields: {
              age: {
                bucket_size: 10,
                method: 'generalize',
                top: 90,
              },
              diagnosis: {
                method: 'clear',
              },
              'lab_results.glucose': {
                max: 400,
                method: 'statistics',
                min: 60,
                step: 1,
              },
              patient_id: {
                method: 'hash',
              },
              postal_code: {
                method: 'generalize',
                zip3: true,
              },
              sex: {
                method: 'clear',
              },
              treatments: {
                method: 'clear',
              },
              visited_on: {
                method: 'date_shift',
              },
            },
            statistics: {
              min_entities: 8,
              rows_per_entity: 1,
              round_counts: 5,
              epsilon_per_answer: 0.5,
              epsilon: 10,
              epsilon_total: 50,
            },
          },
          published_at: '2026-11-21T00:00:00.000Z',
          effective_at: '2026-11-21T00:00:00.000Z',
          withdrawn_at: null,
          signature: null,
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
  putDatasetPolicy: {
    path: {
      dataset_id: 'ds_01KDVDNA00BSP5FYMAPQXZJSY6',
    },
    body: {
      policy: {
        access: 'open',
        unlisted: 'clear',
        record_ids: 'kept',
        entity: 'patient',
      },
      based_on: 0,
    },
    answer: {
      dataset_id: 'ds_01KDVDNA00BSP5FYMAPQXZJSY6',
      in_force: {
        policy_id: 'pol_01KDVDNA00BSP5FYMAPQXZJSYA',
        version: 1,
        policy: {
          access: 'open',
          unlisted: 'clear',
          record_ids: 'kept',
          entity: 'patient',
          notice_hours: 24,
          kinds: ['rows'],
          fields: {},
          statistics: {
            min_entities: 8,
            rows_per_entity: 1,
            round_counts: 5,
            epsilon_per_answer: 0.5,
            epsilon: 10,
            epsilon_total: 50,
          },
        },
        published_at: '2026-01-01T00:00:00.000Z',
        effective_at: '2026-01-01T00:00:00.000Z',
        withdrawn_at: null,
        signature: null,
      },
      announced: null,
      latest: 1,
      changes: [],
    },
  },
  withdrawDatasetPolicy: {
    path: {
      dataset_id: 'ds',
    },
    answer: {
      dataset_id: 'ds',
      in_force: {
        policy_id: 'pol_01KDVDNA00BSP5FYMAPQXZJSY6',
        version: 1,
        policy: {
          access: 'open',
          unlisted: 'clear',
          record_ids: 'kept',
          entity: null,
          notice_hours: 24,
          kinds: ['rows'],
          fields: {
            fake_last_name: {
              method: 'hash',
            },
            ssn: {
              method: 'withheld',
            },
          },
          statistics: {
            min_entities: 8,
            rows_per_entity: 1,
            round_counts: 5,
            epsilon_per_answer: 0.5,
            epsilon: 10,
            epsilon_total: 50,
          },
        },
        published_at: '2026-01-01T00:00:00.000Z',
        effective_at: '2026-01-01T00:00:00.000Z',
        withdrawn_at: null,
        signature: null,
      },
      announced: null,
      latest: 2,
    },
  },
  previewDataset: {
    path: {
      dataset_id: 'ds',
    },
    body: {
      policy: {
        access: 'open',
        unlisted: 'clear',
        record_ids: 'kept',
        fields: {
          ssn: {
            method: 'withheld',
          },
          age: {
            method: 'redact',
          },
        },
      },
      limit: 1,
    },
    answer: {
      before: [
        {
          record_id: 'rec_1',
          fake_last_name: 'Adams',
          age: 45,
          ssn: '1',
          born: '1980-02-03',
        },
      ],
      after: [
        {
          record_id: 'rec_1',
          fake_last_name: 'Adams',
          age: '',
          born: '1980-02-03',
        },
      ],
      undecided: ['born', 'fake_last_name'],
    },
  },
} satisfies Examples;
