/** Examples of requests of the area models, each with its answer. */
import type { Examples } from './example.ts';

export const modelsExamples = {
  createModel: {
    body: {
      model_id: 'credit-scorer',
      version: '2.0.0',
      model_hash: 'sha256:abababababababababababababababababababababababababababababababab',
      training_date: '2024-02-29',
      framework: 'XGBoost 2.0',
      performance: {
        accuracy: 0.94,
        auc_roc: 0.97,
      },
      intended_use: 'Consumer credit applications',
      limitations: 'Not for business credit',
    },
    answer: {
      model_id: 'credit-scorer',
      version: '2.0.0',
      model_hash: 'sha256:abababababababababababababababababababababababababababababababab',
      training_date: '2024-02-29',
      framework: 'XGBoost 2.0',
      performance: {
        accuracy: 0.94,
        auc_roc: 0.97,
      },
      intended_use: 'Consumer credit applications',
      limitations: 'Not for business credit',
      created_at: '2026-01-01T10:20:30Z',
    },
  },
  listModels: {
    answer: [
      {
        model_id: 'claims-router',
        version: '2.1.0',
      },
      {
        model_id: 'content-moderation',
        version: '13.0.0',
      },
      {
        model_id: 'credit-scorer',
        version: '4.0.0',
      },
      {
        model_id: 'fraud-guard',
        version: '9.0.1',
      },
      {
        model_id: 'kyc-match',
        version: '1.2.0',
      },
      {
        model_id: 'resume-ranker',
        version: '1.1.0',
      },
      {
        model_id: 'triage-net',
        version: '2.0.0',
      },
    ],
  },
  getModel: {
    path: {
      id: 'credit-scorer',
    },
    answer: {
      model_id: 'credit-scorer',
      version: '4.0.0',
      model_hash: 'sha256:e2f1ab64ab65d8e48fe7deefc2eb8ee684ab4cd9c3e954d440be67171c6a6530',
      training_date: '2025-08-11',
      framework: 'XGBoost',
      performance: {
        accuracy: 0.913,
        auc_roc: 0.929,
        brier_score: 0.069,
      },
      intended_use:
        'Scores applications of natural persons for instalment credit up to 60,000 EUR and recommends approve, refer or decline. A referred application is decided by a credit officer.',
      limitations:
        'Trained on applicants with a bureau history of at least twelve months: thin files are scored too low. Not for business credit. Incomes above 250,000 are extrapolated.',
      created_at: '2025-09-01T00:00:00Z',
    },
  },
  getModelVersions: {
    path: {
      id: 'credit-scorer',
    },
    answer: {
      model_id: 'credit-scorer',
      versions: [
        {
          version: '4.0.0',
          created_at: '2025-09-01T00:00:00.000Z',
          seq: 412,
          entry_id: 'card_01K4195M00N8398EBE4DWYBJ7M',
          entry_hash: 'sha256:5a2b0714bb8c82e2c2bac3e20196c4e7b45679f6ae46580f4b3bae87468c7eda',
          model_hash: 'sha256:e2f1ab64ab65d8e48fe7deefc2eb8ee684ab4cd9c3e954d440be67171c6a6530',
        },
        {
          version: '3.2.1',
          created_at: '2024-05-13T00:00:00.000Z',
          seq: 226,
          entry_id: 'card_01HXQKZG004F8MBZ3ZARGKR4J4',
          entry_hash: 'sha256:d1b25106f832fee86dc68797577b011622819ade48d4e30ecde89b9f6be8854c',
          model_hash: 'sha256:e0b38d3cc90083a9d40b73c8fd3d78a9b7363c53ddc97503bbe45c7396b3b4dd',
        },
        {
          version: '3.0.0',
          created_at: '2023-02-06T00:00:00.000Z',
          seq: 87,
          entry_id: 'card_01GRJ0BE00WM7D7HQWYSB1SFJB',
          entry_hash: 'sha256:93dfa8b5c128ae94c3f1ec383ea12a636735e13bbafab6b4eb8cfc3dac80624e',
          model_hash: 'sha256:232cb56c4e774dd117881e2c16708a76ac032da3a6529df285abdc2ee3c39a53',
        },
        {
          version: '2.4.0',
          created_at: '2022-01-01T00:00:00.000Z',
          seq: 1,
          entry_id: 'card_01FR9EZ70052EVWSXDQ35J64Q5',
          entry_hash: 'sha256:11bf3f9074bec03a8c8200b07052c24ad852aa11cca1dbe1cdc2da50f6054612',
          model_hash: 'sha256:a2e3f9c1b6fcfa37b4e31abd2bb2e00604cf5b992d6ee0ea16aa5136318d7c39',
        },
      ],
    },
  },
  getModelFairness: {
    path: {
      id: 'credit-scorer',
    },
    answer: {
      model_id: 'credit-scorer',
      version: '4.0.0',
      fairness: {
        demographic_parity: 0.044,
        disparate_impact: 0.898,
        equal_opportunity: 0.035,
      },
    },
  },
  getModelCompleteness: {
    path: {
      id: 'm_a',
    },
    answer: {
      model_id: 'm_a',
      version: '1.0.0',
      specification: {
        items: [
          {
            item: 'model_hash',
            title: 'Artifact hash, for verification',
            status: 'unknown',
            sources: [],
            note: 'The card has no model_hash.',
          },
          {
            item: 'training_date',
            title: 'Training date',
            status: 'unknown',
            sources: [],
            note: 'The card has no training_date.',
          },
        ],
        present: 0,
        partial: 0,
        unknown: 7,
        total: 7,
      },
      annex_iv: {
        items: [
          {
            item: '1(a)',
            title: 'Intended purpose, provider, version',
            status: 'unknown',
            sources: [],
            note: 'Name the provider, and how this version relates to earlier ones.',
          },
          {
            item: '1(b)',
            title: 'Interaction with hardware and software that is not part of the system',
            status: 'unknown',
            sources: [],
            note: 'State other systems it interacts with.',
          },
        ],
        present: 0,
        partial: 0,
        unknown: 23,
        total: 23,
      },
    },
  },
  exportModel: {
    path: {
      id: 'm_a',
    },
    query: {
      format: 'annex-iv',
    },
  },
  importModel: {
    query: {
      format: 'huggingface',
    },
  },
  checkArtifactFile: {
    path: {
      id: 'm',
    },
    answer: {
      job_id: 'job_01KDVDNA00BSP5FYMAPQXZJSY5',
      kind: 'artifact_check',
      title: 'Check artifact against m 1.0.0',
      words: {
        text: 'check_artifact',
        values: {
          name: 'artifact',
          model: 'm 1.0.0',
        },
      },
      status: 'completed',
      phase: 'completed',
      progress: {
        done: 0,
        total: null,
        unit: 'bytes',
        per_second: 0,
      },
      cancel_requested: false,
      may_use: true,
      created_at: '2026-01-01T00:00:00.000Z',
      started_at: '2026-01-01T00:00:00.000Z',
      finished_at: '2026-01-01T00:00:00.000Z',
      error: null,
      result: {
        evidence_id: 'ev_01KDVDNA00BSP5FYMAPQXZJSY6',
        seq: 2,
        model_id: 'm',
        version: '1.0.0',
        method: 'sha256',
        outcome: 'no_hash',
        expected: null,
        actual: 'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        name: 'artifact',
        files: 1,
        bytes: 0,
        created_at: '2026-01-01T00:00:00.000Z',
        manifest: [],
      },
      freed_bytes: null,
    },
  },
  listArtifactChecks: {
    path: {
      id: 'credit-scorer',
    },
    query: {
      limit: '2',
    },
    answer: {
      data: [
        {
          evidence_id: 'ev_01K43VJB00DR7CZBYXK1TKTHSV',
          seq: 414,
          model_id: 'credit-scorer',
          version: '4.0.0',
          created_at: '2025-09-02T00:00:00.000Z',
          method: 'sha256',
          outcome: 'match',
          expected: 'sha256:e2f1ab64ab65d8e48fe7deefc2eb8ee684ab4cd9c3e954d440be67171c6a6530',
          actual: 'sha256:e2f1ab64ab65d8e48fe7deefc2eb8ee684ab4cd9c3e954d440be67171c6a6530',
          name: 'credit-scorer-4.0.0.bin',
          files: 1,
          bytes: 48317440,
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
  openArtifactCheck: {
    path: {
      id: 'm',
    },
    body: {
      kind: 'folder',
      name: 'model',
      files: 5,
      bytes: 50,
    },
    answer: {
      job_id: 'job_01KDVDNA00BSP5FYMAPQXZJSY5',
      kind: 'artifact_check',
      title: 'Check model against m 1.0.0',
      words: {
        text: 'check_artifact',
        values: {
          name: 'model',
          model: 'm 1.0.0',
        },
      },
      status: 'running',
      phase: 'hashing',
      progress: {
        done: 0,
        total: 50,
        unit: 'bytes',
        per_second: 0,
      },
      cancel_requested: false,
      may_use: true,
      created_at: '2026-01-01T00:00:00.000Z',
      started_at: '2026-01-01T00:00:00.000Z',
      finished_at: null,
      error: null,
      result: null,
      freed_bytes: null,
    },
  },
  uploadArtifactFile: {
    path: {
      job_id: 'job_01KDVDNA00BSP5FYMAPQXZJSY5',
    },
    query: {
      path: 'config/tokenizer.json',
    },
    body: '{}',
    answer: {
      job_id: 'job_01KDVDNA00BSP5FYMAPQXZJSY5',
      path: 'config/tokenizer.json',
      bytes: 2,
      sha256: 'sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a',
      files_received: 2,
      bytes_received: 9,
    },
  },
  completeArtifactCheck: {
    path: {
      job_id: 'job_01KDVDNA00BSP5FYMAPQXZJSY5',
    },
    answer: {
      job_id: 'job_01KDVDNA00BSP5FYMAPQXZJSY5',
      kind: 'artifact_check',
      title: 'Check artifact against m 1.0.0',
      words: {
        text: 'check_artifact',
        values: {
          name: 'artifact',
          model: 'm 1.0.0',
        },
      },
      status: 'completed',
      phase: 'completed',
      progress: {
        done: 1,
        total: null,
        unit: 'bytes',
        per_second: 0,
      },
      cancel_requested: false,
      may_use: true,
      created_at: '2026-01-01T00:00:00.000Z',
      started_at: '2026-01-01T00:00:00.000Z',
      finished_at: '2026-01-01T00:00:00.000Z',
      error: null,
      result: {
        evidence_id: 'ev_01KDVDNA00BSP5FYMAPQXZJSYG',
        seq: 2,
        model_id: 'm',
        version: '1.0.0',
        method: 'openssf-model-signing',
        outcome: 'no_hash',
        expected: null,
        actual: 'sha256:0a325ca303eb3014c43ae004970f343634db176fa1697bcc8c9efac94626488d',
        name: 'artifact',
        files: 1,
        bytes: 1,
        created_at: '2026-01-01T00:00:00.000Z',
        manifest: [
          {
            path: 'a',
            bytes: 1,
            sha256: 'sha256:2d711642b726b04401627ca9fbac32f5c8530fb1903cc4db02258717921a4881',
          },
        ],
      },
      freed_bytes: null,
    },
  },
  listModelCards: {
    query: {
      limit: '2',
    },
    answer: {
      data: [
        {
          model_id: 'claims-router',
          version: '2.1.0',
          versions: 3,
          registered_at: '2025-11-03T00:00:00.000Z',
          framework: 'scikit-learn',
          training_date: '2025-10-13',
          model_hash: null,
          artifact: 'no_hash',
          artifact_checked_at: '2025-11-04T00:00:00.000Z',
          specification: {
            present: 5,
            total: 7,
          },
          annex_iv: {
            present: 0,
            partial: 8,
            total: 23,
          },
          has_intended_use: true,
          has_limitations: true,
          decision_count: 58,
        },
        {
          model_id: 'content-moderation',
          version: '13.0.0',
          versions: 4,
          registered_at: '2026-01-12T00:00:00.000Z',
          framework: 'PyTorch',
          training_date: '2025-12-22',
          model_hash: 'sha256:e8f41f429d3736524836ebd3b7a0aa6add9c823cbd26d5cf8d5564648c0c0ad9',
          artifact: 'unchecked',
          artifact_checked_at: null,
          specification: {
            present: 7,
            total: 7,
          },
          annex_iv: {
            present: 0,
            partial: 9,
            total: 23,
          },
          has_intended_use: true,
          has_limitations: true,
          decision_count: 99,
        },
      ],
      pagination: {
        total: 7,
        limit: 2,
        offset: 0,
        has_more: true,
      },
    },
  },
  getUnregisteredModels: {
    answer: {
      models: [
        {
          model_id: 'route-planner',
          decision_count: 13,
        },
      ],
    },
  },
  getRecordModel: {
    path: {
      id: 'rec_01M669S0G1RRFQ1RM266439HYS',
    },
    answer: {
      record_id: 'rec_01M669S0G1RRFQ1RM266439HYS',
      model_id: 'credit-scorer',
      registered: true,
      card: {
        model_id: 'credit-scorer',
        version: '4.0.0',
        model_hash: 'sha256:e2f1ab64ab65d8e48fe7deefc2eb8ee684ab4cd9c3e954d440be67171c6a6530',
        training_date: '2025-08-11',
        framework: 'XGBoost',
        performance: {
          accuracy: 0.913,
          auc_roc: 0.929,
          brier_score: 0.069,
        },
        intended_use:
          'Scores applications of natural persons for instalment credit up to 60,000 EUR and recommends approve, refer or decline. A referred application is decided by a credit officer.',
        limitations:
          'Trained on applicants with a bureau history of at least twelve months: thin files are scored too low. Not for business credit. Incomes above 250,000 are extrapolated.',
        created_at: '2025-09-01T00:00:00Z',
      },
      latest_version: '4.0.0',
    },
  },
} satisfies Examples;
