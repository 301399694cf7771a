/** The words of a letter to a person, in each language. */
import type { LanguageCode } from '../../shared/languages.ts';
import type { InterventionAction } from '../../shared/ledger/entries.ts';
import type { Pull } from '../../shared/oversight/main-factors.ts';

export interface LetterWords {
  readonly reference: (number: string) => string;
  readonly title: (receivedOn: string) => string;
  readonly decision: string;
  /** On which day, by which model, what was decided. */
  readonly decided: (day: string, model: string, outcome: string) => string;
  readonly recorded: (day: string, model: string, outcome: string) => string;
  readonly outcomeErased: string;
  /** How the decision came to stand. */
  readonly stands: Readonly<Record<'model' | 'approved' | 'changed' | 'escalated', string>>;
  readonly objection: string;
  readonly objected: (day: string) => string;
  /** On which day the person objected, and a person looked at it again. */
  readonly reviewed: Readonly<
    Record<'confirmed' | 'changed', (day: string, reviewed: string) => string>
  >;
  readonly system: string;
  readonly card: (model: string, version: string) => string;
  readonly use: (intendedUse: string) => string;
  readonly noUse: string;
  readonly noCard: (model: string) => string;
  readonly factors: string;
  readonly reasonsText: string;
  readonly weightsText: string;
  readonly pull: Readonly<Record<Exclude<Pull, null>, string>>;
  readonly weight: (weight: string) => string;
  readonly withoutValue: string;
  readonly yes: string;
  readonly no: string;
  readonly noFactors: string;
  readonly people: string;
  readonly nobody: string;
  readonly act: Readonly<Record<InterventionAction, string>>;
  readonly object: string;
  readonly objectTo: string;
  readonly complainTo: string;
  readonly record: (id: string, hash: string) => string;
}

export const letterWords: Readonly<Record<LanguageCode, LetterWords>> = {
  en: {
    reference: (number) => `Our reference: ${number}`,
    title: (receivedOn) => `Your request of ${receivedOn}: how we decided`,
    decision: 'The decision',
    decided: (day, model, outcome) =>
      `On ${day} a decision about you was made with the system ${model}: ${outcome}.`,
    recorded: (day, model, outcome) =>
      `On ${day} a decision about you was recorded, made with the system ${model}: ${outcome}.`,
    outcomeErased: 'what was decided has been erased',
    stands: {
      model: 'It is the answer of the system; no person has changed it.',
      approved: 'A person has confirmed the answer of the system.',
      changed: 'A person has decided in place of the system. What is stated here is that decision.',
      escalated: 'A person is looking at it again. Until then it stands as stated here.',
    },
    objection: 'Your objection',
    objected: (day) => `You objected on ${day}. A person is looking at the decision again.`,
    reviewed: {
      confirmed: (day, reviewed) =>
        `You objected on ${day}. On ${reviewed} a person looked at the decision again and confirmed it.`,
      changed: (day, reviewed) =>
        `You objected on ${day}. On ${reviewed} a person looked at the decision again and decided otherwise.`,
    },
    system: 'The part of the system',
    card: (model, version) => `The system is ${model}, version ${version}.`,
    use: (intendedUse) => `It is meant for this: ${intendedUse}`,
    noUse: 'What it is meant for was not stated when it was registered.',
    noCard: (model) => `The system is ${model}; no description of it was registered at that time.`,
    factors: 'The main reasons',
    reasonsText: 'The system gave these reasons:',
    weightsText: 'These weighed most in the answer of the system:',
    pull: { for: 'weighs for you', against: 'weighs against you' },
    weight: (weight) => `weight ${weight}`,
    withoutValue: 'without its value, which is text or no longer there',
    yes: 'yes',
    no: 'no',
    noFactors: 'No reasons were recorded with the decision.',
    people: 'What people did',
    nobody: 'No person has acted on this decision.',
    act: {
      approve: 'the decision was confirmed',
      modify: 'the decision was modified',
      override: 'another decision was put in its place',
      reverse: 'the decision was reversed',
      annotate: 'a remark was added',
      escalate: 'another look was asked for',
      retract: 'an earlier step was taken back',
    },
    object: 'If you do not agree',
    objectTo:
      'You can object, say how you see it, and have a person look at the decision again. Write to:',
    complainTo: 'You can also complain to:',
    record: (id, hash) => `Decision ${id}, ${hash}`,
  },
  de: {
    reference: (number) => `Unser Zeichen: ${number}`,
    title: (receivedOn) => `Ihr Antrag vom ${receivedOn}: wie wir entschieden haben`,
    decision: 'Die Entscheidung',
    decided: (day, model, outcome) =>
      `Am ${day} wurde mit dem System ${model} eine Entscheidung über Sie getroffen: ${outcome}.`,
    recorded: (day, model, outcome) =>
      `Am ${day} wurde eine Entscheidung über Sie aufgezeichnet, getroffen mit dem System ${model}: ${outcome}.`,
    outcomeErased: 'was entschieden wurde, ist gelöscht',
    stands: {
      model: 'Sie ist die Antwort des Systems; kein Mensch hat sie geändert.',
      approved: 'Ein Mensch hat die Antwort des Systems bestätigt.',
      changed:
        'Ein Mensch hat an Stelle des Systems entschieden. Was hier steht, ist diese Entscheidung.',
      escalated: 'Ein Mensch sieht sie noch einmal an. Bis dahin gilt sie, wie sie hier steht.',
    },
    objection: 'Ihr Widerspruch',
    objected: (day) =>
      `Sie haben am ${day} widersprochen. Ein Mensch sieht die Entscheidung noch einmal an.`,
    reviewed: {
      confirmed: (day, reviewed) =>
        `Sie haben am ${day} widersprochen. Am ${reviewed} hat ein Mensch die Entscheidung noch einmal angesehen und bestätigt.`,
      changed: (day, reviewed) =>
        `Sie haben am ${day} widersprochen. Am ${reviewed} hat ein Mensch die Entscheidung noch einmal angesehen und anders entschieden.`,
    },
    system: 'Der Anteil des Systems',
    card: (model, version) => `Das System ist ${model}, Version ${version}.`,
    use: (intendedUse) => `Es ist hierfür bestimmt: ${intendedUse}`,
    noUse: 'Wofür es bestimmt ist, wurde bei seiner Registrierung nicht angegeben.',
    noCard: (model) =>
      `Das System ist ${model}; eine Beschreibung war zu dieser Zeit nicht registriert.`,
    factors: 'Die wesentlichen Gründe',
    reasonsText: 'Das System nannte diese Gründe:',
    weightsText: 'Dies wog in der Antwort des Systems am meisten:',
    pull: { for: 'spricht für Sie', against: 'spricht gegen Sie' },
    weight: (weight) => `Gewicht ${weight}`,
    withoutValue: 'ohne den Wert, der Text ist oder nicht mehr da',
    yes: 'ja',
    no: 'nein',
    noFactors: 'Mit der Entscheidung wurden keine Gründe aufgezeichnet.',
    people: 'Was Menschen taten',
    nobody: 'Kein Mensch hat an dieser Entscheidung gehandelt.',
    act: {
      approve: 'die Entscheidung wurde bestätigt',
      modify: 'die Entscheidung wurde geändert',
      override: 'eine andere Entscheidung trat an ihre Stelle',
      reverse: 'die Entscheidung wurde umgekehrt',
      annotate: 'eine Anmerkung wurde hinzugefügt',
      escalate: 'um nochmalige Prüfung wurde gebeten',
      retract: 'ein früherer Schritt wurde zurückgenommen',
    },
    object: 'Wenn Sie nicht einverstanden sind',
    objectTo:
      'Sie können widersprechen, Ihre Sicht darlegen und die Entscheidung von einem Menschen noch einmal prüfen lassen. Schreiben Sie an:',
    complainTo: 'Sie können sich auch beschweren bei:',
    record: (id, hash) => `Entscheidung ${id}, ${hash}`,
  },
};
