/** An amount of money in its place: tabular digits, what is finer than cents dimmed, its currency named. */
import { currencySign, formatAmount } from './money.ts';
import classes from './money.module.css';

export interface MoneyTextProps {
  readonly value: number;
  /** Left out where the column's head names it. */
  readonly currency?: string | undefined;
  /** Places it is padded to, so that a column stands point under point. */
  readonly places?: number;
}

export function MoneyText({ value, currency, places }: MoneyTextProps) {
  const text = formatAmount(value, places);
  const [sign, digits] = text.startsWith('-') ? ['-', text.slice(1)] : ['', text];
  const cents = digits.indexOf('.') + 3;
  return (
    <span className={classes.money}>
      {sign}
      {currency === undefined ? '' : currencySign(currency)}
      {digits.slice(0, cents)}
      {digits.length > cents && <span className={classes.fine}>{digits.slice(cents)}</span>}
      {currency !== undefined && <span className={classes.code}> {currency}</span>}
    </span>
  );
}
