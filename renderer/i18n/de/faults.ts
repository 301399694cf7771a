/** German words of faults at a field. */
import type { Translation } from '../catalogue.ts';

export const faults: Translation<'faults'> = {
  required: 'wird benötigt',
  notEmpty: 'darf nicht leer sein',
  characters: 'darf höchstens {{count}} Zeichen haben',
  decimals: 'darf höchstens {{count}} Nachkommastellen haben',
  items: 'darf höchstens {{count}} Einträge haben',
  least: 'muss mindestens {{number}} sein',
  most: 'darf höchstens {{number}} sein',
  number: 'muss eine Zahl sein',
  finite: 'muss eine endliche Zahl sein',
  integer: 'muss eine ganze Zahl sein',
  string: 'muss ein Text sein',
  object: 'muss ein Objekt sein',
  boolean: 'muss true oder false sein',
  oneOf: 'muss eines davon sein: {{values}}',
  date: 'muss ein Datum sein, JJJJ-MM-TT',
  notBefore: 'darf nicht vor {{field}} liegen',
  notAfter: 'darf nicht nach {{field}} liegen',
  unknown: 'ist kein bekanntes Feld',
  charactersLeast: 'muss mindestens {{count}} Zeichen haben',
  keyPassphrase: 'öffnet diese Datei nicht: Sie ist eine andere, oder die Datei wurde verändert',
  keyFile: 'ist keine oder keine vollständige Schlüsseldatei von Proofdesk',
  keyFileCost: 'verlangt eine Ableitung (scrypt), die keine Schlüsseldatei von Proofdesk verlangt',
  keyFileDamaged: 'ist beschädigt: Ein Teil fehlt',
  keyFileName: 'nennt einen Schlüssel, der nicht der enthaltene ist',
};
