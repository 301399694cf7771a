/** German words of the recovery screen and of the banner of an engine that starts again. */
import type { Translation } from '../catalogue.ts';

export const recovery: Translation<'recovery'> = {
  screen: 'Das Journal ist nicht geöffnet',
  fault: {
    corrupt: {
      title: 'Das Journal kann nicht gelesen werden',
      text: 'Seine Datei fehlt, ist beschädigt, wurde abgeschnitten oder ist gar kein Journal. Daraus kann nichts angezeigt und nichts verbürgt werden.',
      window:
        'Eine Datei daneben hält fest, wie weit es gekommen war, bis auf die letzte Viertelsekunde vor einem Absturz. Deshalb wird kein leeres Journal an seiner Stelle begonnen.',
      retry: 'Sobald die richtige Datei wieder an ihrem Platz ist.',
    },
    locked: {
      title: 'Ein anderes Programm sperrt das Journal',
      text: 'Ein Programm auf diesem Rechner hat die Datei geöffnet und lässt kein anderes hinein: zum Beispiel ein Datenbankbetrachter, ein Sicherungsprogramm oder ein Virenscanner.',
      retry: 'Sobald dieses Programm geschlossen oder mit der Datei fertig ist.',
    },
    unwritable: {
      title: 'Das Journal kann nicht geschrieben werden',
      text: 'Das System verweigert das Öffnen zum Schreiben. Vielleicht ist es schreibgeschützt, gehört einem anderen Benutzer oder liegt auf einem nicht verbundenen Datenträger.',
      retry: 'Sobald dieser Benutzer dort schreiben darf.',
    },
    full: {
      title: 'Der Datenträger ist voll',
      text: 'Auf dem Datenträger, auf dem das Journal liegt, ist kein Platz mehr, und es konnte auch nicht nur zum Lesen geöffnet werden.',
      retry: 'Sobald wieder Platz ist.',
      free: 'Sobald wieder Platz ist: {{free}} sind jetzt frei.',
    },
    read_only: {
      title: 'Das Journal ist nur zum Lesen geöffnet',
      text: 'Als es geöffnet wurde, war auf seinem Datenträger kein Platz mehr. Alles lässt sich lesen; bis wieder Platz ist, wird nichts aufgezeichnet, entschieden, erfasst oder geprüft. Danach wird es von selbst zum Schreiben geöffnet.',
      retry: 'Sofort, sobald wieder Platz ist.',
      free: 'Sofort, sobald wieder Platz ist: {{free}} sind jetzt frei.',
    },
    newer: {
      title: 'Das Journal braucht ein neueres Proofdesk',
      text: 'Eine neuere Version des Programms hat es geschrieben. Würde es hier geöffnet, könnte verloren gehen, was diese Version hinzugefügt hat.',
      versions:
        'Es hat Format {{found}}; dieses Proofdesk, Version {{version}}, kennt Formate bis {{known}}.',
      retry: 'Sobald ein neueres Proofdesk installiert oder die ältere Datei wieder da ist.',
    },
    older: {
      title: 'Das Journal stammt von einem früheren Proofdesk',
      text: 'Diese Version beweist jedes Konto, jede Zahlung, jeden Datenbestand und jeden Schlüssel durch einen Eintrag im Journal. Ein früher angelegtes Journal hat keine für das, was schon darin steht, und nachträglich lassen sich keine erfinden.',
      versions:
        'Es hat Format {{found}}; dieses Proofdesk, Version {{version}}, hat Format {{known}}.',
      retry:
        'Sobald die Version, die es angelegt hat, installiert ist, oder eine andere Datei an seiner Stelle ist.',
    },
    foreign: {
      title: 'Dies ist nicht das Journal, das hierher gehört',
      text: 'Die Datei ist unversehrt, aber sie gehört zu einem anderen Programm oder ist ein anderes Journal als das, dessen Schlüssel daneben verwahrt ist. Mit dem falschen Schlüssel signierte Einträge würden nichts beweisen.',
      retry: 'Sobald die richtige Datei wieder an ihrem Platz ist.',
    },
    moved: {
      title: 'Das Journal wurde verschoben oder entfernt',
      text: 'Während es geöffnet war, wurde sein Ordner oder eine seiner Dateien weggenommen, umbenannt oder gegen eine andere ausgetauscht. Seither wurde nichts bestätigt, es wird nichts mehr daraus gelesen, und an seiner Stelle wird kein leeres Journal begonnen.',
      purpose:
        'Wurde es mit Absicht verschoben, dann schließen Sie dieses Programm und starten es mit dem neuen Datenverzeichnis.',
      retry: 'Sobald es wieder an seinem Platz ist. Geöffnet wird, was dann dort liegt.',
    },
    in_use: {
      title: 'Das Datenverzeichnis ist in Gebrauch',
      text: 'Ein anderes Programm hat es geöffnet. Zwei Programme, die ein Journal schreiben, würden seine Kette brechen.',
      holder: 'Gehalten von {{label}}, Prozess {{pid}}, seit {{time}}.',
      retry: 'Sobald dieses Programm geschlossen ist.',
    },
    crashed: {
      title: 'Der Dienst ist stehen geblieben',
      text: 'Ein Teil des Programms endete unerwartet und wird nicht von selbst neu gestartet.',
      times: 'Betroffen: {{thread}}, {{times}}-mal hintereinander.',
      retry: 'Startet jeden Teil des Dienstes neu.',
    },
    key_locked: {
      title: 'Der Schlüssel des Journals ist verschlossen',
      text: 'Der Schlüssel, der für das Journal signiert, ist durch eine Passphrase geschützt, und diesem Start hat sie niemand genannt. Es wurde nichts geöffnet oder geändert.',
      retry: 'Sobald der Dienst die Passphrase als Datei erhält.',
    },
    unknown: {
      title: 'Das Journal wurde nicht geöffnet',
      text: 'Das Programm ist auf etwas gestoßen, das es nicht erwartet hat.',
      retry: 'Sobald die Ursache behoben ist.',
    },
    damaged: {
      title: 'Ein Teil des Journals kann nicht gelesen werden',
      text: 'Das Journal ist geöffnet, aber beim Lesen zeigte sich ein Schaden in seiner Datei. Was lesbar ist, wird angezeigt; was den beschädigten Teil braucht, wird verweigert.',
      retry: 'Öffnet die Datei neu und kontrolliert, was zuletzt kam.',
    },
  },
  thread: {
    lock: 'der Thread für die Sperre des Datenverzeichnisses',
    writer: 'der Thread zum Schreiben',
    reader: 'der Thread zum Lesen',
    data: 'ein Thread für Abfragen',
    jobs: 'der Thread für Aufträge',
    maintenance: 'der Thread für Sicherungen und Kontrollen',
  },
  where: {
    file: 'Datei',
    folder: 'Datenverzeichnis',
    copy: 'Pfad',
  },
  kept: 'Es wurde nichts geändert oder gelöscht.',
  keptCrash:
    'Alles Bestätigte steht im Journal. Ob das, was gerade lief, dort angekommen ist, zeigt sich, sobald der Dienst wieder läuft.',
  keptMoved:
    'Alles Bestätigte steht in dem Journal, das hier lag, wo immer es jetzt ist. Ob auch angekommen ist, was gerade lief, zeigt sich, sobald es wieder da ist.',
  unlock: {
    passphrase: 'Passphrase des Schlüssels',
    hint: 'Sie bleibt allein im Speicher dieses Starts. Je Minute sind fünf Versuche möglich.',
    submit: 'Journal öffnen',
    failed: 'Das Journal wurde nicht geöffnet',
    show: 'Passphrase anzeigen',
  },
  act: {
    title: 'Was Sie tun können',
    retry: 'Erneut versuchen',
    restart: 'Neu starten',
    folder: 'Datenordner öffnen',
    folderHint: 'Um die Datei anzusehen oder die richtige an ihren Platz zu legen.',
    restore: 'Sicherung wiederherstellen\u00A0…',
    restoreHint:
      'Sie sehen, was sich ändern würde, bevor etwas geschieht. Die jetzige Datei bleibt erhalten.',
    restoreCount_zero:
      'Hier wird keine Sicherung aufbewahrt. Sie können eine andernorts gespeicherte wählen.',
    restoreCount_one: 'Hier wird {{count}} Sicherung aufbewahrt.',
    restoreCount_other: 'Hier werden {{count}} Sicherungen aufbewahrt.',
    diagnostics: 'Diagnose exportieren',
    diagnosticsHint:
      'Für alle, die Ihnen helfen: Versionen, Größen und Zustände; keine Datensätze und keine Schlüssel.',
    other: 'Andere Journale öffnen Sie über das Menü oben links.',
  },
  tried: 'Versucht am {{time}}: keine Änderung.',
  failed: 'Das hat nicht funktioniert',
  details: {
    title: 'Technische Details',
    copy: 'Details kopieren',
    what: 'Details',
    fault: 'Fehler',
    message: 'Meldung',
    code: 'Code',
    path: 'Pfad',
    size: 'Größe der Datei',
    free: 'Frei auf dem Datenträger',
    format: 'Format der Datei',
    known: 'Bekannte Formate',
    thread: 'Thread',
    since: 'Seit',
    version: 'Proofdesk',
    ledger: 'Journal',
    directory: 'Datenverzeichnis',
    absent: 'nicht vorhanden',
  },
  ledger: { local: 'lokal', demo: 'Demo', case: 'Fall' },
  fine: {
    title: 'Das Journal ist geöffnet',
    text: 'Es gibt nichts wiederherzustellen.',
  },
  status: 'Journal nicht geöffnet',
  banner: {
    restarting: 'Ein Teil des Dienstes startet neu: Versuch {{attempt}} von {{attempts}}.',
    readable: 'Was auf dem Bildschirm steht, bleibt lesbar.',
    next: 'in {{seconds}}\u00A0s',
    now: 'wird gestartet\u00A0…',
    damaged: 'Ein Teil der Journaldatei kann nicht gelesen werden.',
    damagedText: 'Nichts Bestätigtes wurde von diesem Programm geändert.',
    readOnly: 'Der Datenträger ist voll: Das Journal ist nur zum Lesen geöffnet.',
    readOnlyText:
      'Nichts Bestätigtes ist verloren. Sobald Platz ist, wird es zum Schreiben geöffnet.',
    show: 'Was zu tun ist',
  },
};
