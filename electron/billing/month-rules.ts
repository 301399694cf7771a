/** The rules that price an account's month: its rate card, its discount, and the part of the month in which it was there. */
import { dayOf } from '../../shared/billing/calendar.ts';
import { activePart, rulesForPart, type ActivePart } from '../../shared/billing/month-lines.ts';
import type { PriceRules } from '../../shared/billing/month-price.ts';
import type { RateCard } from './rate-terms.ts';

export interface MonthRules {
  readonly card: RateCard;
  /** With the coverage of the part. */
  readonly rules: PriceRules;
  readonly part: ActivePart;
}

/** Rules of a month (its first day), by the card that the account has in it. */
export function monthRules(
  card: RateCard,
  month: string,
  account: { readonly createdAt: string },
): MonthRules {
  const part = activePart(month, dayOf(account.createdAt), null);
  return { card, rules: rulesForPart(card.rules, part), part };
}
