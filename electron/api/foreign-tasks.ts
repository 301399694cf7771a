/** Everything that is done with files from elsewhere, by name, for the threads that do it. */
import { importCaseTask } from '../cases/import-case-task.ts';
import { verifyCaseTask } from '../cases/verify-case-task.ts';
import { checkRowsTask } from '../datasets/check-rows.ts';
import type { ForeignTask } from '../foreign/foreign-task.ts';
import { checkImportTask } from '../imports/check-import.ts';
import { readCardTask } from '../models/imports/read-card.ts';

export const foreignTasks: readonly ForeignTask<unknown, unknown, unknown>[] = [
  readCardTask,
  checkImportTask,
  checkRowsTask,
  importCaseTask,
  verifyCaseTask,
];
