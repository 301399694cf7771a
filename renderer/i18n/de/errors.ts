/** German: what to do next about each code of the error catalogue. */
import type { Translation } from '../catalogue.ts';

export const errors: Translation<'errors'> = {
  validation_error: 'Ändern Sie das Genannte, und versuchen Sie es dann erneut.',
  malformed_json:
    'Strenges JSON ist nötig: keine Kommentare, keine Kommas am Ende, jeder Name nur einmal.',
  unauthorized:
    'Der geöffnete Server nimmt den Schlüssel seiner Verbindung nicht an. Hinterlegen Sie in den Einstellungen unter „Verbindungen“ einen anderen.',
  not_sent: 'Sehen Sie nach, was jetzt geöffnet ist, und senden Sie es dann erneut.',
  forbidden: 'Der derzeitige Zugang erlaubt dies nicht.',
  grant_required: 'Bitten Sie den Datenhalter um eine Freigabe für den Datenbestand.',
  dataset_unpublished: 'Der Datenhalter veröffentlicht zuerst eine Richtlinie.',
  source_changed:
    'Die Zeilen haben sich geändert, seit die Sitzung geöffnet wurde. Öffnen Sie eine neue Sitzung.',
  source_schema_changed:
    'Die Felder der Dateien haben sich geändert. Legen Sie dafür einen neuen Datenbestand an.',
  source_read_only: 'Seine Zeilen sind in Dateien: Sie werden dort hinzugefügt.',
  source_value_out_of_range:
    'Eine Spalte enthält zu große Zahlen. Legen Sie einen Datenbestand an, der sie als Text liest.',
  source_unavailable:
    'Der Ort, an dem die Zeilen sind, ist nicht erreichbar. Versuchen Sie es in einer halben Minute noch einmal.',
  policy_changed: 'Sehen Sie sich die jetzige Richtlinie an, und senden Sie es dann erneut.',
  privacy_budget_exhausted:
    'Fragen Sie etwas, was schon gefragt wurde, oder bitten Sie den Datenhalter um eine weitere Freigabe.',
  not_your_session:
    'In der Sitzung lesen nur das Konto, das sie bezahlt, und wer sie geöffnet hat.',
  not_found: 'Es gehört vielleicht zu einem anderen Journal.',
  method_not_allowed: 'Dieser Dienst bietet dies nicht an.',
  conflict: 'Etwas anderes hat es zuvor geändert. Sehen Sie nach, und wiederholen Sie es dann.',
  signature_required: 'Melden Sie sich als Person an, und senden Sie es dann erneut.',
  signature_invalid:
    'Es wurde nichts geschrieben. Beginnen Sie neu; geschieht es wieder, sagen Sie es der Administration.',
  person_revoked: 'Dies muss jemand anderes unterschreiben.',
  retention: 'Das steht auf einem ausgestellten Beleg und wird noch aufbewahrt.',
  same_person: 'Eine andere Person muss mit einem eigenen Schlüssel unterschreiben.',
  signed_state_changed: 'Sehen Sie nach, was hinzukam, und unterschreiben Sie erneut.',
  issuer_missing:
    'Sagen Sie in den Einstellungen, unter Abrechnung, in wessen Namen Rechnungen gestellt werden.',
  version_changed:
    'Jemand anders hat es inzwischen geändert. Sehen Sie es noch einmal an und wiederholen Sie es dann.',
  no_profile: 'Sagen Sie zuerst, was ein Ergebnis dieses Modells ist.',
  too_many_groups: 'Kreuzen Sie weniger Gruppen, oder grenzen Sie den Filter ein.',
  idempotency_key_reused: 'Beginnen Sie einen neuen Versuch.',
  payload_too_large: 'Teilen Sie es auf, oder lassen Sie Teile davon weg.',
  unsupported_media_type: 'Senden Sie CSV oder JSON Lines.',
  rate_limit_exceeded: 'Es geht gleich von selbst weiter.',
  internal_error: 'Es wurde nichts geschrieben. Die Anfrage-ID hilft, die Ursache zu finden.',
  not_kept: 'Dies wurde nicht gelesen, bevor die Verbindung abbrach.',
  engine_unavailable: 'Der Dienst startet neu; versuchen Sie es gleich noch einmal.',
  engine_unreachable: 'Die Konsole verbindet sich von selbst wieder.',
  storage_full:
    'Es wurde nichts geschrieben. Schaffen Sie Speicherplatz, und versuchen Sie es dann erneut.',
  unexpected_answer: 'Der Dienst hat vielleicht eine andere Version als diese Konsole.',
};
