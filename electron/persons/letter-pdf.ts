/** A letter to a person as a PDF: text alone, the same bytes for the same parts. */
import type { LetterPart } from '../../shared/contract/persons.ts';
import { demoMark } from '../../shared/ledger/demo-origin.ts';
import type { LanguageCode } from '../../shared/languages.ts';
import { dim, DocumentPage, type TextStyle } from '../documents/document-page.ts';

interface Look {
  readonly style: TextStyle;
  readonly above: number;
}

const looks: Readonly<Record<LetterPart['kind'], Look>> = {
  sender: { style: { size: 9, color: dim, from: 0.55 }, above: 0 },
  recipient: { style: {}, above: 0 },
  title: { style: { weight: 'bold', size: 15 }, above: 18 },
  heading: { style: { weight: 'bold', size: 11.5 }, above: 10 },
  text: { style: { size: 10.5 }, above: 3 },
  item: { style: { size: 10.5, from: 0.03 }, above: 2 },
  small: { style: { size: 8.5, color: dim }, above: 14 },
};
/** Points that are kept for a heading and what it heads. */
const headed = 60;

export function letterPdf(
  parts: readonly LetterPart[],
  letter: {
    readonly number: string;
    readonly datedOn: string;
    readonly language: LanguageCode;
    readonly isDemo: boolean;
  },
): Promise<Uint8Array> {
  const { number, datedOn, language, isDemo } = letter;
  const title = parts.find(({ kind }) => kind === 'title')?.text ?? number;
  const page = new DocumentPage(title, new Date(datedOn), number, undefined, language);
  if (isDemo) page.ribbon(demoMark);
  let before: LetterPart['kind'] | undefined;
  for (const { kind, text } of parts) {
    const { style, above } = looks[kind];
    if (kind === 'heading') page.keepRoom(headed);
    page.space(before === 'sender' && kind !== 'sender' ? 16 : above);
    page.prose(kind === 'item' ? `– ${text}` : text, style);
    before = kind;
  }
  return page.finish();
}
