/** The decisions about a person as PDFs to be read: every value by its name. */
import { isJsonObject, type JsonValue } from '../../shared/contract/json.ts';
import type { LanguageCode } from '../../shared/languages.ts';
import { canonicalJson } from '../../shared/ledger/canonical-json.ts';
import { demoMark } from '../../shared/ledger/demo-origin.ts';
import { dim, DocumentPage } from '../documents/document-page.ts';
import type { AccessDecision } from './access-content.ts';
import { accessWords, type AccessWords } from './access-words.ts';
import { dayIn } from './letter-parts.ts';
import { letterWords } from './letter-words.ts';

/** Values of one member of a decision that are shown; the rest stands in the JSON. */
const mostValues = 200;
/** UTF-16 units of a value that are shown. */
const longestValue = 2_000;
/** Points that are kept for a heading and what it heads. */
const headed = 60;
const small = { size: 8.5, color: dim } as const;
const parts = ['input', 'output', 'explanation', 'context'] as const;

export interface AccessDocument {
  readonly number: string;
  /** RFC 3339. */
  readonly at: string;
  readonly language: LanguageCode;
  readonly isDemo: boolean;
  /** Decisions in all documents together. */
  readonly total: number;
  /** Of its first decision, from 1. */
  readonly first: number;
}

export function accessPdf(
  decisions: readonly AccessDecision[],
  { number, at, language, total, first, isDemo }: AccessDocument,
): Promise<Uint8Array> {
  const words = accessWords[language];
  const page = new DocumentPage(words.title(number), new Date(at), number, undefined, language);
  if (isDemo) page.ribbon(demoMark);
  page.text(words.title(number), { weight: 'bold', size: 15 });
  page.space(4);
  page.prose(words.intro(total), { size: 10.5 });
  for (const [index, decision] of decisions.entries()) {
    writeDecision(page, decision, { words, language, place: first + index });
  }
  return page.finish();
}

function writeDecision(
  page: DocumentPage,
  { record, json }: AccessDecision,
  {
    words,
    language,
    place,
  }: { readonly words: AccessWords; readonly language: LanguageCode; readonly place: number },
): void {
  const letter = letterWords[language];
  page.keepRoom(headed * 2);
  page.space(14);
  page.prose(words.decision(place, record.id), { weight: 'bold', size: 11.5 });
  page.prose(words.recorded(dayIn(language, record.created_at), record.model_id), { size: 10 });
  for (const name of parts) writeValues(page, words, words.field[name], json[name]);
  const more = {
    [words.transaction]: json['transaction_id'],
    [words.confidence]: json['confidence'],
  };
  for (const [name, value] of Object.entries(more)) {
    if (value !== undefined) page.prose(`${name}: ${valueText(value)}`, { size: 9.5 });
  }
  page.keepRoom(headed);
  page.space(4);
  page.prose(words.people, { weight: 'bold', size: 10 });
  const acts = record.interventions ?? [];
  if (acts.length === 0) page.prose(letter.nobody, { size: 9.5 });
  for (const { action, created_at: when, reason } of acts) {
    const said = reason === undefined ? '' : ` – ${reason}`;
    page.prose(`${dayIn(language, when)}: ${letter.act[action]}${said}`, { size: 9.5, from: 0.03 });
  }
  page.prose(record.hash, small);
}

function writeValues(
  page: DocumentPage,
  words: AccessWords,
  title: string,
  value: JsonValue | undefined,
): void {
  if (value === undefined) return;
  const values = [...leavesOf(value, [])];
  if (values.length === 0) return;
  page.keepRoom(headed);
  page.space(4);
  page.prose(title, { weight: 'bold', size: 10 });
  for (const [names, leaf] of values.slice(0, mostValues)) {
    page.prose(`${names.join(' › ')}: ${valueText(leaf)}`, { size: 9.5, from: 0.03 });
  }
  if (values.length > mostValues) page.prose(words.cut(values.length - mostValues), small);
}

type Leaf = readonly [names: readonly string[], value: JsonValue];

function* leavesOf(value: JsonValue, names: readonly string[]): Generator<Leaf> {
  const members = Array.isArray(value)
    ? value.map((each, place) => [String(place + 1), each] as const)
    : isJsonObject(value)
      ? Object.entries(value)
      : undefined;
  if (members === undefined) yield [names, value];
  else for (const [name, each] of members) yield* leavesOf(each, [...names, name]);
}

function valueText(value: JsonValue): string {
  const text = typeof value === 'string' ? value : canonicalJson(value);
  return text.length > longestValue ? `${text.slice(0, longestValue)}…` : text;
}
