/** The demo decisions: the same every time, valid, spread over years, as varied as a real ledger. */
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../shared/contract/json.ts';
import { createRecordSchema } from '../../shared/contract/records.ts';
import { DemoCalendar } from './calendar.ts';
import { demoDecisions, demoModels, type DemoDecision } from './decisions.ts';

const { start, end } = new DemoCalendar();
const decisions = [...demoDecisions({ records: 10_000, seed: 1 })];

function depthOf(value: JsonValue): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

function share(wanted: (decision: DemoDecision) => boolean): number {
  return decisions.filter(wanted).length / decisions.length;
}

/** The mean confidence of `fraud-guard` from one instant until another. */
function meanConfidence(from: number, until: number): number {
  const values = decisions
    .filter(({ at, body }) => body.model_id === 'fraud-guard' && at >= from && at < until)
    .flatMap(({ body }) => (body.confidence === undefined ? [] : [body.confidence]));
  return values.reduce((sum, each) => sum + each, 0) / values.length;
}

describe('demo decisions', () => {
  it('are the same for the same seed and number, and others for another seed', () => {
    expect([...demoDecisions({ records: 500, seed: 5 })]).toEqual([
      ...demoDecisions({ records: 500, seed: 5 }),
    ]);
    expect([...demoDecisions({ records: 5, seed: 5 })]).not.toEqual([
      ...demoDecisions({ records: 5, seed: 6 }),
    ]);
    expect([...demoDecisions({ records: 1, seed: 5 })]).toHaveLength(1);
  });

  it('are valid bodies of POST /records', () => {
    for (const { body } of decisions.slice(0, 2_000)) {
      expect(createRecordSchema.safeParse(body).error).toBeUndefined();
    }
  });

  it('hold only JSON: nothing is lost between an object and its text', () => {
    for (const { body } of decisions.slice(0, 2_000))
      expect(JSON.parse(JSON.stringify(body))).toEqual(body);
  });

  it('ascend through the whole calendar', () => {
    let previous = start;
    for (const { at } of decisions) {
      expect(at).toBeGreaterThanOrEqual(previous);
      previous = at;
    }
    expect(previous).toBeLessThan(end);
    const years = new Set(decisions.map(({ at }) => new Date(at).getUTCFullYear()));
    expect([...years]).toEqual([2022, 2023, 2024, 2025, 2026]);
  });

  it('follow office hours and weekdays', () => {
    const busy = share(({ at }) => {
      const hour = new Date(at).getUTCHours();
      return hour >= 7 && hour < 18;
    });
    const weekend = share(({ at }) => [0, 6].includes(new Date(at).getUTCDay()));
    expect(busy).toBeGreaterThan(0.75);
    expect(weekend).toBeGreaterThan(0.03);
    expect(weekend).toBeLessThan(0.12);
  });

  it('come from every model, none before its release', () => {
    for (const model of demoModels) {
      const own = decisions.filter(({ body }) => body.model_id === model.id);
      expect(own.length).toBeGreaterThan(100);
      expect(own[0]?.at).toBeGreaterThanOrEqual(model.releases[0]?.from ?? Infinity);
    }
  });

  it('lose confidence as a release ages', () => {
    const fresh = meanConfidence(Date.UTC(2025, 2, 10), Date.UTC(2025, 5, 10));
    const old = meanConfidence(Date.UTC(2026, 2, 10), Date.UTC(2026, 5, 1));
    expect(fresh - old).toBeGreaterThan(0.05);
  });

  it.each([
    ['confidence', 0.05, 0.2],
    ['transaction_id', 0.1, 0.35],
    ['policy_id', 0.02, 0.2],
    ['context', 0.1, 0.5],
    ['explanation', 0.2, 0.6],
  ])('leave %s out as often as clients do', (name, least, most) => {
    const absent = share(({ body }) => !(name in body));
    expect(absent).toBeGreaterThan(least);
    expect(absent).toBeLessThan(most);
  });

  it('have a flat 0 or 1 as confidence now and then', () => {
    expect(share(({ body }) => body.confidence === 0 || body.confidence === 1)).toBeGreaterThan(0);
  });

  it('vary in shape: scripts, emoji, empty objects, long texts, deep nesting, edge numbers', () => {
    const text = decisions.map(({ body }) => JSON.stringify(body)).join('\n');
    for (const sample of [
      /\p{Script=Arabic}/u,
      /\p{Script=Hebrew}/u,
      /\p{Script=Han}/u,
      /\p{Script=Devanagari}/u,
      /\p{Emoji_Presentation}\u200d|\u{1F468}\u200d/u,
      /o\u0308/u,
      /Müller/u,
      /"context":\{\}/,
      /"explanation":\{\}/,
      /"reviewer":\{/,
      /"decision":"ESCALATE"/,
      /1\.7976931348623157e\+308/,
      /5e-324/,
      /9007199254740991/,
      /null/,
    ]) {
      expect(text).toMatch(sample);
    }
    const depths = decisions.map(({ body }) => depthOf(body.output));
    expect(Math.max(...depths)).toBeGreaterThanOrEqual(10);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeGreaterThan(4_000);
  });
});
