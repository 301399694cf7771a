/** How long a metric's bar is, and whether a threshold set on this machine is met. */
import { z } from 'zod';
import { create } from 'zustand';

/** `at_least` for what should be high (accuracy), `at_most` for what should be low (a difference, a loss). */
export const thresholdSchema = z.object({
  rule: z.enum(['at_least', 'at_most']),
  value: z.number(),
});
export type Threshold = z.infer<typeof thresholdSchema>;
export type ThresholdRule = Threshold['rule'];

/** Thresholds of one model by `performance.auc_roc`; they hold for every version of it. */
const storedSchema = z.record(z.string(), z.record(z.string(), thresholdSchema));
type StoredThresholds = z.infer<typeof storedSchema>;

export const thresholdsKey = 'proofdesk.model-thresholds';

/** Thresholds out of stored text; nothing where it cannot be read. */
export function readThresholds(text: string | null): StoredThresholds {
  try {
    const parsed = storedSchema.safeParse(JSON.parse(text ?? '{}'));
    return parsed.success ? parsed.data : {};
  } catch {
    return {};
  }
}

function stored(): string | null {
  try {
    return globalThis.localStorage?.getItem(thresholdsKey) ?? null;
  } catch {
    // A browser may forbid storage: thresholds then last until reload.
    return null;
  }
}

export const useThresholds = create<{ readonly models: StoredThresholds }>(() => ({
  models: readThresholds(stored()),
}));

useThresholds.subscribe(({ models }) => {
  try {
    globalThis.localStorage?.setItem(thresholdsKey, JSON.stringify(models));
  } catch {
    // Full or forbidden storage must not take the screen down.
  }
});

/** Sets the threshold of one metric of a model, or removes it with null. */
export function setThreshold(modelId: string, metric: string, threshold: Threshold | null): void {
  const { models } = useThresholds.getState();
  const { [metric]: _before, ...others } = models[modelId] ?? {};
  const next = threshold === null ? others : { ...others, [metric]: threshold };
  useThresholds.setState({ models: { ...models, [modelId]: next } });
}

export function meets(value: number, threshold: Threshold): boolean {
  return threshold.rule === 'at_least' ? value >= threshold.value : value <= threshold.value;
}

const lowIsGood =
  /(difference|disparity|gap|loss|error|rmse|mse|mae|mape|latency|distance|_fpr|_fnr|perplexity)/i;

/** The rule a metric of this name most likely has; only a suggestion, the person decides. */
export function suggestedRule(metric: string): ThresholdRule {
  return lowIsGood.test(metric) ? 'at_most' : 'at_least';
}

export interface MetricScale {
  readonly from: number;
  readonly to: number;
}

/** 0 to 1 where everything lies in it, as most metrics do; else from 0 to a round end beyond the values. */
export function scaleOf(values: readonly number[]): MetricScale {
  const least = Math.min(0, ...values);
  const most = Math.max(0, ...values);
  if (least >= 0 && most <= 1) return { from: 0, to: 1 };
  if (least >= -1 && most <= 1) return { from: -1, to: 1 };
  return { from: least === 0 ? 0 : -roundUp(-least), to: most === 0 ? 0 : roundUp(most) };
}

/** 1, 2 or 5 times a power of ten, not below `value`. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  const step = [1, 2, 5, 10].find((each) => each * power >= value) ?? 10;
  return step * power;
}

/** Where a value stands on a scale, 0 to 1. */
export function placeOn({ from, to }: MetricScale, value: number): number {
  return to === from ? 0 : Math.max(0, Math.min(1, (value - from) / (to - from)));
}
