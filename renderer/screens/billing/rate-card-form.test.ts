/** The form of a rate card gives the body that was typed, and takes a card apart again. */
import { describe, expect, it } from 'vitest';
import { createRateCardSchema } from '../../../shared/contract/billing.ts';
import { cardBody, emptyCard, priceFault, textOf } from './rate-card-form.ts';
import { localFaults } from '../../ui/form-faults.ts';

const flat = (rate: string) => ({ tiers: [{ upTo: '', rate }], allUnits: false });
const typed = {
  ...emptyCard,
  id: 'volume',
  name: 'Volume',
  model: 'TIERED' as const,
  prices: {
    time: flat('12.5'),
    record: {
      tiers: [
        { upTo: '1,000', rate: '0.05' },
        { upTo: '', rate: '0.04' },
      ],
      allUnits: false,
    },
    data: flat('0.12'),
    operation: flat('0.02'),
  },
};

describe('the body of a rate card', () => {
  it('holds what was typed, and is taken apart into the same', () => {
    const body = cardBody(typed);
    expect(localFaults(createRateCardSchema, body)).toEqual({});
    expect(body.record).toEqual({
      tiers: [
        { up_to: 1000, rate: 0.05 },
        { up_to: null, rate: 0.04 },
      ],
    });
    const shown = { ...body, version: 1, currency: 'USD', created_at: '2026-01-01T00:00:00.000Z' };
    expect(cardBody(textOf(shown))).toEqual(body);
  });

  it('leaves out what its model does not have', () => {
    const body = cardBody({ ...typed, minimum: '5', coverage: '10' });
    expect(body).not.toHaveProperty('minimum');
    expect(body).not.toHaveProperty('commitment');
    expect(cardBody({ ...typed, model: 'PAY_PER_USE' }).record).toEqual({ rate: 0.05 });
  });

  it('has its faults at their fields', () => {
    const faults = localFaults(createRateCardSchema, cardBody(emptyCard));
    expect(Object.keys(faults)).toEqual(expect.arrayContaining(['rate_card_id', 'name']));
    expect(priceFault(faults, 'time')).toBeDefined();
    const falling = cardBody({
      ...typed,
      prices: {
        ...typed.prices,
        record: {
          tiers: [
            { upTo: '5', rate: '1' },
            { upTo: '4', rate: '1' },
            { upTo: '', rate: '1' },
          ],
          allUnits: false,
        },
      },
    });
    expect(priceFault(localFaults(createRateCardSchema, falling), 'record')).toContain('rise');
  });
});
