/** German words of a record's evidence: its bytes, its path to a checkpoint, what that proves and what not. */
import type { Translation } from '../catalogue.ts';

export const evidence: Translation<'evidence'> = {
  loading: 'Nachweis wird gelesen',
  loadFailed: 'Der Nachweis konnte nicht gelesen werden',
  verdict: {
    holds: 'In diesem Fenster neu berechnet',
    fails: 'Stimmt nicht',
    checking: 'Wird geprüft',
    partly: 'In diesem Fenster neu berechnet, außer der Signatur',
  },
  words: {
    holds:
      'Die Bytes dieses Eintrags ergeben den Hash des Datensatzes, jeder vorhandene Wert ergibt seine Festlegung, und der Pfad aus {{steps}} Hashes führt zur Wurzel eines Prüfpunkts über {{size}} Einträge, signiert mit dem Schlüssel dieses Journals.',
    fails:
      'Was gespeichert ist, ist nicht das, worüber der Hash oder die Signatur gebildet wurde. Die Zeilen darunter sagen, was.',
  },
  steps: {
    hash: 'Die Bytes des Eintrags ergeben den Hash des Datensatzes',
    fields: 'Die Werte ergeben ihre Festlegungen',
    fieldsGone: '{{gone}} von {{total}} gelöscht oder fehlend, die Festlegungen bleiben',
    inclusion: 'Der Pfad führt zur Wurzel des Prüfpunkts',
    inclusionText: 'Eintrag {{seq}} von {{size}}, Hashes: {{steps}}',
    checkpoint: 'Der signierte Vermerk nennt diese Größe und Wurzel',
    signature: 'Ed25519-Signatur mit dem Schlüssel des Journals',
    related: 'Eingriffe und Löschungen, ebenso geprüft',
    relatedText_one: '{{count}} Eintrag',
    relatedText_other: '{{count}} Einträge',
  },
  outcome: {
    holds: 'stimmt',
    fails: 'stimmt nicht',
    gone: 'gelöscht',
    unknown: 'nicht geprüft: Dieses Fenster beherrscht kein Ed25519',
  },
  limits: {
    title: 'Was dies nicht beweist',
    anchor:
      'Dass es keinen anderen Verlauf gibt: Vergleichen Sie den Prüfpunkt mit einem andernorts verwahrten.',
    truth: 'Dass das Übermittelte wahr war, oder alles, was es gab.',
    time: 'Wann es geschah: Die Zeiten sind die des Journals selbst.',
  },
  facts: {
    title: 'Eintrag',
    entry: 'Journaleintrag',
    hash: 'Hash',
    leaf: 'Blatt-Hash',
    size: 'Prüfpunkt über',
    sizeText_one: '{{size}} Eintrag',
    sizeText_other: '{{size}} Einträge',
    root: 'Baumwurzel',
    key: 'Prüfschlüssel',
    note: 'Signierter Vermerk',
    bytes: 'Kanonische Bytes',
    path: 'Prüfpfad',
  },
  fields: {
    title: 'Festgelegte Werte',
    there: 'vorhanden',
    gone: 'nicht vorhanden',
    erased: 'Gelöscht durch {{who}}, {{role}}, am {{at}}. {{basis}}',
    undeclared: 'Nicht vorhanden, und keine Löschung erklärt es.',
  },
  save: 'Als Datei speichern',
  copy: 'Als JSON kopieren',
  copied: 'Nachweis',
  saved: '{{name}} gespeichert',
  secret: 'Die Datei enthält die Werte im Klartext, mit ihren Salts.',
  checkpoint: 'Alle Prüfpunkte',
};
