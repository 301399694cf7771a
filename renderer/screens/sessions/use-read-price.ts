/** What reading rows of a session will cost at most, for the buttons that do it: the quote of the API. */
import { useQuote, type CallsAhead } from '../../api/billing-prices.ts';
import { useMay } from '../../api/capabilities.ts';
import { nanos, nanosText, shortText } from '../../ui/money/nanos-text.ts';

export interface PriceWords {
  /** `$0.52`. */
  readonly price: string;
  /** Every place of it. */
  readonly exact: string;
}

/** Undefined until the price is here, null where it cannot be had. */
export function useReadPrice(
  sessionId: string,
  { operation = 'read', rows, calls = 1 }: Partial<CallsAhead> & Pick<CallsAhead, 'rows'>,
): PriceWords | null | undefined {
  const { data: quote, isError } = useQuote(sessionId, { operation, rows, calls });
  const may = useMay();
  if (quote === undefined) return isError || !may('createQuote') ? null : undefined;
  const most = nanos(quote.at_most);
  return {
    price: shortText(most, quote.currency),
    exact: nanosText(most, quote.currency),
  };
}
