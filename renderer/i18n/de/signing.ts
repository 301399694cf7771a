/** German words of signing: who is signed in, who signs an act, why it was not signed. */
import type { Translation } from '../catalogue.ts';

export const signing: Translation<'signing'> = {
  title: 'Wer unterschreibt',
  person: 'Person',
  choose: 'Person wählen',
  choosePerson: 'Wählen Sie, wer unterschreibt.',
  passphrase: 'Passphrase',
  typePassphrase: 'Geben Sie die Passphrase des Schlüssels ein.',
  show: 'Passphrase anzeigen',
  another: 'Als jemand anderes unterschreiben',
  signsAs: 'Es unterschreibt {{name}}, {{role}}',
  personInRole: '{{name}}, {{role}}',
  role: {
    compliance: 'Compliance',
    data_holder: 'Datenhalter',
    ai_lab: 'KI-Labor',
    admin: 'Administration',
    operator: 'Bedienung',
  },
  demo: 'In der Demo haben alle dieselbe Passphrase:',
  atMachine: 'die Person am Rechner',
  reading: 'Es wird gelesen, wer eingetragen ist\u00A0…',
  unknown: 'Es konnte nicht gelesen werden, wer eingetragen ist',
  unsigned:
    'Es ist niemand eingetragen, der dies unterschreiben könnte. Es handelt, wer an diesem Rechner sitzt, und es bleibt dauerhaft als „nicht unterschrieben“ gekennzeichnet.',
  enrolSomebody: 'Jemanden eintragen',
  shut: 'Hier sind Personen eingetragen, also muss dies unterschrieben werden. Der API-Schlüssel dieser Konsole nennt keine von ihnen: Bitten Sie die Administration um einen, der Sie nennt.',
  notSigned: 'Nicht unterschrieben',
  notSignedText: 'Es war niemand eingetragen, der dies hätte unterschreiben können.',
  signedBy: 'Unterschrieben von {{name}}, Schlüssel {{key}}',
  signed: 'Unterschrieben',
  refused: {
    notAsShown:
      'Der zu unterschreibende Text ist nicht das, was hier angezeigt wird ({{member}} weicht ab). Es wurde nichts unterschrieben und nichts gesendet. Sehen Sie es erneut an; bleibt es dabei, unterschreiben Sie nicht und lassen Sie den Server untersuchen.',
    clock:
      'Die Uhr des Journals und die dieses Computers weichen um mehr als fünf Minuten voneinander ab ({{member}}). Es wurde nichts unterschrieben. Stellen Sie die Uhren, dann versuchen Sie es erneut.',
    passphrase: 'Der Schlüssel ließ sich nicht öffnen. Es wurde nichts unterschrieben.',
  },
  who: {
    nobody: 'Niemand ist angemeldet',
    signedIn: '{{name}}, {{role}}: angemeldet',
    locked: '{{name}}, {{role}}: gesperrt',
    lockedShort: 'Gesperrt',
    until: 'Unterschreibt bis {{time}} ohne Passphrase',
    lockedText: 'Der Schlüssel ist gesperrt: Die Passphrase öffnet ihn.',
    signIn: 'Anmelden',
    signInDots: 'Anmelden\u00A0…',
    unlock: 'Entsperren\u00A0…',
    asAnother: 'Als jemand anderes anmelden\u00A0…',
    lock: 'Sperren',
    signOut: 'Abmelden',
    people: 'Personen\u00A0…',
  },
  signIn: {
    title: 'Anmelden',
    text: 'Der Schlüssel bleibt im Speicher dieses Fensters, bis eine Viertelstunde nach der letzten Handlung. Löschungen, Personen und Richtlinien fragen jedes Mal nach der Passphrase.',
    submit: 'Anmelden',
    failed: 'Niemand wurde angemeldet',
    done: '{{name}} ist angemeldet',
    nobody: 'Niemand ist eingetragen',
    nobodyText:
      'Wer unterschreibt, wird zuerst eingetragen: ein Name, eine Rolle und ein Schlüssel unter einer Passphrase.',
    shutText:
      'Der API-Schlüssel dieser Konsole nennt niemanden, der eingetragen ist: Bitten Sie die Administration um einen, der Sie nennt.',
    close: 'Schließen',
  },
};
