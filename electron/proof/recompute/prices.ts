/** Prices of metered events, computed again in their order from card, counters and session, with the sums that these keep. */
import type { Database } from 'better-sqlite3';
import { monthOf } from '../../../shared/billing/calendar.ts';
import { priceUsage } from '../../../shared/billing/pricing.ts';
import type { PerDimension } from '../../../shared/billing/volume.ts';
import { RateCards } from '../../billing/rate-cards.ts';
import type { RateCard } from '../../billing/rate-terms.ts';
import { costsOf, figureColumns, volumesOf, type FigureRow } from '../../billing/usage-figures.ts';
import { refundOf } from '../../billing/usage-pricer.ts';
import type { EventKind } from '../../billing/usage-ledger.ts';
import type { RowFinding } from '../row-finding.ts';
import { counterKey, EventSums, type SummedEvent } from './event-sums.ts';

interface EventRow extends SummedEvent {
  readonly number: bigint;
  readonly account_id: string;
  readonly source: string;
  readonly day: string;
  readonly list_nanos: bigint;
  readonly rate_card_id: string;
  readonly version: bigint;
}

const dimensionColumns = {
  time: 'time_nanos',
  record: 'record_nanos',
  data: 'data_nanos',
  operation: 'operation_nanos',
} as const;

/** Prices every event again, and compares the sums of sessions and rate cards; yields after each, so that the caller can give way. */
export function* checkPrices(
  database: Database,
  report: (finding: RowFinding) => void,
): Generator<void> {
  const cards = new RateCards(database);
  const sums = new EventSums();
  const byNumber = database
    .prepare<[number], FigureRow & { list_nanos: bigint; kind: EventKind }>(
      'SELECT * FROM usage_events WHERE number = ?',
    )
    .safeIntegers();
  const figures = figureColumns.map((name) => `e.${name}`).join(', ');
  const events = database
    .prepare<[], EventRow>(
      `SELECT e.number, e.account_id, e.source, e.session, e.at, e.day, e.kind, ${figures},
         e.list_nanos, s.opened_at, s.rate_card_id, s.version
       FROM usage_events AS e JOIN billed_sessions AS s ON s.number = e.session ORDER BY e.number`,
    )
    .safeIntegers();
  for (const event of events.iterate()) {
    yield;
    const { account_id: account, day, rate_card_id: rateCard, version } = event;
    const key = counterKey(account, monthOf(day), rateCard, version);
    const volume = volumesOf(event);
    const reversed = reversedBy(event);
    const original = reversed === undefined ? undefined : byNumber.get(reversed);
    const card = cardOf(cards, event);
    // A card that is not there is a finding of its own.
    if (card !== undefined) {
      const counter = sums.counter(key);
      const used = sums.usedIn(event.session);
      const before = { session: used, month: counter.volume, monthList: counter.list };
      const priced =
        original === undefined
          ? priceUsage(card.rules, volume, before)
          : { cost: refundOf(card.rules, used, original), list: -original.list_nanos };
      compare(event, priced, report);
    }
    const kept = { volume, cost: costsOf(event), list: event.list_nanos };
    sums.add(event, key, kept, original?.kind ?? event.kind);
  }
  yield* sums.compare(database, report);
}

function compare(
  event: EventRow,
  { cost, list }: { readonly cost: PerDimension; readonly list: bigint },
  report: (finding: RowFinding) => void,
): void {
  const stored = costsOf(event);
  const differing = [
    ...(['time', 'record', 'data', 'operation'] as const).map(
      (each) => [dimensionColumns[each], cost[each], stored[each]] as const,
    ),
    ['list_nanos', list, event.list_nanos] as const,
  ].filter(([, expected, actual]) => expected !== actual);
  for (const [column, expected, actual] of differing) {
    report({
      kind: 'altered',
      table: 'usage_events',
      row: String(event.number),
      column,
      seq: 0,
      expected: String(expected),
      actual: String(actual),
    });
  }
}

/** The number of the event that a correction takes back. */
function reversedBy({ kind, source }: EventRow): number | undefined {
  const number = kind === 'correction' ? /^reversal\/(\d+)$/.exec(source)?.[1] : undefined;
  return number === undefined ? undefined : Number(number);
}

function cardOf(cards: RateCards, event: EventRow): RateCard | undefined {
  try {
    return cards.require({ rateCardId: event.rate_card_id, version: Number(event.version) });
  } catch {
    return undefined;
  }
}
