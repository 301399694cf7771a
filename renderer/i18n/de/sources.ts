/** German words of the sources of datasets: where rows are, how they are looked at, and what became of them. */
import type { Translation } from '../catalogue.ts';

export const sources: Translation<'sources'> = {
  way: {
    label: 'Wo die Zeilen sind',
    import: 'Datei importieren',
    files: 'Dateien an Ort und Stelle öffnen',
  },
  wayText: {
    import:
      'Zeilen werden in dieses Journal kopiert, aus CSV oder JSON Lines, sobald der Datenbestand angelegt ist.',
    files: 'Parquet- oder CSV-Dateien bleiben, wo sie sind, und Sitzungen lesen sie dort.',
  },
  place: {
    title: 'Ort der Dateien',
    which: 'Welche Dateien',
    ofFolder: 'Die eines Ordners',
    some: 'Bestimmte Dateien',
    folder: 'Ordner',
    folderHint: 'Sein Pfad auf dem Rechner, der dieses Journal führt',
    pattern: 'Namen der Dateien',
    patternHint: '* steht für beliebigen Text',
    paths: 'Pfade',
    pathsHint: 'Einer je Zeile, in der Reihenfolge ihrer Zeilen',
    note: 'Die Dateien werden einmal ganz gelesen, um zu wissen, was darin ist. Geschrieben werden sie nie.',
    look: 'Dateien ansehen',
    failed: 'Die Dateien konnten nicht angesehen werden',
    noneHere: 'Noch ist kein Ordner dieses Rechners erlaubt.',
    noneGiven:
      'Dieser Server erlaubt keinen Ordner: Wer ihn startet, nennt sie mit --source-folder.',
    choose: 'Ordner in den Einstellungen wählen',
  },
  found: {
    rows_one: '{{formatted}} Zeile',
    rows_other: '{{formatted}} Zeilen',
    files_one: 'in {{formatted}} Datei, {{size}}',
    files_other: 'in {{formatted}} Dateien, {{size}}',
    again: 'Andere wählen',
    fields: 'Felder der Dateien',
    field: 'Feld',
    type: 'Typ in den Dateien',
    form: 'In Sitzungen',
    asText: 'Als Text',
    asTextOf: '{{field}} als Text lesen',
    leftOut_one: 'Eine Spalte bleibt weg, weil JSON keine Form für sie hat: {{columns}}',
    leftOut_other: '{{count}} Spalten bleiben weg, weil JSON keine Form für sie hat: {{columns}}',
    firstRows: 'Erste Zeilen',
    prepared:
      'CSV hat keine Typen: Sie wurden in jeder Zelle gesucht, und eine typisierte Kopie liegt im Datenordner. Sie wird neu gemacht, wenn sich eine Datei ändert, und mit dem Datenbestand gelöscht.',
  },
  form: {
    boolean: 'wahr/falsch',
    integer: 'Zahl',
    long: 'Zahl, eine ganze',
    double: 'Zahl',
    decimal: 'Zahl',
    text: 'Text',
    spelled: 'Text, wie er dort geschrieben wird',
    uuid: 'Text, eine ID',
    date: 'Text wie 2024-01-05',
    timestamp: 'Text, ein Zeitpunkt in UTC',
    list: 'Liste',
    struct: 'Objekt',
    json: 'beliebiger JSON-Wert',
  },
  key: {
    label: 'Was eine Zeile benennt',
    place: 'Ihre Datei und ihre Stelle darin',
    ofPlace:
      'Zeilen-IDs gelten für die Dateien, wie sie jetzt sind: Wird eine Datei ersetzt, kann eine ID die einer anderen Zeile sein.',
    ofColumn:
      'Zeilen-IDs werden aus dieser Spalte gebildet und bleiben dieselben, wenn Dateien ersetzt werden.',
  },
  rule: {
    files:
      'Dateien dürfen hinzukommen oder ersetzt werden. Eine Sitzung sieht die Dateien des Augenblicks, in dem sie eröffnet wurde; ändert sich eine davon währenddessen, endet sie, nichts weiter wird berechnet, und neue Sitzungen sehen die neuen Zeilen.',
  },
  line: {
    title: 'Quelle',
    kind: {
      embedded: 'In diesem Journal',
      files: 'Dateien an Ort und Stelle',
      postgres: 'Tabelle eines Servers',
    },
    place: 'Ort',
    rows: 'Zeilen',
    snapshot: 'Stand',
    seen: 'Gesehen',
    files_one: '{{formatted}} Datei',
    files_other: '{{formatted}} Dateien',
    check: 'Jetzt prüfen',
    checking: 'Die Dateien werden gelesen',
    failed: 'Die Quelle konnte nicht gelesen werden',
    checkFailed: 'Die Quelle konnte nicht geprüft werden',
    same: 'Die Zeilen sind die, die zuvor gesehen wurden',
    other: 'Die Zeilen sind andere: neue Sitzungen sehen sie',
    state: { ready: 'Bereit', unavailable: 'Nicht erreichbar', changed: 'Andere Felder' },
    unavailable: 'Die Quelle ist nicht erreichbar.',
    since: 'Seit',
    waits: 'Sitzungen warten; nichts geht verloren. Nachweise und Rechnungen bleiben lesbar.',
    empty: 'Dieser Ordner hat keine Parquet- oder CSV-Dateien.',
    changed:
      'Die Felder sind andere als die, mit denen der Datenbestand angelegt wurde. Legen Sie einen neuen Datenbestand für sie an.',
    ended_one:
      'Die Dateien wurden geändert. {{formatted}} Sitzung endete. Neue Sitzungen sehen die neuen Zeilen.',
    ended_other:
      'Die Dateien wurden geändert. {{formatted}} Sitzungen endeten. Neue Sitzungen sehen die neuen Zeilen.',
  },
  session: {
    changed: 'Die Zeilen haben sich geändert',
    changedText:
      'Die Zeilen, die diese Sitzung sah, sind seither andere. Sie liest nicht weiter, und nichts weiter wird berechnet. Eröffnen Sie für die neuen Zeilen eine neue Sitzung; was in dieser geschah, bleibt im Nachweis.',
    open: 'Neue Sitzung eröffnen',
  },
  settings: {
    folders: 'Ordner für Datenbestände',
    foldersText:
      'Aus Dateien in diesen Ordnern und darunter dürfen Datenbestände angelegt werden. Wer einen anlegt, kann an keine andere Stelle dieses Rechners sehen.',
    serverText: 'Sie werden beim Start des Servers genannt, mit --source-folder.',
    none: 'Kein Ordner ist erlaubt.',
    paths: 'Ordner',
    pathsHint: 'Absolute Pfade, einer je Zeile',
    keep: 'Ordner behalten',
    failed: 'Die Ordner wurden nicht behalten',
    loadFailed: 'Die Ordner konnten nicht gelesen werden',
    done: 'Die Ordner sind behalten',
    databases: 'Datenbanken',
  },
};
