/** German words of the drawer Proof: who made and changed a row, and what vouches for it. */
import type { Translation } from '../catalogue.ts';

export const proof: Translation<'proof'> = {
  action: 'Beleg',
  named: 'Beleg zu {{name}}',
  command: 'Beleg anzeigen',
  title: 'Beleg: {{what}}',
  id: 'Kennung',
  failed: 'Der Beleg konnte nicht gelesen werden',
  none: 'Niemand hat es geändert',
  noneText: 'Jedes neue Journal hat es so, wie es ist. Die erste Änderung steht hier als Eintrag.',
  entries: 'Einträge, der erste zuerst',
  entry: 'Eintrag {{seq}}',
  hash: 'Hash des Eintrags',
  actBy: '{{act}}: {{who}}',
  act: { made: 'Angelegt', changed: 'Geändert', ended: 'Beendet' },
  who: {
    operator: 'die Person an diesem Computer',
    clock: 'die Uhr, von selbst',
    setup: 'die Einrichtung des Journals',
    person: '{{name}}, {{role}}',
    key: 'API-Schlüssel {{id}}',
  },
  signed: 'Unterschrieben',
  approved: 'Genehmigt',
  signedBy: '{{who}} mit Schlüssel {{keyId}}',
  unsigned: 'Nicht unterschrieben',
  state: {
    withheld: 'Festgelegt, Ihnen nicht genannt',
    gone: 'Festgelegt; der Wert wurde gelöscht oder fehlt',
  },
  earlier: 'Frühere',
  later: 'Spätere',
  page: '{{from}} bis {{to}} von {{total}}',
  vouched: 'Was dafür bürgt',
  checkpoint: 'Alles steht unter einem unterschriebenen Prüfpunkt: Größe {{size}}.',
  noIndex:
    'Noch sagt kein Verzeichnis, wie viele Einträge es dazu gibt: Der Export eines Nachweispakets hängt eines an.',
  index_one: 'Das Verzeichnis in Eintrag {{seq}} zählt {{facts}} Eintrag dazu.',
  index_other: 'Das Verzeichnis in Eintrag {{seq}} zählt {{facts}} Einträge dazu.',
  save: 'Beleg speichern',
};
