/** The columns of jobs, in their table and in a file. */
import type { TFunction } from 'i18next';
import { jobKinds, jobStatuses, type Job } from '../../../shared/contract/jobs.ts';
import { defineTable } from '../../ui/list/define-list.ts';

type Translate = TFunction<['jobs', 'tables']>;

/** Cells are drawn by the screen. */
export const jobsTable = defineTable<Job, Translate>()(
  {
    id: 'jobs',
    columnsAt: 'columns',
    rowId: (row) => row.job_id,
    columns: {
      id: { path: '/job_id', title: 'id', onlyInFiles: 'job' },
      kind: {
        path: '/kind',
        title: 'kind.label',
        codes: jobKinds,
        wordsAt: 'kinds',
        onlyInFiles: 'job',
      },
      job: { path: '/title' },
      state: { path: '/status', codes: jobStatuses, wordsAt: 'statuses' },
      done: {
        path: '/progress/done',
        form: 'count',
        title: 'tables:file.done',
        onlyInFiles: 'progress',
      },
      unit: {
        path: '/progress/unit',
        title: 'tables:file.unit',
        codes: ['bytes', 'records', 'entries', 'rows'],
        wordsAt: 'units',
        onlyInFiles: 'progress',
      },
      progress: {},
      error: { path: '/error/message', title: 'tables:file.error', onlyInFiles: 'progress' },
      result: {
        path: '/result',
        form: 'json',
        title: 'tables:file.result',
        onlyInFiles: 'progress',
      },
      created: {
        path: '/created_at',
        form: 'instant',
        title: 'tables:file.created_at',
        onlyInFiles: 'started',
      },
      started: { path: '/started_at', form: 'zoned', titleInFiles: 'tables:file.started_at' },
      finished: {
        path: '/finished_at',
        form: 'instant',
        title: 'tables:file.finished_at',
        onlyInFiles: 'started',
      },
      actions: { isSilent: true, fixed: true },
    },
  },
  (t, key) => (key === 'units.bytes' ? t('tables:file.bytes') : t(key)),
);
