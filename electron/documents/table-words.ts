/** The words that a document has around a table, in the language of whoever asked for it. */
import type { LanguageCode } from '../../shared/languages.ts';

export interface TableWords {
  readonly rows: string;
  readonly asOf: string;
  readonly times: string;
  readonly narrowedTo: string;
  /** Before the hash in the footer. */
  readonly digest: string;
  /** Behind a cell that is cut: how many characters more there are. */
  readonly more: (characters: number) => string;
  /** Between the whole of a number and its fraction. */
  readonly decimal: '.' | ',';
}

export const tableWords: Readonly<Record<LanguageCode, TableWords>> = {
  en: {
    rows: 'Rows',
    asOf: 'As of',
    times: 'Times',
    narrowedTo: 'Narrowed to',
    digest: 'SHA-256 of the rows as JSON Lines',
    more: (characters) => `(${characters} more characters)`,
    decimal: '.',
  },
  de: {
    rows: 'Zeilen',
    asOf: 'Stand',
    times: 'Zeitangaben',
    narrowedTo: 'Eingegrenzt auf',
    digest: 'SHA-256 der Zeilen als JSON Lines',
    more: (characters) => `(${characters} weitere Zeichen)`,
    decimal: ',',
  },
};
