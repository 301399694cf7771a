/** The form of a rate card gives the body that was typed, and takes a card apart again. */
import { describe, expect, it } from 'vitest';
import { createRateCardSchema } from '../../../shared/contract/billing.ts';
import { priceModels } from '../../../shared/billing/month-price.ts';
import { bodyFaults } from '../../../shared/contract/intake.ts';
import { cardBody, emptyCard, textOf } from './rate-card-form.ts';

const flat = (rate: string) => ({ tiers: [{ up_to: '', rate }], isByVolume: false });
const faultsOf = (body: unknown) => bodyFaults(body, createRateCardSchema);
const typed = {
  ...emptyCard,
  rate_card_id: 'volume',
  name: 'Volume',
  model: 'TIERED' as const,
  time: flat('12.5'),
  record: {
    tiers: [
      { up_to: '1,000', rate: '0.05' },
      { up_to: '', rate: '0.04' },
    ],
    isByVolume: false,
  },
  data: flat('0.12'),
  operation: flat('0.02'),
};

describe('the body of a rate card', () => {
  it('holds what was typed, and is taken apart into the same', () => {
    const body = cardBody(typed);
    expect(faultsOf(body)).toEqual([]);
    expect(body.record).toEqual({
      tiers: [
        { up_to: 1000, rate: 0.05 },
        { up_to: null, rate: 0.04 },
      ],
    });
    const shown = { ...body, version: 1, currency: 'USD', created_at: '2026-01-01T00:00:00.000Z' };
    expect(cardBody(textOf(shown))).toEqual(body);
  });

  it.each(priceModels)('is one that the model %s takes, where everything is typed', (model) => {
    const body = cardBody({
      ...typed,
      model,
      commitment: { coverage: '10', discount_percent: '5', overage_factor: '2' },
      minimum: '5',
      fees: [{ description: 'Support', amount: '3' }],
    });
    expect(faultsOf(body)).toEqual([]);
  });

  it('leaves out what its model does not have', () => {
    const body = cardBody({
      ...typed,
      minimum: '5',
      commitment: { ...typed.commitment, coverage: '10' },
    });
    expect(body).not.toHaveProperty('minimum');
    expect(body).not.toHaveProperty('commitment');
    expect(cardBody({ ...typed, model: 'PAY_PER_USE' }).record).toEqual({ rate: 0.05 });
  });

  it('keeps in a next version what it does not ask for', () => {
    const record = {
      tiers: [
        { up_to: 10, rate: 1, flat: 5 },
        { up_to: null, rate: 0.1 },
      ],
      mode: 'VOLUME' as const,
      free: 3,
      package: 2,
      maximum: 99,
    };
    const { currency, created_at } = { currency: 'USD', created_at: '2026-11-10T00:00:00.000Z' };
    const rate = { rate: 0 };
    const card = {
      rate_card_id: 'own',
      version: 1,
      name: 'Own',
      model: 'CUSTOM' as const,
      time: { rate: 1, free: 2 },
      record,
      data: rate,
      operation: rate,
      currency,
      created_at,
    };
    expect(cardBody(textOf(card))).toMatchObject({ time: { rate: 1, free: 2 }, record });
  });

  it('has its faults at their fields', () => {
    const fields = faultsOf(cardBody(emptyCard)).map(({ field }) => field);
    expect(fields).toEqual(expect.arrayContaining(['rate_card_id', 'name', 'time']));
    const falling = cardBody({
      ...typed,
      record: {
        tiers: [
          { up_to: '5', rate: '1' },
          { up_to: '4', rate: '1' },
          { up_to: '', rate: '1' },
        ],
        isByVolume: false,
      },
    });
    expect(faultsOf(falling)).toMatchObject([
      { field: expect.stringMatching(/^record/), message: expect.stringContaining('rise') },
    ]);
  });
});
