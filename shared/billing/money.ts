/** Amounts of one currency: minor units as whole numbers, and as numbers and text of the major unit. */
import { currencyDecimals, nanosInMinor } from './currency.ts';
import { numberOf, unitsOf } from './decimal.ts';

/** Currency of a workspace that has not chosen one. */
export const usualCurrency = 'USD';

export class Money {
  /** Three letters of ISO 4217. */
  readonly code: string;
  /** Decimals of the minor unit: 0, 2 or 3. */
  readonly places: number;
  /** Nanos in one minor unit. */
  readonly nanosPerMinor: bigint;

  /** @throws {RangeError} for a currency that nothing can be billed in */
  constructor(code: string) {
    const places = currencyDecimals(code);
    if (places === undefined) throw new RangeError(`Nothing can be billed in ${code}.`);
    this.code = code;
    this.places = places;
    this.nanosPerMinor = nanosInMinor(places);
  }

  /** Minor units as a JSON number of the major unit. */
  number(minor: bigint): number {
    return numberOf(minor, this.places);
  }

  /** A number of the major unit in minor units; undefined where it has more decimals. */
  unitsOf(value: number): bigint | undefined {
    return unitsOf(value, this.places);
  }

  /**
   * A number of the major unit in minor units.
   * @throws {RangeError} where it has more decimals
   */
  minor(value: number): bigint {
    const units = this.unitsOf(value);
    if (units === undefined)
      throw new RangeError(`${value} has more than ${this.places} decimals.`);
    return units;
  }

  /** Minor units with all decimals and thousands apart, `1,234.50`; for documents and messages. */
  text(minor: bigint): string {
    const digits = String(minor < 0n ? -minor : minor).padStart(this.places + 1, '0');
    const end = digits.length - this.places;
    const whole = digits.slice(0, end).replaceAll(/\B(?=(\d{3})+$)/g, ',');
    return `${minor < 0n ? '-' : ''}${whole}${this.places === 0 ? '' : `.${digits.slice(end)}`}`;
  }
}

const known = new Map<string, Money>();

/** @throws {RangeError} as the constructor */
export function moneyIn(code: string): Money {
  const money = known.get(code) ?? new Money(code);
  known.set(code, money);
  return money;
}
