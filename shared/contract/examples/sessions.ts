/** Examples of requests of the area sessions, each with its answer. */
import type { Examples } from './example.ts';

export const sessionsExamples = {
  createSession: {
    body: {
      dataset_id: 'ds_rows',
      purpose: 'To compare',
      model_id: 'm_a',
    },
    answer: {
      session_id: 'sess_01KGDTCA001MNMNY3APZYG446B',
      dataset_id: 'ds_rows',
      account_id: 'acct_a',
      grant_id: 'grant_01KGDTCA001MNMNY3APZYG4469',
      kind: 'rows',
      policy_version: 1,
      opened_by: {
        kind: 'api_key',
        key_id: 'key_01KDVDNA00BSP5FYMAPQXZJSY8',
        name: 'a',
      },
      status: 'active',
      purpose: 'To compare',
      model_id: 'm_a',
      operator: null,
      created_at: '2026-02-02T00:00:00.000Z',
      expires_at: '2026-02-02T01:00:00.000Z',
      last_activity_at: null,
      allowed_operations: [
        'read',
        'filter',
        'aggregate',
        'transform',
        'train',
        'analyze',
        'validate',
      ],
      snapshot: {
        seq: 3,
        record_count: 3,
      },
      may_use: true,
    },
  },
  listSessions: {
    query: {
      limit: '2',
    },
    answer: {
      data: [
        {
          session_id: 'sess_01M7XPE600YEY6QW574T66ER41',
          dataset_id: 'riverside-outpatients',
          account_id: 'meridian-labs',
          grant_id: 'grant_01M7XPE600YEY6QW574T66ER3Z',
          kind: 'rows',
          policy_version: 2,
          opened_by: {
            kind: 'operator',
            key_id: null,
            name: null,
          },
          status: 'closed',
          purpose: 'Spot check',
          model_id: 'triage-net',
          operator: null,
          created_at: '2026-11-20T23:52:00.000Z',
          expires_at: '2026-11-21T00:52:00.000Z',
          last_activity_at: '2026-11-20T23:54:00.000Z',
          closed_at: '2026-11-20T23:58:00.000Z',
          allowed_operations: [
            'read',
            'filter',
            'aggregate',
            'transform',
            'train',
            'analyze',
            'validate',
          ],
          snapshot: {
            seq: 2000,
            record_count: 2000,
          },
          may_use: true,
        },
        {
          session_id: 'sess_01M7XPE600YEY6QW574T66ER3X',
          dataset_id: 'northwind-claims',
          account_id: 'default',
          grant_id: 'grant_01M7XPE600YEY6QW574T66ER26',
          kind: 'rows',
          policy_version: 1,
          opened_by: {
            kind: 'operator',
            key_id: null,
            name: null,
          },
          status: 'active',
          purpose: 'Quarterly review of late claims',
          model_id: null,
          operator: 'j.okafor',
          created_at: '2026-11-20T22:25:00.000Z',
          expires_at: '2026-11-21T22:25:00.000Z',
          last_activity_at: '2026-11-20T23:20:00.000Z',
          allowed_operations: ['read', 'filter', 'aggregate'],
          snapshot: {
            seq: 1200,
            record_count: 1200,
          },
          may_use: true,
        },
      ],
      pagination: {
        total: 57,
        limit: 2,
        offset: 0,
        has_more: true,
      },
    },
  },
  getSession: {
    path: {
      session_id: 'sess_01M7XPE600YEY6QW574T66ER41',
    },
    answer: {
      session_id: 'sess_01M7XPE600YEY6QW574T66ER41',
      dataset_id: 'riverside-outpatients',
      account_id: 'meridian-labs',
      grant_id: 'grant_01M7XPE600YEY6QW574T66ER3Z',
      kind: 'rows',
      policy_version: 2,
      opened_by: {
        kind: 'operator',
        key_id: null,
        name: null,
      },
      status: 'closed',
      purpose: 'Spot check',
      model_id: 'triage-net',
      operator: null,
      created_at: '2026-11-20T23:52:00.000Z',
      expires_at: '2026-11-21T00:52:00.000Z',
      last_activity_at: '2026-11-20T23:54:00.000Z',
      closed_at: '2026-11-20T23:58:00.000Z',
      allowed_operations: [
        'read',
        'filter',
        'aggregate',
        'transform',
        'train',
        'analyze',
        'validate',
      ],
      snapshot: {
        seq: 2000,
        record_count: 2000,
      },
      may_use: true,
    },
  },
  closeSession: {
    path: {
      session_id: 'sess_01KDVDNEW81MNMNY3APZYG44AZ',
    },
    answer: {
      session_id: 'sess_01KDVDNEW81MNMNY3APZYG44AZ',
      dataset_id: 'ds_01KDVDNEW81MNMNY3APZYG44AQ',
      account_id: 'default',
      grant_id: 'grant_01KDVDNEW81MNMNY3APZYG44AX',
      kind: 'rows',
      policy_version: 1,
      opened_by: {
        kind: 'operator',
        key_id: null,
        name: null,
      },
      status: 'closed',
      purpose: 'Diabetes research',
      model_id: null,
      operator: null,
      created_at: '2026-01-01T00:00:05.000Z',
      expires_at: '2026-01-01T01:00:05.000Z',
      last_activity_at: '2026-01-01T00:00:05.000Z',
      closed_at: '2026-01-01T00:00:05.000Z',
      allowed_operations: [
        'read',
        'filter',
        'aggregate',
        'transform',
        'train',
        'analyze',
        'validate',
      ],
      snapshot: {
        seq: 4,
        record_count: 4,
      },
      may_use: true,
    },
  },
  revokeSession: {
    path: {
      session_id: 'sess_01KDVDNA00BSP5FYMAPQXZJSZA',
    },
    body: {
      reason: 'Consent withdrawn',
    },
    answer: {
      session_id: 'sess_01KDVDNA00BSP5FYMAPQXZJSZA',
      dataset_id: 'ds_01KDVDNA00BSP5FYMAPQXZJSY3',
      account_id: 'default',
      grant_id: 'grant_01KDVDNA00BSP5FYMAPQXZJSY9',
      kind: 'rows',
      policy_version: 1,
      opened_by: {
        kind: 'operator',
        key_id: null,
        name: null,
      },
      status: 'closed',
      purpose: 'Diabetes research',
      model_id: null,
      operator: null,
      created_at: '2026-01-01T00:00:00.000Z',
      expires_at: '2026-01-01T01:00:00.000Z',
      last_activity_at: null,
      closed_at: '2026-01-01T00:00:00.000Z',
      allowed_operations: [
        'read',
        'filter',
        'aggregate',
        'transform',
        'train',
        'analyze',
        'validate',
      ],
      snapshot: {
        seq: 4,
        record_count: 4,
      },
      may_use: true,
    },
  },
  streamSession: {
    path: {
      session_id: 'sess_01KDVDNA00XAGCFZQV2FK86Q45',
    },
    answer: {
      batch: [
        {
          record_id: 'rec_f5f2007e42e588399649191a572a9f42',
          patient: 'hmac-sha256:f676f2ddcc5320a72211e9877701df5c',
          name: 'Ada',
          age: 40,
        },
        {
          record_id: 'rec_05e24a134c0afa621f9819b104d8822d',
          patient: 'hmac-sha256:cf94b423f9d568c1c84b59d0c36d1411',
          name: 'zyzzyva-7713',
          age: 50,
          only_here: 1,
        },
        {
          record_id: 'rec_f3f23e26ce4bac515c6a0aaa47cefbb3',
          patient: 'hmac-sha256:edcc0165c775d8b68b736d468380a1cb',
          name: 'Grace',
          age: 60,
        },
        {
          record_id: 'rec_02311c001cb7bf35981e4c9d5f5e606f',
          patient: 'hmac-sha256:cf94b423f9d568c1c84b59d0c36d1411',
          name: 'x',
          age: 70,
        },
      ],
      batch_id: 'batch_405afb69230cbce5dd07f3b338f6ae1c',
      record_count: 4,
      has_more: false,
    },
  },
  getSessionRecord: {
    path: {
      session_id: 'sess_01M7XPE600YEY6QW574T66ER3X',
      record_id: 'rec_claim_0000001',
    },
    answer: {
      record_id: 'rec_claim_0000001',
      policy_number: 'NW-8769288',
      holder_age: 30,
      kind: 'liability',
      reported_on: '2025-07-18',
      amount: 950.64,
      settled: null,
      documents: 3,
      flags: [],
    },
  },
  filterSession: {
    path: {
      session_id: 'sess_01KDVDNA00BSP5FYMAPQXZJSYM',
    },
    body: {
      filter: {
        age: {
          $gte: 40,
        },
      },
    },
    answer: {
      records: [
        {
          record_id: 'rec_001',
          patient_id: 'P-1001',
          age: 45,
          diagnosis: 'Type 2 Diabetes',
          symptoms: ['fatigue', 'increased thirst'],
          treatments: ['metformin'],
          lab_results: {
            glucose: 180,
            hba1c: 7.5,
          },
        },
        {
          record_id: 'rec_002',
          patient_id: 'P-1002',
          age: 62,
          diagnosis: 'Hypertension',
          symptoms: ['headache'],
          treatments: ['lisinopril', 'amlodipine'],
          lab_results: {
            glucose: 95,
            sodium: 140,
          },
        },
        {
          record_id: 'rec_003',
          patient_id: 'P-1003',
          age: 67,
          diagnosis: 'Type 2 Diabetes',
          symptoms: ['blurred vision', 'fatigue'],
          treatments: ['insulin', 'metformin'],
          lab_results: {
            glucose: 210,
            hba1c: 9.1,
          },
        },
      ],
      record_count: 3,
      has_more: false,
    },
  },
  countSession: {
    path: {
      session_id: 'sess_01KDVDNA00BSP5FYMAPQXZJSYC',
    },
    body: {
      filter: {
        $or: [
          {
            'b.c': {
              $regex: 'h',
            },
          },
          {
            b: {
              $in: [null, 'a'],
            },
          },
        ],
      },
    },
    answer: {
      count: 0,
      total: 2,
    },
  },
  aggregateSession: {
    path: {
      session_id: 'sess_01KDVDNA00BSP5FYMAPQXZJSYB',
    },
    body: {
      pipeline: [
        {
          $match: {
            age: {
              $gte: 30,
            },
          },
        },
        {
          $group: {
            _id: '$diagnosis',
            patients: {
              $sum: 1,
            },
            glucose: {
              $avg: '$lab_results.glucose',
            },
          },
        },
        {
          $sort: {
            patients: -1,
            _id: 1,
          },
        },
      ],
    },
    answer: {
      results: [
        {
          _id: 'Type 2 Diabetes',
          patients: 2,
          glucose: 195,
        },
        {
          _id: 'Asthma',
          patients: 1,
          glucose: null,
        },
        {
          _id: 'Hypertension',
          patients: 1,
          glucose: 95,
        },
      ],
      result_count: 3,
      has_more: false,
    },
  },
  explainSession: {
    path: {
      session_id: 'sess_01KDVDNA00BSP5FYMAPQXZJSYB',
    },
    body: {
      filter: {
        visited_at: {
          $gte: { $date: '2024-01-05T10:00:00Z' },
        },
      },
    },
    answer: {
      dialect: 'sqlite-jsonb',
      mode: 'sql+residual',
      exact: false,
      sql: "json_extract(r.document, '$.visited_at') >= ?",
      parameters: ['2024-01-04'],
      index: null,
      plan: ['SEARCH r USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)'],
      reasons: ['An instant is read out of texts in JavaScript.'],
    },
  },
  transformSession: {
    path: {
      session_id: 'sess_01KDVDNA00BSP5FYMAPQXZJSYR',
    },
    body: {
      record_ids: ['rec_001', 'rec_002'],
      transformation: 'redact',
      parameters: {
        fields: ['diagnosis'],
      },
    },
    answer: {
      transformed_records: [
        {
          record_id: 'rec_001',
          patient_id: 'P-1001',
          age: 45,
          diagnosis: '',
          symptoms: ['fatigue', 'increased thirst'],
          treatments: ['metformin'],
          lab_results: {
            glucose: 180,
            hba1c: 7.5,
          },
        },
        {
          record_id: 'rec_002',
          patient_id: 'P-1002',
          age: 62,
          diagnosis: '',
          symptoms: ['headache'],
          treatments: ['lisinopril', 'amlodipine'],
          lab_results: {
            glucose: 95,
            sodium: 140,
          },
        },
      ],
      transformation_id: 'transform_01KDVDTSS0HSQMHPP39RP7V2Y9',
      evidence_url: 'http://proofdesk.test/v1/evidence/transform_01KDVDTSS0HSQMHPP39RP7V2Y9',
    },
  },
  previewTransform: {
    path: {
      session_id: 'sess_01KDVDNA00BSP5FYMAPQXZJSYB',
    },
    body: {
      record_ids: ['rec_27ee30aced73af30f7659250a86429e9'],
      transformation: 'redact',
      parameters: {
        fields: ['diagnosis'],
      },
    },
    answer: {
      before: [
        {
          record_id: 'rec_27ee30aced73af30f7659250a86429e9',
          patient_id: 'hmac-sha256:f8ac6333600a5f0c6b5fccc9c492af9a',
          age: 39,
          diagnosis: 'Anemia',
          symptoms: ['fatigue'],
          treatments: ['metformin'],
          lab_results: {
            glucose: 76,
            hba1c: 10.2,
          },
        },
      ],
      after: [
        {
          record_id: 'rec_27ee30aced73af30f7659250a86429e9',
          patient_id: 'hmac-sha256:f8ac6333600a5f0c6b5fccc9c492af9a',
          age: 39,
          diagnosis: '',
          symptoms: ['fatigue'],
          treatments: ['metformin'],
          lab_results: {
            glucose: 76,
            hba1c: 10.2,
          },
        },
      ],
      changed: 1,
      skipped: 0,
      report: {
        fields: [
          {
            field: 'diagnosis',
            method: 'redact',
            changed: 1,
            kept: 0,
            suppressed: 0,
            skipped: 0,
          },
        ],
        notes: [],
      },
    },
  },
  recordOperation: {
    path: {
      session_id: 'sess_01KDVDNEW81MNMNY3APZYG449W',
    },
    body: {
      operation_type: 'TRAIN',
      records: ['rec_002', 'rec_001'],
      metadata: {
        model_id: 'nobody-knows',
        metrics: {
          loss: 0.5,
        },
      },
    },
    answer: {
      operation_id: 'op_01KDVDNEW81MNMNY3APZYG449Z',
      created_at: '2026-01-01T00:00:05.000Z',
      status: 'RECORDED',
      evidence_id: 'ev_01KDVDNEW81MNMNY3APZYG449Y',
    },
  },
  listOperations: {
    path: {
      session_id: 'sess_01M7XPE600YEY6QW574T66ER3N',
    },
    query: {
      limit: '2',
    },
    answer: {
      data: [
        {
          operation_id: 'op_01M7XPE600YEY6QW574T66ER3V',
          created_at: '2026-11-20T12:20:00.000Z',
          status: 'RECORDED',
          evidence_id: 'ev_01M7XPE600YEY6QW574T66ER3T',
          operation_type: 'TRAIN',
          record_count: 121,
          metadata: {
            metrics: {
              loss: 0.214,
            },
            model_id: 'triage-net',
            training_step: 1200,
          },
          model: {
            model_id: 'triage-net',
            registered: true,
            version: '2.0.0',
          },
        },
      ],
      pagination: {
        total: 1,
        limit: 2,
        offset: 0,
        has_more: false,
      },
    },
  },
  getSessionActivity: {
    path: {
      session_id: 'sess_01M7XPE600YEY6QW574T66ER41',
    },
    query: {
      limit: '2',
    },
    answer: {
      data: [
        {
          type: 'ended',
          how: 'closed',
          at: '2026-11-20T23:58:00.000Z',
          session_id: 'sess_01M7XPE600YEY6QW574T66ER41',
          account_id: 'meridian-labs',
        },
        {
          type: 'access',
          at: '2026-11-20T23:54:00.000Z',
          session_id: 'sess_01M7XPE600YEY6QW574T66ER41',
          account_id: 'meridian-labs',
          n: 2,
          kind: 'read',
          rows: 100,
          bytes: 23197,
          cost: 5.020002783,
          currency: 'USD',
          evidence_id: null,
        },
      ],
      next_cursor:
        'MjAyNi0xMS0yMFQyMzo1NDowMC4wMDBaIDIgc2Vzc18wMU03WFBFNjAwWUVZNlFXNTc0VDY2RVI0MSAwMDAwMDAwMDAwMDI',
    },
  },
  listSessionReceipts: {
    path: {
      session_id: 'sess_01M7XPE600YEY6QW574T66ER41',
    },
    query: {
      limit: '2',
    },
    answer: {
      data: [
        {
          n: 2,
          at: '2026-11-20T23:54:00.000Z',
          kind: 'read',
          rows: 100,
          bytes: 23197,
          root: 'My1VYQQes3Qg38Wpl1GNvusli6e1CT55m7JxQreWlIY',
          head: 'MHmllGEOBfzst5kDtY4Cev_dtjC9EspNJfaRUStD5SI',
          fields: [
            'age',
            'diagnosis',
            'lab_results.creatinine',
            'lab_results.glucose',
            'lab_results.hba1c',
            'patient_id',
            'record_id',
            'sex',
            'symptoms',
            'treatments',
            'visited_on',
          ],
          cost: 5.020002783,
          currency: 'USD',
        },
        {
          n: 1,
          at: '2026-11-20T23:53:00.000Z',
          kind: 'read',
          rows: 100,
          bytes: 23197,
          root: 'ykBpmdH0w_AA3iik2nLY06hPA_B95XY9F2B0GRNxEq4',
          head: 'm-2O8E8FfBQMUnVN7kFhWEam4NrjP9OPay-O2htoiOQ',
          fields: [
            'age',
            'diagnosis',
            'lab_results.creatinine',
            'lab_results.glucose',
            'lab_results.hba1c',
            'patient_id',
            'record_id',
            'sex',
            'symptoms',
            'treatments',
            'visited_on',
          ],
          cost: 5.020002784,
          currency: 'USD',
        },
      ],
      pagination: {
        total: 2,
        limit: 2,
        offset: 0,
        has_more: false,
      },
    },
  },
  getSessionReceipt: {
    path: {
      session_id: 'sess_01M7XPE600YEY6QW574T66ER3X',
      n: '2',
    },
    answer: {
      n: 2,
      at: '2026-11-21T00:00:00.000Z',
      kind: 'read',
      rows: 32,
      bytes: 5924,
      root: '0VH2SNQOONMQq9lpnk9jnfsdSmBkqR7jSy9oT4qR-vI',
      head: '0luKJ-aMhx_y69UA8XgUaCgMpjVxq4rgyEj2lFpxm_0',
      receipt:
        '{"at":"2026-11-21T00:00:00.000Z","bytes":5924,"kind":"read","n":2,"policy_version":1,"previous":"h7oWg1hFRaTCHc2IGZzLX_LxKdiPciWEz2hl2Jur-14","request":"S3w3dVHZ7KqtJfwdcI0IYte9oDWv49bPJFXnEt9OM30","root":"0VH2SNQOONMQq9lpnk9jnfsdSmBkqR7jSy9oT4qR-vI","rows":32,"session_id":"sess_01M7XPE600YEY6QW574T66ER3X","type":"session.receipt/v1"}',
      request: '{"after":0,"batch_size":32,"operation":"streamSession"}',
      signature: {
        vkey: 'proofdesk.example/demo+3e8170f6+AQOhB7/zzhC+HXDdGOdLwJln5NYwm6UNXx3chmQSVTG4',
        value:
          'XnHgUEUyMDJeSyaQSUJhWdsqlgznP3J37Uriv6n9jASCaxOi28SgSC-SQVuXPTCJqmLkLqowAjTZ7bxPu_ULBQ',
      },
      anchor: null,
      erased: 0,
      salts: [
        {
          record_id: 'rec_claim_0000001',
          salt: 'R5ntBJfbUlRJSbO6Jq0-8Q',
        },
        {
          record_id: 'rec_claim_0000002',
          salt: '0QPa1n98n_K_rO50BBPRBg',
        },
        {
          record_id: 'rec_claim_0000003',
          salt: 'IZDKHQ-7IUUbuuEDYJ0eOA',
        },
        {
          record_id: 'rec_claim_0000004',
          salt: '0WazZ188tMJtpUV-IxG67g',
        },
        {
          record_id: 'rec_claim_0000005',
          salt: '5BYberb267sZL9uMXY5gLw',
        },
        {
          record_id: 'rec_claim_0000006',
          salt: 'AS5VIEHj1FG3sY-ltAZbXw',
        },
        {
          record_id: 'rec_claim_0000007',
          salt: 'rekqiABMRYxpcj2PJiRNwg',
        },
        {
          record_id: 'rec_claim_0000008',
          salt: 'MAk47ONYXlRTgOY7_NnNIQ',
        },
        {
          record_id: 'rec_claim_0000009',
          salt: '9Hmnx7phADmdvtBlJreJqA',
        },
        {
          record_id: 'rec_claim_0000010',
          salt: 'rSQbBtBFCeQcuWFcr651Xg',
        },
        {
          record_id: 'rec_claim_0000011',
          salt: 'mdT2nojZH9qSAIq6s-i_zw',
        },
        {
          record_id: 'rec_claim_0000012',
          salt: 'fWI-GOHE3vhwzoU0bgKEZQ',
        },
        {
          record_id: 'rec_claim_0000013',
          salt: 'I4TvVNLONbK9w8D12eqouQ',
        },
        {
          record_id: 'rec_claim_0000014',
          salt: 'VZV2N-6rMHEa45Z1M_qCCg',
        },
        {
          record_id: 'rec_claim_0000015',
          salt: 'hXQ-XqKJCHmELIsxopHokg',
        },
        {
          record_id: 'rec_claim_0000016',
          salt: 'HdE6V5NLyyakv8KMXpGVsw',
        },
        {
          record_id: 'rec_claim_0000017',
          salt: 'HLoK1HzWlnmgirIb5kDFcg',
        },
        {
          record_id: 'rec_claim_0000018',
          salt: 'cj_7oPM-mfKvqIQYgd2LXA',
        },
        {
          record_id: 'rec_claim_0000019',
          salt: 'gROKuAJIrwb2l9EjS1zFHQ',
        },
        {
          record_id: 'rec_claim_0000020',
          salt: 'i8xXC48vCghd6J7Mp4M3Uw',
        },
        {
          record_id: 'rec_claim_0000021',
          salt: 'YQ_jHohhcUhIohv5eoNZRQ',
        },
        {
          record_id: 'rec_claim_0000022',
          salt: 'shP7dbLWb9tNENJIaBy49g',
        },
        {
          record_id: 'rec_claim_0000023',
          salt: 'djWg0nTxosR3Zw8gxPJZIg',
        },
        {
          record_id: 'rec_claim_0000024',
          salt: 'i2TPY1x6qLmjRv8pO8oHCQ',
        },
        {
          record_id: 'rec_claim_0000025',
          salt: 'h4fq_J-0CPVSca81zw5BJQ',
        },
        {
          record_id: 'rec_claim_0000026',
          salt: 'oY9DSWiZQKTtvr3lionTJA',
        },
        {
          record_id: 'rec_claim_0000027',
          salt: 'D813z2zJNXLgljrX22ySsQ',
        },
        {
          record_id: 'rec_claim_0000028',
          salt: 'HZkZYe4tM_21tOuFbj2BqA',
        },
        {
          record_id: 'rec_claim_0000029',
          salt: 'HZPTAKwmZzGXoVXjYmTc_g',
        },
        {
          record_id: 'rec_claim_0000030',
          salt: 'knPjjw2r0ayQh7gOCQSqMg',
        },
        {
          record_id: 'rec_claim_0000031',
          salt: 'Ag3VvAyW2zFg-Lkm71eDXQ',
        },
        {
          record_id: 'rec_claim_0000032',
          salt: 'gLaOlsG7VvGwlRyx4ypd1g',
        },
      ],
    },
  },
} satisfies Examples;
