/** What a card states of EU AI Act Annex IV and what is still to be stated: the gap list. */
import type { CompletenessItem } from '../../../shared/contract/models.ts';
import { completenessOf } from '../completeness.ts';
import { toSecond, type RegisteredCard } from '../model-card.ts';
import { inlineText, table } from './markdown.ts';

/** Markdown; the same for the same registration. */
export function annexIvText(registered: RegisteredCard): string {
  const { card, seq, entryHash, createdAt } = registered;
  const { specification, annex_iv: annex } = completenessOf(card);
  return `${[
    `# Annex IV gap list: ${inlineText(card.model_id)} ${card.version}`,
    '',
    `Technical documentation under Article 11(1) and Annex IV of Regulation (EU) 2024/1689, as far as the registered model card states it. Registered ${toSecond(createdAt)} as entry ${seq} of the ledger, \`${entryHash}\`.`,
    '',
    `Of ${annex.total} points the card states a part of ${annex.partial}; of ${annex.unknown} it states nothing, and they are listed as unknown. Free text is not read for meaning: whether it is enough is for a person to judge.`,
    '',
    '## Annex IV',
    '',
    table(
      ['Point', 'Asked for', 'Status', 'Stated by', 'Still to be stated'],
      annex.items.map((each) => [each.item, ...cells(each)]),
    ),
    '',
    '## Card fields',
    '',
    table(
      ['Field', 'Meaning', 'Status', 'Stated by', 'Still to be stated'],
      specification.items.map((each) => [`\`${each.item}\``, ...cells(each)]),
    ),
  ].join('\n')}\n`;
}

function cells(each: CompletenessItem): string[] {
  const sources = each.sources.map((source) => `\`${source}\``).join(', ');
  return [inlineText(each.title), each.status, sources, inlineText(each.note ?? '')];
}
