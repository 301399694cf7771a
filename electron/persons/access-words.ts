/** The words of what a person gets of their data, in each language. */
import type { LanguageCode } from '../../shared/languages.ts';

export interface AccessWords {
  readonly title: (number: string) => string;
  readonly intro: (decisions: number) => string;
  readonly decision: (place: number, id: string) => string;
  readonly recorded: (day: string, model: string) => string;
  readonly field: Readonly<Record<'input' | 'output' | 'explanation' | 'context', string>>;
  readonly transaction: string;
  readonly confidence: string;
  readonly erased: (fields: string) => string;
  readonly people: string;
  readonly cut: (left: number) => string;
  readonly readme: (number: string) => string;
}

export const accessWords: Readonly<Record<LanguageCode, AccessWords>> = {
  en: {
    title: (number) => `Your data: request ${number}`,
    intro: (decisions) =>
      `These are all values of ${decisions} ${decisions === 1 ? 'decision' : 'decisions'} about you that are kept. Who works here is not named.`,
    decision: (place, id) => `${place}. Decision ${id}`,
    recorded: (day, model) => `Recorded on ${day}, made with the system ${model}.`,
    field: {
      input: 'What the system was given',
      output: 'What it answered',
      explanation: 'How it explained that',
      context: 'Around it',
    },
    transaction: 'Transaction',
    confidence: 'Confidence of the system',
    erased: (fields) => `Erased: ${fields}`,
    people: 'What people did',
    cut: (left) => `${left} more, in decisions.json`,
    readme: (number) => `Your data: request ${number}

decisions.json   every decision about you with all values that are kept, for programs
decisions*.pdf   the same, to be read
letters.json     what a letter says of each decision: outcome, main factors, what people did
letters/         the letters that were signed
evidence.zip     shows that nothing of this was altered, or left out of these decisions. It holds
                 auditor.py, a program that checks it; README.txt in it says how. Values that
                 concern others are withheld, and manifest.json in it says which.
`,
  },
  de: {
    title: (number) => `Ihre Daten: Antrag ${number}`,
    intro: (decisions) =>
      `Das sind alle aufbewahrten Werte von ${decisions} ${decisions === 1 ? 'Entscheidung' : 'Entscheidungen'} über Sie. Wer hier arbeitet, wird nicht genannt.`,
    decision: (place, id) => `${place}. Entscheidung ${id}`,
    recorded: (day, model) => `Am ${day} aufgezeichnet, getroffen mit dem System ${model}.`,
    field: {
      input: 'Was das System bekam',
      output: 'Was es antwortete',
      explanation: 'Wie es das erklärte',
      context: 'Dazu',
    },
    transaction: 'Vorgang',
    confidence: 'Sicherheit des Systems',
    erased: (fields) => `Gelöscht: ${fields}`,
    people: 'Was Menschen taten',
    cut: (left) => `${left} weitere in decisions.json`,
    readme: (number) => `Ihre Daten: Antrag ${number}

decisions.json   jede Entscheidung über Sie mit allen aufbewahrten Werten, für Programme
decisions*.pdf   dasselbe zum Lesen
letters.json     was ein Brief über jede Entscheidung sagt: Ergebnis, Gründe, was Menschen taten
letters/         die unterschriebenen Briefe
evidence.zip     zeigt, dass nichts davon geändert oder bei diesen Entscheidungen weggelassen wurde.
                 Darin ist auditor.py, ein Programm, das es prüft; README.txt darin sagt, wie.
                 Werte, die andere betreffen, sind zurückgehalten; manifest.json darin nennt sie.
`,
  },
};
