/** An address as forms hold it: each part a text, empty where there is none. */

export const addressParts = ['line1', 'line2', 'postal_code', 'city', 'state', 'country'] as const;
export type AddressPart = (typeof addressParts)[number];

export type AddressValues = Readonly<Record<AddressPart, string>>;

interface Address {
  readonly line1: string;
  readonly line2?: string;
  readonly city: string;
  readonly state?: string;
  readonly postal_code?: string;
  readonly country: string;
}

/** Values that a form begins with. */
export function addressValues(address: Partial<AddressValues> | null | undefined): AddressValues {
  const part = (name: AddressPart) => address?.[name] ?? '';
  return {
    line1: part('line1'),
    line2: part('line2'),
    postal_code: part('postal_code'),
    city: part('city'),
    state: part('state'),
    country: part('country'),
  };
}

/** An address as it is sent: what is not filled in is not said. */
export function addressIn(values: AddressValues): Address {
  const { line1, line2, city, state, postal_code: code, country } = values;
  return {
    line1: line1.trim(),
    city: city.trim(),
    country: country.trim().toUpperCase(),
    ...(line2.trim() === '' ? {} : { line2: line2.trim() }),
    ...(state.trim() === '' ? {} : { state: state.trim() }),
    ...(code.trim() === '' ? {} : { postal_code: code.trim() }),
  };
}
