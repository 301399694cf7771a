/** German words of the help: what verdicts mean, the tour, the interface; and of the palette over all things. */
import type { Translation } from '../catalogue.ts';

export const help: Translation<'help'> = {
  title: 'Hilfe',
  back: 'Zurück zur Hilfe',
  pages: {
    all: 'Die ganze Hilfe',
    verdicts: 'Was ein Prüfergebnis bedeutet',
    verdictsText:
      'Jedes Prüfergebnis und jeder Befund: was geprüft wurde, was es nicht beweist, was zu tun ist.',
    tour: 'Der Rundgang',
    tourText:
      'Sieben Stationen durch die Konsole, auf echten Ansichten. Er lässt sich jederzeit verlassen.',
    keys: 'Tastatur',
    keysText: 'Jede Taste, die hier etwas bewirkt, aus den Befehlen selbst entnommen.',
    api: 'Schnittstelle für Programme',
    apiText: 'Jede Operation der API des geöffneten Journals, mit einem Beispiel zum Kopieren.',
  },
  menu: {
    file: 'Datei',
    view: 'Ansicht',
    go: 'Öffnen',
    ledger: 'Journal',
    help: 'Hilfe',
    dataFolder: 'Datenordner öffnen',
  },
  notices: {
    filter: 'Welche Mitteilungen',
    all: 'Alle',
    errors: 'Fehler',
    error: 'Fehler',
    nothing: 'Was hier geschieht, wird festgehalten, auch wenn das Fenster geschlossen ist.',
    noErrors: 'Nichts ist fehlgeschlagen.',
    dismiss: 'Entfernen: {{title}}',
  },
  api: {
    failed: 'Das Dokument der Schnittstelle konnte nicht geladen werden',
    search: 'Operation suchen',
    operations: 'Operationen',
    none: 'Keine Operation passt zu „{{text}}“.',
    extension: 'Erweiterung',
    parameters: 'Parameter',
    body: 'Inhalt, {{type}}',
    answers: 'Antworten',
    answerBody: 'Felder der Antwort',
    required: 'erforderlich',
    example: 'Beispiel',
    copy: 'Beispiel kopieren',
  },
  tour: {
    title: 'Rundgang',
    command: 'Rundgang starten',
    offer:
      'Diese Daten sind erfunden. Ein Rundgang mit sieben Stationen zeigt, wozu die Konsole da ist.',
    goOn: 'Der Rundgang ist noch nicht zu Ende.',
    start: 'Rundgang starten',
    continue: 'Rundgang fortsetzen',
    decline: 'Nein, danke',
    step: 'Station {{step}} von {{total}}',
    leave: 'Rundgang verlassen; er kann fortgesetzt werden',
    back: 'Zurück',
    next: 'Weiter',
    end: 'Fertig',
    stops: {
      verdict: {
        title: 'Was über dieses Journal bekannt ist',
        text: 'Ein Prüfergebnis sagt, was hier neu berechnet wurde, wie viel davon und wann. „Nicht geprüft“ heißt, dass noch niemand nachgesehen hat, nicht, dass alles in Ordnung ist. „Jetzt prüfen“ berechnet jeden Eintrag neu.',
      },
      list: {
        title: 'Jede Entscheidung, in ihrer Reihenfolge',
        text: 'Eine Zeile ist eine Entscheidung eines Modells. Das Zeichen an der Seite sagt, ob sie geprüft wurde. Drücken Sie / zum Filtern, j und k für abwärts und aufwärts.',
      },
      record: {
        title: 'Eine Entscheidung im Einzelnen',
        text: 'Was das Modell gefragt wurde, was es geantwortet hat, warum, und wer eingegriffen hat. Der Reiter Kette zeigt die genauen Bytes, über die der Hash gebildet wurde, und die Verknüpfung mit der vorigen Entscheidung.',
      },
      review: {
        title: 'Was auf eine Person wartet',
        text: 'Entscheidungen, die eine Richtlinie, eine Eskalation oder das ausstehende Votum einer zweiten Person aufhält. Genehmigen Sie mit a, überschreiben Sie mit o; die nächste öffnet sich von selbst. Das Original bleibt immer erhalten.',
      },
      chain: {
        title: 'Beweis, dass nichts verändert wurde',
        text: 'Hier wird das ganze Journal geprüft. Wäre ein Wert verändert, würde sein Eintrag genannt, mit dem Erwarteten und dem Vorgefundenen. Andernorts verwahrte Prüfpunkte zeigen, dass nichts abgeschnitten wurde.',
      },
      bundles: {
        title: 'Übergabe an eine prüfende Stelle',
        text: 'Ein Nachweispaket ist eine ZIP-Datei, die jeder mit gängigen Werkzeugen prüfen kann, ohne dieses Programm. Pakete, die Ihnen übergeben werden, öffnen sich als Fälle, schreibgeschützt.',
      },
      help: {
        title: 'Wo Sie Auskunft finden',
        text: 'Was jedes Prüfergebnis bedeutet, jede Taste und die Schnittstelle für Programme stehen hier. Strg+K findet jeden Befehl und öffnet jede ID und jeden Hash, die Sie einfügen.',
      },
    },
  },
  palette: { recent: 'Zuletzt geöffnet', things: 'Objekte' },
  savedView: '{{section}}: Ansicht {{name}}',
  tabs: { method: 'Verfahren', history: 'Verlauf der Prüfungen' },
  place: {
    record: 'Entscheidung',
    model: 'Modell',
    session: 'Datensitzung',
    dataset: 'Datenbestand',
    invoice: 'Rechnung',
    payout: 'Auszahlung',
    figure: 'Festgehaltene Kennzahl',
    person_request: 'Antrag einer Person',
  },
  openPlace: {
    record: 'Entscheidung öffnen',
    hash: 'Entscheidung suchen',
    entry: 'Eintrag suchen',
    session: 'Sitzung öffnen',
    evidence: 'Nachweis öffnen',
    dataset: 'Datenbestand öffnen',
    grant: 'Freigabe öffnen',
    invoice: 'Rechnung öffnen',
    payout: 'Auszahlung öffnen',
    figure: 'Festgehaltene Kennzahl öffnen',
    person_request: 'Antrag einer Person öffnen',
    account: 'Konto öffnen',
    limit: 'Limit öffnen',
    alert: 'Warnung öffnen',
    job: 'Auftrag öffnen',
    case: 'Fall öffnen',
    request: 'Anfrage öffnen',
    key: 'API-Schlüssel öffnen',
    person: 'Person öffnen',
    connection: 'Verbindung öffnen',
  },
  open: {
    missing: 'Nichts hier hat die ID {{id}}',
    missingText:
      'Sie gehört vielleicht zu einem anderen Journal, oder diese Konsole hat keine Seite dafür.',
    search: 'Entscheidungen danach durchsuchen',
  },
  keys: {
    search: 'Taste oder Befehl suchen',
    none: 'Keine Taste passt zu „{{text}}“.',
    withoutKey: 'Ohne Taste, in der Palette',
  },
  verdicts: {
    title: 'Was ein Prüfergebnis bedeutet',
    intro:
      'Ein Prüfergebnis sagt, was diese Konsole selbst neu berechnet hat, und wann. Es sagt nie, dass eine Entscheidung richtig war.',
    ofLedger: 'Zum ganzen Journal',
    ofEntry: 'Zu einem Eintrag oder Wert',
    states: 'Wie ein Prüfergebnis altert',
    isCode: 'In der API',
    means: 'Was gefunden wurde',
    limits: 'Was es nicht beweist',
    next: 'Was zu tun ist',
    state: {
      ok: [
        'Geprüft',
        'Alle Einträge des heutigen Journals wurden hier neu berechnet, innerhalb des letzten Tages.',
      ],
      stale: [
        'Früher geprüft',
        'Das letzte Prüfergebnis stimmte, aber seitdem kamen Einträge hinzu, oder es ist älter als einen Tag.',
      ],
      never: [
        'Nicht geprüft',
        'Niemand hat dieses Journal hier neu berechnet. Darüber ist nichts bekannt.',
      ],
      failed: [
        'Fehlgeschlagen',
        'Etwas Gespeichertes ist nicht das, worüber der Hash oder die Signatur gebildet wurde.',
      ],
    },
    ledger: {
      VERIFIED_ANCHORED: {
        means:
          'Jeder Eintrag wurde neu berechnet, und das Ergebnis stimmt mit einem Prüfpunkt überein, den jemand außerhalb verwahrt.',
        limits: 'Dass die Entscheidungen richtig waren, oder dass alle niedergeschrieben wurden.',
        next: 'Bewahren Sie den Bericht auf. Verankern Sie erneut, wenn Einträge hinzugekommen sind.',
      },
      VERIFIED_SIGNED: {
        means:
          'Jeder Eintrag wurde neu berechnet, und das Ergebnis stimmt mit einem Prüfpunkt überein, der mit dem Schlüssel dieses Journals signiert ist.',
        limits:
          'Dass der Inhaber des Schlüssels nicht auch einen anderen Verlauf signiert hat. Das zeigt ein Prüfpunkt, den andere verwahren.',
        next: 'Geben Sie einen Prüfpunkt nach außen, und vergleichen Sie ihn später.',
      },
      SELF_CONSISTENT_ONLY: {
        means:
          'Jeder Eintrag, jeder Wert, jede Verknüpfung und jede Indexspalte wurde neu berechnet; alles stimmt miteinander überein.',
        limits:
          'Dass am Ende nichts abgeschnitten und das Ganze nicht neu geschrieben wurde. Eine Kette allein kann keines von beidem zeigen.',
        next: 'Signieren Sie einen Prüfpunkt, verwahren Sie ihn andernorts, und prüfen Sie dagegen.',
      },
      TRUNCATED: {
        means:
          'Ein andernorts verwahrter Prüfpunkt deckt Einträge ab, die hier nicht mehr vorhanden sind.',
        limits:
          'Wer sie abgeschnitten hat, oder ob es eine Wiederherstellung war, die niemand erklärt hat.',
        next: 'Schreiben Sie nicht weiter. Suchen Sie die fehlenden Einträge in Sicherungen und Paketen.',
      },
      ROLLED_BACK: {
        means: 'Das Journal ist kürzer als ein zuvor gesehener Stand.',
        limits: 'Warum: Eine alte Kopie, die zurückgespielt wurde, sieht genauso aus.',
        next: 'Suchen Sie die neuere Kopie. Fügen Sie an diese nichts an.',
      },
      FORKED: {
        means:
          'Dieses Journal und ein zuvor gesehener Prüfpunkt können nicht aus einem Verlauf stammen.',
        limits: 'Welcher von beiden der wahre ist.',
        next: 'Bewahren Sie beide auf. Vergleichen Sie Eintrag für Eintrag, ab dem letzten gemeinsamen.',
      },
      BAD_SIGNATURE: {
        means: 'Ein Prüfpunkt trägt eine Signatur, die nicht von seinem Schlüssel stammt.',
        limits: 'Irgendetwas über die Einträge: Nur der Prüfpunkt ist wertlos.',
        next: 'Beschaffen Sie den Prüfpunkt erneut von dort, woher er kam.',
      },
      UNKNOWN_KEY: {
        means: 'Ein Prüfpunkt ist mit einem Schlüssel signiert, den dieses Journal nicht nennt.',
        limits: 'Dass das Journal falsch ist: Der Prüfpunkt kann zu einem anderen gehören.',
        next: 'Vergleichen Sie den Schlüssel mit dem, der Ihnen genannt wurde.',
      },
      UNVERIFIABLE: {
        means:
          'Was gespeichert ist, ist nicht das, worüber der Hash gebildet wurde; die Befunde sagen, wo.',
        limits: 'Was vorher dort stand, sofern nicht ein Paket oder eine Sicherung es noch hat.',
        next: 'Öffnen Sie den ersten Befund. Vergleichen Sie mit einer Sicherung. Reparieren Sie nichts von Hand.',
      },
    },
    entry: {
      OK: {
        means:
          'Text, Werte, Verknüpfung und Indexspalten sind das, worüber der Hash gebildet wurde.',
        limits: 'Dass die Entscheidung richtig war.',
        next: 'Nichts.',
      },
      FIELD_ALTERED: {
        means: 'Ein Wert passt nicht zu der Festlegung in seinem Eintrag.',
        limits: 'Was der Wert vorher war, sofern keine Kopie ihn hat.',
        next: 'Vergleichen Sie Erwartetes und Vorgefundenes; klären Sie, wer in die Datei schreiben darf.',
      },
      ENTRY_ALTERED: {
        means: 'Der Text des Eintrags hat nicht den Hash, den der nächste nennt.',
        limits: 'Welcher der beiden verändert wurde.',
        next: 'Vergleichen Sie mit einem Paket oder einer Sicherung.',
      },
      LINK_BROKEN: {
        means: 'Der Eintrag nennt nicht den Hash des vorigen Datensatzes.',
        limits: 'Irgendetwas über das Folgende: Es hängt nicht mehr mit dem Vorherigen zusammen.',
        next: 'Beginnen Sie beim ersten Bruch; die übrigen folgen oft daraus.',
      },
      INSERTED: {
        means: 'Hier steht ein Eintrag, den die Kette nicht kennt.',
        limits: 'Wer ihn eingefügt hat.',
        next: 'Vergleichen Sie mit einem früheren Prüfpunkt.',
      },
      DELETED: {
        means: 'Ein Eintrag, über den die Kette führt, fehlt.',
        limits: 'Was darin stand, sofern keine Kopie ihn hat.',
        next: 'Suchen Sie ihn in Paketen und Sicherungen.',
      },
      REORDERED: {
        means: 'Einträge stehen in anderer Reihenfolge, als die Hashes gebildet wurden.',
        limits: 'Warum.',
        next: 'Vergleichen Sie mit einem Paket oder einer Sicherung.',
      },
      ERASED_DECLARED: {
        means:
          'Ein Wert wurde gelöscht, und ein Eintrag des Journals sagt es, mit der Rechtsgrundlage.',
        limits: 'Was der Wert war. Seine Festlegung bleibt und beweist ohne ihn nichts.',
        next: 'Nichts: Dies ist in Ordnung.',
      },
      MISSING_UNDECLARED: {
        means: 'Ein Wert fehlt, und kein Eintrag sagt, dass er gelöscht wurde.',
        limits: 'Ob er verloren ging oder entnommen wurde.',
        next: 'Suchen Sie ihn in einer Sicherung; erklären Sie die Löschung, wenn es eine war.',
      },
      PROJECTION_MISMATCH: {
        means: 'Was Listen und Filter zeigen, ist nicht, was im Eintrag steht.',
        limits: 'Irgendetwas gegen den Eintrag: Was nicht stimmt, ist der Index.',
        next: 'Verlassen Sie sich auf den Eintrag. Klären Sie, wer den Index geändert hat.',
      },
      TIME_REGRESSION: {
        means: 'Der Eintrag entstand nach seiner eigenen Zeit vor dem, dem er folgt.',
        limits: 'Dass etwas verändert wurde: Eine Uhr kann zurückgestellt worden sein.',
        next: 'Kontrollieren Sie die Uhr des Rechners, der ihn geschrieben hat.',
      },
      ROW_ALTERED: {
        means:
          'Eine Zeile neben den Einträgen enthält einen anderen Wert, als das Journal sagt oder ergibt.',
        limits: 'Irgendetwas gegen die Einträge: Sie können alle stimmen.',
        next: 'Verlassen Sie sich auf das Journal. Vergleichen Sie mit einer Sicherung und klären Sie, wer die Datei geändert hat.',
      },
      ROW_INSERTED: {
        means: 'Es gibt eine Zeile, von der das Journal nichts weiß.',
        limits: 'Wer sie eingefügt hat.',
        next: 'Zahlen und entscheiden Sie nicht danach. Vergleichen Sie mit einer Sicherung.',
      },
      ROW_DELETED: {
        means: 'Das Journal spricht von einer Zeile, die nicht da ist.',
        limits: 'Ob sie verloren ging oder entnommen wurde.',
        next: 'Suchen Sie sie in einer Sicherung; das Journal sagt, was sie enthielt.',
      },
      SIGNATURE_INVALID: {
        means:
          'Was eine Person unterschrieben haben soll, ist nicht, was ihr Schlüssel unterschrieb, oder sie durfte es nicht.',
        limits:
          'Wer es eingetragen hat: Wer den Schlüssel des Journals hat, kann Einträge anfügen.',
        next: 'Verlassen Sie sich nicht darauf. Fragen Sie die Person, und lassen Sie es wiederholen.',
      },
    },
  },
};
