/** Credit notes over several taxes: whatever is taken back in whatever order, the file for machines does not contradict itself. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  leftOfInvoice,
  leftOfLines,
  noteAmounts,
  type NotedAmount,
} from '../../../shared/billing/credit-notes.ts';
import { invoiceAmounts } from '../../../shared/billing/invoice-amounts.ts';
import { brokenRules } from '../../documents/testing/en16931-rules.ts';
import { readXml } from '../../documents/testing/read-xml.ts';
import { rounds } from '../../testing/rounds.ts';
import { takenFrom } from '../credit-notes/credit-notes-store.ts';
import type { InvoiceDocument, InvoiceLine } from '../invoice-document.ts';
import { examplePaper, exampleInvoice } from '../testing/example-paper.ts';
import { electronicCreditNote } from './credit-note-pdf.ts';
import { electronicInvoice, type InvoicePaper } from './invoice-paper.ts';
import { paperTaxes } from './paper-taxes.ts';

const taxes = [
  undefined,
  { kind: 'STANDARD', bps: 500n },
  { kind: 'ZERO', bps: 0n },
  { kind: 'REVERSE_CHARGE', bps: 0n },
] as const;
const kinds = ['usage', 'fee', 'charge', 'true_up'] as const;
const amount = fc.bigInt({ min: 1n, max: 20_000n });
const askedLine = fc
  .record({ amount, tax: fc.constantFrom(...taxes), kind: fc.constantFrom(...kinds) })
  .map((line): InvoiceLine => ({ ...line, description: 'Asked' }));
/** Parts of a thousand, of what is left. */
const part = fc.bigInt({ min: 0n, max: 1_000n });
const invoices = fc.record({
  asked: fc.array(askedLine, { minLength: 1, maxLength: 5 }),
  credits: fc.array(fc.record({ part, tax: fc.constantFrom(...taxes) }), { maxLength: 3 }),
  notes: fc.array(fc.array(part, { minLength: 5, maxLength: 5 }), { maxLength: 3 }),
  isStandard: fc.boolean(),
});

const buyer = {
  ...examplePaper.buyer,
  address: { ...examplePaper.buyer.address, country: 'DE' },
  vat_id: 'DE136695976',
  kinds: {},
};

interface Drawn {
  readonly asked: readonly InvoiceLine[];
  readonly credits: readonly { readonly part: bigint; readonly tax: InvoiceLine['tax'] }[];
  readonly isStandard: boolean;
}

/** An invoice over lines with credits that come to no more than they ask. */
function documentOf({ asked, credits, isStandard }: Drawn): InvoiceDocument {
  const lines = [...asked];
  let left = asked.reduce((sum, line) => sum + line.amount, 0n);
  for (const { part: of, tax } of credits) {
    const taken = (left * of) / 1_000n;
    left -= taken;
    if (taken > 0n) lines.push({ kind: 'credit', description: 'Credit', amount: -taken, tax });
  }
  const taxBps = isStandard ? 2_000n : 0n;
  return { ...exampleInvoice, lines, taxBps, ...invoiceAmounts(lines, taxBps) };
}

function paperOf({ isStandard }: Pick<Drawn, 'isStandard'>): InvoicePaper {
  const tax = isStandard
    ? ({ kind: 'STANDARD', rate_percent: 20 } as const)
    : ({ kind: 'EXEMPT', rate_percent: 0, reason: 'As the law has it.' } as const);
  return { ...examplePaper, buyer: { ...buyer, tax } };
}

/** The next note: parts of what is left of each line, and no more than is left of all. */
function nextNote(
  { lines }: InvoiceDocument,
  before: readonly NotedAmount[],
  parts: readonly bigint[],
): NotedAmount[] {
  let room = leftOfInvoice(lines, before);
  return leftOfLines(lines, before).flatMap((left, index) => {
    const wanted = (left * (parts[index] ?? 0n)) / 1_000n;
    const taken = wanted < room ? wanted : room;
    room -= taken;
    return taken > 0n ? [{ line: index + 1, amount: taken }] : [];
  });
}

describe('Whatever is taken back', () => {
  test('each tax of the note has the base of its lines and allowances', () => {
    fc.assert(
      fc.property(invoices, ({ notes, ...of }) => {
        const document = documentOf(of);
        const paper = paperOf(of);
        expect(brokenRules(readXml(electronicInvoice(document, paper) ?? ''))).toEqual([]);
        let before: NotedAmount[] = [];
        let refunded = 0n;
        for (const parts of notes) {
          const noted = nextNote(document, before, parts);
          if (noted.length === 0) continue;
          const invoice = { lines: document.lines, before, bps: document.taxBps };
          const amounts = noteAmounts(noted, invoice);
          const { lines, taxes: groups } = takenFrom(document, { kind: 'REFUND', noted, before });
          const xml = electronicCreditNote(
            {
              creditNoteNumber: 'CN-2026-000001',
              issuedAt: document.issuedAt,
              invoice: document,
              lines,
              ...amounts,
              taxes: paperTaxes(groups, paper.buyer),
              reason: 'Empty files',
              reference: 'R-1',
            },
            paper,
          );
          expect(brokenRules(readXml(xml ?? ''), { mostOff: 1 })).toEqual([]);
          expect(groups.every(({ base }) => base >= 0n)).toBe(true);
          refunded += amounts.tax;
          before = [...before, ...noted];
        }
        // All notes together never take back more tax than was asked; all of it once nothing is left.
        const left = leftOfInvoice(document.lines, before);
        expect(refunded <= document.tax).toBe(true);
        expect(left > 0n || refunded === document.tax).toBe(true);
      }),
      { numRuns: rounds({ usual: 300, all: 5_000 }) },
    );
  });

  test('a canceled invoice is taken back as it was asked', () => {
    fc.assert(
      fc.property(invoices, (of) => {
        const document = documentOf(of);
        const paper = paperOf(of);
        const noted = document.lines.map((line, index) => ({
          line: index + 1,
          amount: line.amount,
        }));
        const taken = takenFrom(document, { kind: 'CANCELLATION', noted, before: [] });
        const xml = electronicCreditNote(
          {
            ...document,
            creditNoteNumber: 'CN-2026-000001',
            invoice: document,
            lines: taken.lines,
            taxes: paperTaxes(taken.taxes, paper.buyer),
            reason: '',
            reference: undefined,
          },
          paper,
        );
        expect(brokenRules(readXml(xml ?? ''))).toEqual([]);
      }),
      { numRuns: rounds({ usual: 100, all: 2_000 }) },
    );
  });
});
