/** Letters to persons: made ready before they are looked at, and again before they are signed. */
import { validationError } from '../../shared/contract/errors.ts';
import { daysBetween } from '../../shared/billing/calendar.ts';
import { faultAt } from '../../shared/contract/faults.ts';
import type {
  PersonLetterPreview,
  PersonRequest,
  PreviewPersonLetter,
} from '../../shared/contract/persons.ts';
import { sha256 } from '../ledger/sha256.ts';
import type { LetterSource } from './letter-facts.ts';
import { letterParts } from './letter-parts.ts';

/** A letter with its PDF. @throws {ApiError} `validation_error`, `not_found` */
export async function readyLetter(
  source: LetterSource,
  request: PersonRequest,
  { record_id: recordId, ...written }: PreviewPersonLetter,
  today: string,
): Promise<PersonLetterPreview> {
  refuseLetter(request, recordId, written.dated_on, today);
  const facts = source.of(request, recordId);
  const parts = letterParts(facts, written);
  const { letterPdf } = await import('./letter-pdf.ts');
  const pdf = await letterPdf(parts, {
    number: request.number,
    datedOn: written.dated_on,
    language: written.language,
    isDemo: source.isDemo,
  });
  return {
    parts,
    needs_reasons: facts.factors.kind === 'none' && written.reasons === undefined,
    document: Buffer.from(pdf).toString('base64'),
    sha256: `sha256:${sha256(pdf)}`,
    n: request.letters.length + 1,
  };
}

function refuseLetter(
  { record_ids: chosen }: PersonRequest,
  recordId: string,
  datedOn: string,
  today: string,
): void {
  const isChosen = chosen?.includes(recordId) ?? false;
  const days = Math.abs(daysBetween(today, datedOn));
  const faults = [
    ...(isChosen ? [] : [faultAt('record_id', 'not_chosen')]),
    // It is looked at before it is signed, perhaps shortly before midnight, in any zone.
    ...(days > 1 ? [faultAt('dated_on', 'about_today')] : []),
  ];
  if (faults.length > 0) throw validationError(faults);
}
