/**
 * Currencies that a workspace can bill in (ISO 4217), each with the decimals of its minor unit. The table is ours: locale
 * data differ from ISO for some.
 */

const withoutDecimals = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.split(
  ' ',
);
const withThreeDecimals = 'BHD IQD JOD KWD LYD OMR TND'.split(' ');
const withTwoDecimals =
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD
  CAD CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL
  HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR
  MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD
  SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UZS VED VES WST XCD YER ZAR ZMW
  ZWG`.split(/\s+/);

const decimals: ReadonlyMap<string, number> = new Map([
  ...withoutDecimals.map((code) => [code, 0] as const),
  ...withTwoDecimals.map((code) => [code, 2] as const),
  ...withThreeDecimals.map((code) => [code, 3] as const),
]);

/** Decimals that an amount of some currency can have. */
export const finestPlaces = 3;

/** Nanos in one major unit. */
const nanosPerMajor = 1_000_000_000n;

const [firstCurrency = '', ...others] = [...decimals.keys()].toSorted();
/** Every code that can be billed in, in alphabetical order. CLF and UYW, with four decimals, are none. */
export const currencies: readonly [string, ...string[]] = [firstCurrency, ...others];

/** Decimals of the minor unit of a currency; undefined where nothing can be billed in it. */
export function currencyDecimals(code: string): number | undefined {
  return decimals.get(code);
}

/** Nanos in one minor unit: 10^7 in a cent. */
export function nanosInMinor(places: number): bigint {
  return nanosPerMajor / 10n ** BigInt(places);
}
