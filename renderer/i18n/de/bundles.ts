/** German words of evidence bundles: what goes in, how it is checked, where it is fetched. */
import type { Translation } from '../catalogue.ts';

export const bundles: Translation<'bundles'> = {
  title: 'Nachweispaket exportieren',
  action: 'Paket exportieren\u00A0…',
  short: 'Paket\u00A0…',
  command: 'Nachweispaket exportieren\u00A0…',
  text: 'Eine ZIP-Datei, die jeder mit gängigen Werkzeugen prüfen kann, ohne Proofdesk.',
  what: 'Was hineinkommt',
  kind: {
    full: 'Das ganze Journal',
    range: 'Ein Bereich von Einträgen',
    selection: 'Eine Auswahl von Entscheidungen',
    payout: 'Eine Auszahlung',
    figure: 'Eine Kennzahl',
    tiles: 'Der Baum als Kacheln',
  },
  kindText: {
    full: 'Jeder Eintrag, insgesamt {{entries}}: der stärkste Nachweis, nichts wird ausgelassen.',
    range:
      'Einträge von einer Stelle im Journal bis zu einer anderen, jeder belegt durch seinen Pfad zum Prüfpunkt.',
    selection:
      'Gewählte Entscheidungen mit ihren Eingriffen und Löschungen. Ein Verzeichnis im Journal belegt, dass zu ihnen nichts ausgelassen ist. Über die anderen wird nichts gesagt.',
    payout:
      'Die Auszahlung mit ihren Anteilen, den Sitzungen und den erfassten Zeilen dahinter, jede belegt. Nichts von anderen Datenhaltern, und von der Rechnung des Labors nichts außer dem Anteil.',
    figure:
      'Die gezählten Entscheidungen mit dem, was Personen taten und was gelöscht wurde, das Profil und der Eintrag der Kennzahl: Wer es hat, zählt nach. Es beweist, was diese Entscheidungen sagen, nicht dass keine im Filter fehlt.',
    tiles:
      'Alle Einträge im Layout C2SP tlog-tiles, für Log-Werkzeuge und statische Dateiserver: keine Werte, keine Salts.',
  },
  fullOfFigure:
    'Jeder Eintrag, insgesamt {{entries}}: Wer den Filter darauf anwendet, sieht auch, dass in der Kennzahl keine Entscheidung fehlt.',
  from: 'Erster Eintrag',
  to: 'Letzter Eintrag',
  rangeBad: 'muss eine ganze Zahl von {{from}} bis {{to}} sein',
  source: 'Welche Entscheidungen',
  marked_one: '{{formatted}} ausgewählte Entscheidung',
  marked_other: '{{formatted}} ausgewählte Entscheidungen',
  filtered: 'Alle Treffer des Filters',
  noSource:
    'Filtern Sie die Entscheidungen oder wählen Sie einige davon aus, und exportieren Sie dann von dort.',
  everything: 'Die Liste hat keinen Filter: Dies ist jede Entscheidung.',
  since: 'Auch zeigen, dass es einen früheren Prüfpunkt fortsetzt',
  sinceHint:
    'Die Zahl der Einträge eines Prüfpunkts, den die prüfende Stelle aufbewahrt: Das Paket zeigt, dass er sein Anfang ist.',
  sincePlaceholder: 'Keiner, oder eine Größe wie 24',
  secretsOfPayout:
    'Es enthält im Klartext Beträge und Sitzungen. Geben Sie es nur an Personen, die das lesen dürfen.',
  holds: 'Was es enthält',
  contents: {
    entries: 'Die kanonischen Bytes jedes Eintrags: das, worüber der Hash gebildet wurde',
    payloads: 'Die Werte und Salts hinter den Festlegungen, sofern nicht gelöscht',
    proofs: 'Pfade zu einem signierten Prüfpunkt, und wofür sich andere verbürgt haben',
    keys: 'Den öffentlichen Schlüssel und auditor.py, das nur die Standardbibliothek von Python braucht',
    views: 'Einen Bericht zum Lesen, der für sich allein nichts beweist',
  },
  secrets:
    'Es enthält im Klartext, worauf die Entscheidungen beruhten. Geben Sie es nur an Personen, die das lesen dürfen.',
  checks: 'Wie eine prüfende Stelle es prüft',
  checksText: 'In dem Ordner, in den die ZIP-Datei entpackt wurde:',
  commands: {
    files: 'Die Dateien sind die exportierten',
    hashes: 'Jede Zeile ist ein Eintrag; ihr SHA-256 ist sein Hash',
    note: 'Der Prüfpunkt und seine Signatur, getrennt',
    signature: 'Die Signatur stimmt mit dem Schlüssel des Journals überein',
    all: 'Alles, unter KEY: dem Schlüssel des Journals, wie Sie ihn von seinem Eigentümer haben',
  },
  copyCommand: 'Befehl kopieren: {{what}}',
  copyAll: 'Alle kopieren',
  saveVerifier: 'Prüfprogramm speichern',
  commandsName: 'Befehle',
  commandName: 'Befehl',
  notProven:
    'Der Schlüssel beweist, wer signiert hat, nicht, dass dies der einzige Verlauf war. Vergleichen Sie den Prüfpunkt mit einem, der andernorts verwahrt wurde.',
  start: 'Exportieren',
  startFailed: 'Der Export wurde nicht gestartet',
  making: 'Das Paket wird erstellt',
  makingText:
    'Dies läuft weiter, wenn Sie hier schließen; das fertige Paket finden Sie unter Aufträge.',
  done: 'Das Paket ist erstellt',
  download: 'Herunterladen',
  downloadForDesk: 'Für Proofdesk (.pdbundle)',
  downloadFailed: 'Das Paket konnte nicht abgerufen werden',
  gone: 'Aufbewahrt werden die letzten zehn Pakete, und nur bis zur nächsten Löschung. Exportieren Sie es erneut.',
  saved: '{{name}} gespeichert',
  entries_one: '{{amount}} Eintrag',
  entries_other: '{{amount}} Einträge',
  result: '{{entries}} unter einem Prüfpunkt über {{size}}, {{bytes}}',
  sha256: 'SHA-256 der ZIP-Datei',
  failed: 'Es wurde kein Paket erstellt',
  again: 'Weiteres exportieren',
  list: {
    title: 'Pakete',
    empty: 'Aus diesem Arbeitsbereich wurde noch kein Paket exportiert.',
    made: 'Erstellt',
    what: 'Inhalt',
    entries: 'Einträge',
    bytes: 'Größe',
    hash: 'SHA-256',
    fetch: 'Abrufen',
    name: 'Von hier exportierte Pakete',
  },
};
