/** Everything that is done with files from elsewhere, by name. A thread does one task, and loads what that needs alone. */
import type { ForeignTask } from '../foreign/foreign-task.ts';

type LoadTask = () => Promise<ForeignTask<unknown, unknown, unknown>>;

export const foreignTasks: Readonly<Partial<Record<string, LoadTask>>> = {
  'read-body': async () => (await import('./read-body.ts')).readBodyTask,
  'read-rows': async () => (await import('../datasets/read-rows.ts')).readRowsTask,
  'check-rows': async () => (await import('../datasets/check-rows.ts')).checkRowsTask,
  'read-card': async () => (await import('../models/imports/read-card.ts')).readCardTask,
  'check-import': async () => (await import('../imports/check-import.ts')).checkImportTask,
  'import-case': async () => (await import('../cases/import-case-task.ts')).importCaseTask,
  'verify-case': async () => (await import('../cases/verify-case-task.ts')).verifyCaseTask,
  'check-copy': async () => (await import('../backup/check-copy.ts')).checkCopyTask,
  'draw-papers': async () =>
    (await import('../billing/documents/draw-papers-task.ts')).drawPapersTask,
  'visit-place': async () => (await import('../vouchers/visit-place.ts')).visitPlaceTask,
};
