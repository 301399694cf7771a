/** German words of checkpoints: how the ledger stands to them, keeping one elsewhere, comparing one. */
import type { Translation } from '../catalogue.ts';

export const checkpoints: Translation<'checkpoints'> = {
  title: 'Prüfpunkte',
  text: 'Ein Prüfpunkt ist ein signierter Vermerk, wie viele Einträge das Journal hat und welche Wurzel sich darüber ergibt. Ein andernorts verwahrter zeigt, was das Journal allein nicht kann: dass am Ende nichts abgeschnitten und kein anderer Verlauf an seine Stelle gesetzt wurde.',
  sign: 'Prüfpunkt signieren',
  signed_one: 'Prüfpunkt über {{size}} Eintrag signiert',
  signed_other: 'Prüfpunkt über {{size}} Einträge signiert',
  signFailed: 'Es wurde kein Prüfpunkt signiert',
  compare: 'Andernorts verwahrten vergleichen\u00A0…',
  list: 'Zu diesem Journal verwahrte Prüfpunkte, größte zuerst',
  loading: 'Prüfpunkte werden geladen',
  loadFailed: 'Die Prüfpunkte konnten nicht geladen werden',
  empty:
    'Noch wurde kein Prüfpunkt signiert. Dies geschieht nach einer Änderung, beim Export und beim Schließen des Journals.',
  more: 'Mehr anzeigen',
  columns: {
    size: 'Einträge',
    root: 'Wurzel',
    kept: 'Verwahrt',
    source: 'Herkunft',
    verdict: 'Was er über das Journal sagt',
    actions: 'Aktionen',
  },
  source: { own: 'Neben der Datenbank', anchor: 'Andernorts' },
  save_one: 'Prüfpunkt über {{size}} Eintrag speichern',
  save_other: 'Prüfpunkt über {{size}} Einträge speichern',
  saveShort: 'Speichern',
  copy_one: 'Prüfpunkt über {{size}} Eintrag kopieren',
  copy_other: 'Prüfpunkt über {{size}} Einträge kopieren',
  note: 'Prüfpunkt',
  saved: '{{name}} gespeichert. Verwahren Sie ihn, wo dieser Rechner nicht hinreicht.',
  unreadable: 'nicht lesbar',

  verdict: {
    VERIFIED_ANCHORED: 'Setzt ihn fort',
    VERIFIED_SIGNED: 'Setzt ihn fort',
    SELF_CONSISTENT_ONLY: 'Sagt nichts aus',
    TRUNCATED: 'Ende abgeschnitten',
    ROLLED_BACK: 'Zurückgesetzt',
    FORKED: 'Anderer Verlauf',
    BAD_SIGNATURE: 'Falsche Signatur',
    UNKNOWN_KEY: 'Unbekannter Schlüssel',
  },
  standing: {
    title: {
      VERIFIED_ANCHORED: 'Setzt einen andernorts verwahrten Prüfpunkt fort',
      VERIFIED_SIGNED: 'Setzt seinen eigenen Prüfpunkt fort',
      SELF_CONSISTENT_ONLY: 'Kein Prüfpunkt bürgt für dieses Journal',
      TRUNCATED: 'Das Ende des Journals wurde abgeschnitten',
      ROLLED_BACK: 'Das Journal wurde zurückgesetzt',
      FORKED: 'Das Journal enthält einen anderen Verlauf',
      BAD_SIGNATURE: 'Ein Prüfpunkt hat eine falsche Signatur',
      UNKNOWN_KEY: 'Ein Prüfpunkt ist mit einem unbekannten Schlüssel signiert',
    },
    text: {
      VERIFIED_ANCHORED:
        'Dieses Journal setzt einen Prüfpunkt fort, der von andernorts stammt (Einträge: {{size}}). Für das, was danach kam, bürgt noch niemand sonst.',
      VERIFIED_SIGNED:
        'Dieses Journal setzt fort, was sein eigener Schlüssel signiert hat (Einträge: {{size}}). Das beweist nur, was der Inhaber des Schlüssels erklärt hat: Verwahren Sie einen Prüfpunkt andernorts.',
      SELF_CONSISTENT_ONLY:
        'Signieren Sie einen Prüfpunkt, und verwahren Sie ihn andernorts: Ohne ihn fällt ein abgeschnittenes Ende nicht auf.',
      TRUNCATED:
        'Einträge unter einem signierten Prüfpunkt: {{size}}; im Journal: {{now}}. Am Ende fehlen Einträge. Bis dies geklärt ist, kann nichts angefügt werden.',
      ROLLED_BACK:
        'Einträge unter einem signierten Prüfpunkt: {{size}}; im Journal: {{now}}. Es ist ein früherer Stand seiner selbst, wie nach dem Zurückspielen einer älteren Kopie. Bis dies geklärt ist, kann nichts angefügt werden.',
      FORKED:
        'Ein signierter Prüfpunkt (Einträge: {{size}}) hat eine andere Wurzel als das Journal an dieser Stelle. Mit einem Schlüssel wurden zwei Verläufe signiert. Bis dies geklärt ist, kann nichts angefügt werden.',
      BAD_SIGNATURE: 'Ein Prüfpunkt neben der Datenbank trägt keine gültige Signatur.',
      UNKNOWN_KEY:
        'Ein Prüfpunkt neben der Datenbank ist nicht mit dem Schlüssel aus dem Anfangseintrag signiert.',
    },
    checkpoint: 'Der Prüfpunkt',
    ledger: 'Das Journal',
    entries_one: '{{size}} Eintrag',
    entries_other: '{{size}} Einträge',
    root: 'Wurzel',
    noRoot: 'nicht berechenbar',
    keptAt: 'Verwahrt',
    show: 'Prüfpunkte anzeigen',
    banner: '{{title}}. Signierte Einträge: {{checkpoint}}; Einträge hier: {{ledger}}.',
    bannerFork: '{{title}}. Die Wurzel (Einträge: {{checkpoint}}) ist nicht die signierte.',
  },

  seen: {
    text: 'Eine Datei neben der Datenbank hält fest, wie weit es gekommen war (Einträge: {{size}}, Ereignisse des Zugriffsprotokolls: {{events}}), am',
    window:
      'Was in der letzten Viertelsekunde vor einem Absturz aufgezeichnet wurde, und während diese Datei geschrieben wurde, kennt sie nicht. Wer im Datenordner schreiben kann, kann auch sie ändern: Dann hilft nur ein andernorts verwahrter Prüfpunkt.',
    differs:
      'Das Journal (Einträge: {{now}}) setzt nicht fort, was zuletzt von ihm gesehen wurde. Es kann nichts angefügt werden, bis das geklärt ist: Legen Sie die richtige Datei zurück, oder stellen Sie eine Sicherung wieder her.',
    auditLog:
      'Das Zugriffsprotokoll setzt nicht fort, was zuletzt von ihm gesehen wurde: Ereignisse an seinem Ende wurden abgeschnitten oder ersetzt. Eine Prüfung nennt sie.',
    banner: '{{title}}. Einträge, als es zuletzt gesehen wurde: {{seen}}; jetzt: {{ledger}}.',
  },

  clock: {
    banner:
      'Der neueste Eintrag ist auf {{time}} datiert, über einen Tag später als die Uhr dieses Rechners: Eine Uhr ging falsch. Was bis dahin aufgezeichnet wird, trägt diese Zeit; ein Eintrag „Uhr wurde verstellt“ im Journal sagt, was die Uhr wirklich zeigte.',
  },

  keys: {
    title: 'Schlüssel des Journals',
    list: 'Schlüssel des Journals, der gültige zuerst',
    loadFailed: 'Die Schlüssel konnten nicht geladen werden',
    key: 'Prüfschlüssel',
    state: 'Status',
    inForce: 'Gültig',
    replaced: 'Ersetzt',
    from: 'Signiert ab Eintrag',
    since: 'Seit',
    change: 'Schlüssel wechseln\u00A0…',
    text: 'Der gültige Schlüssel signiert einen letzten Prüfpunkt. Beide Schlüssel signieren einen Eintrag des Journals, der den neuen nennt, und von da an signiert der neue Schlüssel. Was zuvor signiert wurde, bleibt prüfbar. Dies lässt sich nicht rückgängig machen; wer nur den alten Schlüssel hat, kann für dieses Journal nicht mehr signieren.',
    submit: 'Schlüssel wechseln',
    changed: 'Das Journal hat einen neuen Schlüssel',
    failed: 'Der Schlüssel wurde nicht gewechselt',
  },

  anchor: {
    title: 'Andernorts verwahrten Prüfpunkt vergleichen',
    text: 'Fügen Sie ihn ein, oder legen Sie seine Datei ab. Er wird mit diesem Journal verglichen; hat der Schlüssel dieses Journals ihn signiert, wird er von da an als Anker verwahrt.',
    label: 'Prüfpunkt',
    drop: 'Legen Sie die Datei hier ab',
    file: 'Datei wählen\u00A0…',
    malformed:
      'Ein Prüfpunkt hat drei Zeilen, eine leere und eine Signaturzeile, die mit — beginnt.',
    tooLarge: 'Ein Prüfpunkt hat höchstens 64\u00A0KB.',
    submit: 'Vergleichen',
    failed: 'Er wurde nicht verglichen',
    again: 'Weiteren vergleichen',
    kept: 'Er wird als Anker verwahrt.',
    notKept:
      'Er wurde verglichen und nicht verwahrt: Der Schlüssel dieses Journals hat ihn nicht signiert.',
  },
};
