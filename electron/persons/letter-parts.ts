/** A letter to a person, part by part: text alone, made of what the ledger holds of one decision. */
import type { DecisionInEffect } from '../../shared/contract/interventions.ts';
import type { LetterPart, PreviewPersonLetter } from '../../shared/contract/persons.ts';
import type { LanguageCode } from '../../shared/languages.ts';
import type { InterventionAction } from '../../shared/ledger/entries.ts';
import type { Factor, MainFactors } from '../../shared/oversight/main-factors.ts';
import { letterWords, type LetterWords } from './letter-words.ts';

/** Decision and request, as far as the ledger holds them. */
export interface LetterFacts {
  readonly number: string;
  readonly receivedOn: string;
  /** How the person is named, and where the letter goes. */
  readonly recipient: string;
  readonly recordId: string;
  /** `sha256:…`. */
  readonly hash: string;
  readonly modelId: string;
  /** RFC 3339; `isDecided` where it is the time of the decision, not of its recording. */
  readonly at: string;
  readonly isDecided: boolean;
  /** In the words of the output; undefined where it was erased. */
  readonly outcome: string | undefined;
  readonly status: DecisionInEffect['status'];
  /** The card in force when it was recorded. */
  readonly card: { readonly version: string; readonly intendedUse: string | undefined } | undefined;
  readonly factors: MainFactors;
  /** Undefined where the person did not object; what was decided upon it, where it was. */
  readonly objection:
    | {
        readonly at: string;
        readonly review: { readonly at: string; readonly isConfirmed: boolean } | undefined;
      }
    | undefined;
  readonly acts: readonly { readonly action: InterventionAction; readonly at: string }[];
}

/** The part of a letter that a person writes. */
export type WrittenLetter = Omit<PreviewPersonLetter, 'record_id'>;

export function letterParts(facts: LetterFacts, written: WrittenLetter): LetterPart[] {
  const { language } = written;
  const words = letterWords[language];
  const day = (text: string) => dayIn(language, text);
  return [
    ...lines('sender', written.sender),
    ...lines('recipient', facts.recipient),
    part('small', `${day(written.dated_on)} · ${words.reference(facts.number)}`),
    part('title', words.title(day(facts.receivedOn))),
    ...lines('text', written.opening),
    part('heading', words.decision),
    part('text', decisionText(facts, words, day(facts.at))),
    part('text', words.stands[facts.status]),
    ...objectionParts(facts, words, day),
    part('heading', words.system),
    ...systemParts(facts, words),
    part('heading', words.factors),
    ...factorParts(facts.factors, written, words),
    part('heading', words.people),
    ...(facts.acts.length === 0
      ? [part('text', words.nobody)]
      : facts.acts.map(({ action, at }) => part('item', `${day(at)}: ${words.act[action]}`))),
    part('heading', words.object),
    part('text', words.objectTo),
    ...lines('item', written.objection_to),
    ...(written.authority === undefined
      ? []
      : [part('text', words.complainTo), ...lines('item', written.authority)]),
    ...lines('text', written.closing),
    part('small', words.record(facts.recordId, facts.hash)),
  ];
}

function part(kind: LetterPart['kind'], text: string): LetterPart {
  return { kind, text };
}

/** Lines as they were typed; empty ones part what they stand between. */
function lines(kind: LetterPart['kind'], text: string | undefined): LetterPart[] {
  const trimmed = text?.trim() ?? '';
  return trimmed === '' ? [] : trimmed.split(/\r?\n/u).map((line) => part(kind, line));
}

function decisionText(
  { modelId, outcome, isDecided }: LetterFacts,
  words: LetterWords,
  day: string,
): string {
  const said = outcome ?? words.outcomeErased;
  return isDecided ? words.decided(day, modelId, said) : words.recorded(day, modelId, said);
}

function objectionParts(
  { objection }: LetterFacts,
  words: LetterWords,
  day: (text: string) => string,
): LetterPart[] {
  if (objection === undefined) return [];
  const { at, review } = objection;
  const text =
    review === undefined
      ? words.objected(day(at))
      : words.reviewed[review.isConfirmed ? 'confirmed' : 'changed'](day(at), day(review.at));
  return [part('heading', words.objection), part('text', text)];
}

function systemParts({ modelId, card }: LetterFacts, words: LetterWords): LetterPart[] {
  if (card === undefined) return [part('text', words.noCard(modelId))];
  const { version, intendedUse } = card;
  const use = intendedUse === undefined ? words.noUse : words.use(intendedUse);
  return [part('text', words.card(modelId, version)), part('text', use)];
}

/** What a person wrote stands in place of what the record lacks, and beside what it has. */
function factorParts(
  factors: MainFactors,
  { reasons, language }: WrittenLetter,
  words: LetterWords,
): LetterPart[] {
  const written = lines('text', reasons);
  switch (factors.kind) {
    case 'reasons':
      return [
        ...written,
        part('text', words.reasonsText),
        ...factors.reasons.map((each) => part('item', each)),
      ];
    case 'attributions':
      return [
        ...written,
        part('text', words.weightsText),
        ...factors.factors.map((each) => part('item', factorText(each, words, language))),
      ];
    case 'none':
      return written.length > 0 ? written : [part('text', words.noFactors)];
  }
}

function factorText(
  { name, value, weight, pull }: Factor,
  words: LetterWords,
  language: LanguageCode,
): string {
  const number = new Intl.NumberFormat(language, { maximumSignificantDigits: 6 });
  const told = typeof value === 'number' ? number.format(value) : value ? words.yes : words.no;
  const named = value === undefined ? `${name} (${words.withoutValue})` : `${name} ${told}`;
  const pulls = pull === null ? words.weight(number.format(weight)) : words.pull[pull];
  return `${named}, ${pulls}`;
}

/** The UTC day of an instant, or a day, as the language writes it. */
export function dayIn(language: LanguageCode, text: string): string {
  const format = new Intl.DateTimeFormat(language === 'en' ? 'en-GB' : language, {
    dateStyle: 'long',
    timeZone: 'UTC',
  });
  return format.format(new Date(text.length === 10 ? `${text}T00:00:00Z` : text));
}
