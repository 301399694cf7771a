/** In whose name invoices are issued. */
import * as z from './when-asked.ts';
import { fault } from './faults.ts';

/** Characters of one line of a party: an address must not push its paper aside. */
const lineLength = 200;
const atMost = fault('at_most_characters', { maximum: lineLength });
/** Controls of direction would let a name say something else than it shows. */
const directions = /[\u202A-\u202E\u2066-\u2069]/u;
/** Text of one line; empty where there is none. */
export const written = z
  .string({ error: fault('type_string') })
  .max(lineLength, atMost)
  .refine((text) => !directions.test(text), fault('no_steering'));
/** Text of one line that is there. */
export const filled = written.min(1, fault('not_empty'));
export const email = z
  .email(fault('email'))
  .max(320, fault('at_most_characters', { maximum: 320 }));
const country = z.string({ error: fault('type_string') }).regex(/^[A-Z]{2}$/, fault('country'));

export const postalAddressSchema = z.strictObject({
  line1: filled,
  line2: written.exactOptional(),
  city: filled,
  state: written.exactOptional(),
  postal_code: written.exactOptional(),
  country: country.meta({ description: 'Two letters of ISO 3166' }),
});

export const issuerSchema = z
  .strictObject({
    legal_name: filled,
    address: postalAddressSchema,
    email,
    vat_id: filled.exactOptional(),
    registration: filled
      .exactOptional()
      .meta({ description: 'Its number in a register of companies' }),
    iban: filled.exactOptional(),
    bic: filled.exactOptional(),
    payment_text: z
      .string()
      .max(1_000, fault('at_most_characters', { maximum: 1000 }))
      .exactOptional(),
  })
  .meta({ id: 'Issuer' });
export type Issuer = z.output<typeof issuerSchema>;
