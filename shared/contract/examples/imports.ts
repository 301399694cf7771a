/** Examples of requests of the area imports, each with its answer. */
import type { Examples } from './example.ts';

export const importsExamples = {
  createImport: {
    query: {
      name: 'file.ndjson',
    },
    body: '{"model_id":"m","input":{"n":1},"output":{}}\n{"model_id":"m","input":{"n":2},"output":{}}\n',
    answer: {
      job_id: 'job_01KDVDNA00BSP5FYMAPQXZJSY5',
      kind: 'import',
      title: 'Import file.ndjson',
      words: {
        text: 'import',
        values: {
          name: 'file.ndjson',
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
} satisfies Examples;
