/** Examples of requests of the area jobs, each with its answer. */
import type { Examples } from './example.ts';

export const jobsExamples = {
  createExport: {
    body: {
      title: 'Costs',
      columns: [
        {
          key: 'name',
          title: 'Name',
          path: '/name',
          kind: 'text',
        },
        {
          key: 'cost',
          title: 'Cost',
          path: '/cost',
          kind: 'number',
        },
      ],
      source: {
        rows: [
          {
            name: 'a;=1+1',
            cost: -1.5,
          },
        ],
      },
      format: 'csv',
    },
    answer: {
      job_id: 'job_01M7XPE600CD8RDP3P5TRENGRD',
      kind: 'view_export',
      title: 'Costs (csv)',
      words: {
        text: 'export_table',
        values: {
          name: 'Costs',
          format: 'csv',
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
      created_at: '2026-11-21T00:00:00.000Z',
      started_at: null,
      finished_at: null,
      error: null,
      result: null,
      freed_bytes: null,
    },
  },
  downloadExport: {
    path: {
      job_id: 'job_01KGDTCA001MNMNY3APZYG446Y',
    },
  },
  listJobs: {
    query: {
      kind: 'decision_facts',
      limit: '1',
    },
    answer: {
      data: [
        {
          job_id: 'job_01KDVR10EMEN741E1YNA74RG1E',
          kind: 'decision_facts',
          title: 'Apply decision profiles',
          words: {
            text: 'apply_profiles',
            values: {},
          },
          status: 'running',
          phase: 'writing',
          progress: {
            done: 0,
            total: 0,
            unit: 'records',
            per_second: 0,
          },
          cancel_requested: false,
          may_use: true,
          created_at: '2026-01-01T03:01:09.204Z',
          started_at: '2026-01-01T03:01:09.204Z',
          finished_at: null,
          error: null,
          result: null,
          freed_bytes: null,
        },
      ],
      pagination: {
        total: 1,
        limit: 1,
        offset: 0,
        has_more: false,
      },
    },
  },
  getJob: {
    path: {
      id: 'job_01KDVDNA00BSP5FYMAPQXZJSYQ',
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
      status: 'completed',
      phase: 'completed',
      progress: {
        done: 3,
        total: 3,
        unit: 'entries',
        per_second: 0,
      },
      cancel_requested: false,
      may_use: true,
      created_at: '2026-01-01T00:00:00.000Z',
      started_at: '2026-01-01T00:00:00.000Z',
      finished_at: '2026-01-01T00:00:00.000Z',
      error: null,
      result: {
        export_id: 'job_01KDVDNA00BSP5FYMAPQXZJSYQ',
        format: 'jsonl',
        events: 3,
        bytes: 1272,
        sha256: 'sha256:9ad9cf7e54f24a656ca9c1f6f0e56464ed103e243a32aaf03c636981ded4b45f',
      },
      freed_bytes: null,
    },
  },
  cancelJob: {
    path: {
      id: 'job_01M7XPE600CD8RDP3P5TRENGYT',
    },
    answer: {
      job_id: 'job_01M7XPE600CD8RDP3P5TRENGYT',
      kind: 'view_export',
      title: 'Decisions (csv)',
      words: {
        text: 'export_table',
        values: {
          name: 'Decisions',
          format: 'csv',
        },
      },
      status: 'running',
      phase: 'queued',
      progress: {
        done: 0,
        total: null,
        unit: 'rows',
        per_second: 0,
      },
      cancel_requested: true,
      may_use: true,
      created_at: '2026-11-21T00:00:00.000Z',
      started_at: '2026-11-21T00:00:00.000Z',
      finished_at: null,
      error: null,
      result: null,
      freed_bytes: null,
    },
  },
} satisfies Examples;
