/** An amount of money in its place: tabular digits, what is finer than the minor unit dimmed, its currency named. */
import {
  currencySign,
  formatAmount,
  formatMoney,
  numberSigns,
  placesIn,
  workspacePlaces,
} from './money.ts';
import { headlineAmount } from './nanos-text.ts';
import classes from './money.module.css';

export interface MoneyTextProps {
  readonly value: number;
  /** Left out where the column's head names it. */
  readonly currency?: string | undefined;
  /** Places it is padded to, so that a column stands point under point. */
  readonly places?: number;
  /** To the minor unit, with every place on hover. */
  readonly headline?: boolean;
  /** Names the currency once: by its sign, or by its letters where it has none. */
  readonly short?: boolean;
}

export function MoneyText({
  value,
  currency,
  places,
  headline = false,
  short = false,
}: MoneyTextProps) {
  const least = currency === undefined ? workspacePlaces() : placesIn(currency);
  const shown = headline ? headlineAmount(value, least) : value;
  const whole = currency === undefined ? formatAmount(value) : formatMoney(value, currency);
  const text = formatAmount(shown, places, least);
  const { decimal, minus } = numberSigns();
  const [sign, digits] =
    minus !== '' && text.startsWith(minus) ? [minus, text.slice(minus.length)] : ['', text];
  const currencyMark = currency === undefined ? '' : currencySign(currency);
  const point = digits.indexOf(decimal);
  const cents = point < 0 ? digits.length : point + (least === 0 ? 0 : decimal.length + least);
  return (
    <span className="pd-figures pd-nowrap" title={shown === value && !short ? undefined : whole}>
      {sign}
      {currencyMark}
      {digits.slice(0, cents)}
      {digits.length > cents && <span className="pd-dim">{digits.slice(cents)}</span>}
      {currency !== undefined && !(short && currencyMark !== '') && (
        <span className={classes.code}> {currency}</span>
      )}
    </span>
  );
}
