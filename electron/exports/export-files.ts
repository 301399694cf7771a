/** The folder of exported tables: private, the newest twenty, and empty after an erasure. */
import { exportFormats, type ExportFormat } from '../../shared/contract/exports.ts';
import { JobFiles } from '../jobs/job-files.ts';

export type ExportFiles = JobFiles<ExportFormat>;

export function exportFiles(directory: string): ExportFiles {
  return new JobFiles({ directory, folder: 'exports', formats: exportFormats, kept: 20 });
}
