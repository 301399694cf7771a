/** A card as a PDF to hand to an auditor: embedded fonts, fixed dates, the same bytes every time. */
import { demoMark } from '../../../shared/ledger/demo-origin.ts';
import { completenessOf } from '../completeness.ts';
import { toSecond, type RegisteredCard } from '../model-card.ts';
import { ReportPage, unknown } from '../../documents/report-page.ts';

/** The bytes of the document; the same for the same registration. */
export async function pdfBytes(
  registered: RegisteredCard,
  { isDemo }: { readonly isDemo: boolean },
): Promise<Uint8Array> {
  const { card, seq, entryHash, createdAt } = registered;
  const page = new ReportPage(
    `Model card: ${card.model_id} ${card.version}`,
    new Date(toSecond(createdAt)),
    `Entry ${seq}  ${entryHash}`,
  );
  if (isDemo) page.ribbon(demoMark);
  const { specification, annex_iv: annex } = completenessOf(card);
  page.title(card.model_id, `Model card, version ${card.version}`);
  page.facts([
    ['Registered', toSecond(createdAt)],
    ['Framework', card.framework ?? unknown],
    ['Training date', card.training_date ?? unknown],
    ['Artifact hash', card.model_hash ?? unknown],
    ['Ledger entry', `${seq}, ${entryHash}`],
  ]);
  page.section('Intended use', card.intended_use);
  page.section('Limitations', card.limitations);
  page.bars('Performance', card.performance);
  page.bars('Fairness', card.fairness);
  page.heading('Card fields');
  page.facts(specification.items.map((each) => [each.title, each.status]));
  page.heading('EU AI Act, Annex IV', 130);
  page.paragraph(
    `The card states a part of ${annex.partial} of ${annex.total} points; the other ${annex.unknown} are unknown. Free text is not read for meaning.`,
  );
  page.table(
    [
      { title: 'Point', from: 0, to: 0.06, dimmed: true },
      { title: 'Asked for', from: 0.07, to: 0.48 },
      { title: 'Status', from: 0.5, to: 0.59 },
      { title: 'Still to be stated', from: 0.6, to: 1, dimmed: true },
    ],
    annex.items.map(({ item, title, status, note }) => [item, title, status, note ?? '']),
  );
  return page.finish();
}
