/** What jobs are called: in English here, in its own language by the console. */

export const jobTitleNames = [
  'verify',
  'back_up',
  'back_up_scheduled',
  'back_up_after_erasure',
  'verify_backup',
  'bundle_full',
  'bundle_range',
  'bundle_selection',
  'export_audit_log',
  'export_table',
  'open_case',
  'check_artifact',
  'import',
  'check',
] as const;
export type JobTitle = (typeof jobTitleNames)[number];

export const jobTitles = {
  verify: 'Verify the whole ledger',
  back_up: 'Back up the ledger',
  back_up_scheduled: 'Scheduled backup',
  back_up_after_erasure: 'Back up the ledger after an erasure',
  verify_backup: 'Verify the backup of {{made_at}}',
  bundle_full: 'Export an evidence bundle (full)',
  bundle_range: 'Export an evidence bundle (range)',
  bundle_selection: 'Export an evidence bundle (selection)',
  export_audit_log: 'Export the audit log ({{format}})',
  export_table: '{{name}} ({{format}})',
  open_case: 'Open {{name}} as a case',
  check_artifact: 'Check {{name}} against {{model}}',
  import: 'Import {{name}}',
  check: 'Check {{name}}',
} as const satisfies Record<JobTitle, string>;

/** A title by its name, and what is put into it. */
export interface JobWords {
  readonly text: JobTitle;
  readonly values: Readonly<Record<string, string>>;
}

/** A title in English. */
export function titleOf({ text, values }: JobWords): string {
  return jobTitles[text].replaceAll(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '');
}
