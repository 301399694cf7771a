/** What jobs are called, in each language: by the service in English, by the console and in files as is spoken. */
import type { LanguageCode } from './languages.ts';

export const jobTitleNames = [
  'verify',
  'back_up',
  'back_up_scheduled',
  'back_up_after_erasure',
  'verify_backup',
  'bundle_full',
  'bundle_range',
  'bundle_selection',
  'bundle_payout',
  'bundle_figure',
  'export_audit_log',
  'export_table',
  'open_case',
  'check_artifact',
  'import',
  'check',
  'analyse',
  'apply_profiles',
  'evaluate_rules',
  'person_access',
] as const;
export type JobTitle = (typeof jobTitleNames)[number];

export const jobTitles = {
  en: {
    verify: 'Verify the whole ledger',
    back_up: 'Back up the ledger',
    back_up_scheduled: 'Scheduled backup',
    back_up_after_erasure: 'Back up the ledger after an erasure',
    verify_backup: 'Verify the backup of {{made_at}}',
    bundle_full: 'Export an evidence bundle (full)',
    bundle_range: 'Export an evidence bundle (range)',
    bundle_selection: 'Export an evidence bundle (selection)',
    bundle_payout: 'Export an evidence bundle (payout)',
    bundle_figure: 'Export an evidence bundle (figure)',
    export_audit_log: 'Export the audit log ({{format}})',
    export_table: '{{name}} ({{format}})',
    open_case: 'Open {{name}} as a case',
    check_artifact: 'Check {{name}} against {{model}}',
    import: 'Import {{name}}',
    check: 'Check {{name}}',
    analyse: 'Analyse the rows of {{name}}',
    apply_profiles: 'Apply decision profiles',
    evaluate_rules: 'Evaluate rules',
    person_access: 'Data for the person of request {{number}}',
  },
  de: {
    verify: 'Ganzes Journal prüfen',
    back_up: 'Journal sichern',
    back_up_scheduled: 'Geplante Sicherung',
    back_up_after_erasure: 'Journal nach einer Löschung sichern',
    verify_backup: 'Sicherung vom {{made_at}} prüfen',
    bundle_full: 'Nachweispaket exportieren (vollständig)',
    bundle_range: 'Nachweispaket exportieren (Bereich)',
    bundle_selection: 'Nachweispaket exportieren (Auswahl)',
    bundle_payout: 'Nachweispaket exportieren (Auszahlung)',
    bundle_figure: 'Nachweispaket exportieren (Kennzahl)',
    export_audit_log: 'Zugriffsprotokoll exportieren ({{format}})',
    export_table: '{{name}} ({{format}})',
    open_case: '{{name}} als Fall öffnen',
    check_artifact: '{{name}} mit {{model}} vergleichen',
    import: '{{name}} importieren',
    check: '{{name}} kontrollieren',
    analyse: 'Zeilen von {{name}} untersuchen',
    apply_profiles: 'Entscheidungsprofile anwenden',
    evaluate_rules: 'Regeln auswerten',
    person_access: 'Daten für die Person des Antrags {{number}}',
  },
} as const satisfies Record<LanguageCode, Record<JobTitle, string>>;

/** A title by its name, and what is put into it. */
export interface JobWords {
  readonly text: JobTitle;
  readonly values: Readonly<Record<string, string>>;
}

/** A title, in English unless told. */
export function titleOf({ text, values }: JobWords, language: LanguageCode = 'en'): string {
  return jobTitles[language][text].replaceAll(
    /\{\{(\w+)\}\}/g,
    (_whole, name: string) => values[name] ?? '',
  );
}
