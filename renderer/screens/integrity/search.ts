/** The address of the Integrity screen: a verification, one of its findings, a tab. */
import { z } from 'zod';

/** The tabs that an address can name. */
export const integrityTabs = ['method', 'checkpoints', 'bundles', 'cases', 'history'] as const;
export type IntegrityTab = (typeof integrityTabs)[number];

export interface IntegritySearch {
  verification?: string | undefined;
  /** The journal index of one of its findings. */
  seq?: number | undefined;
  tab?: IntegrityTab | undefined;
  /** The case that is marked. */
  mark?: string | undefined;
}

const schema = z.object({
  verification: z.string().min(1).optional().catch(undefined),
  seq: z
    .preprocess((value) => (typeof value === 'string' ? Number(value) : value), z.int().min(0))
    .optional()
    .catch(undefined),
  tab: z.enum(integrityTabs).optional().catch(undefined),
  mark: z.string().min(1).max(64).optional().catch(undefined),
});

/** Search parameters from an address or a navigation; what cannot be read is left out. */
export function parseIntegritySearch(raw: Readonly<Record<string, unknown>>): IntegritySearch {
  const parsed = schema.parse(raw);
  return Object.fromEntries(Object.entries(parsed).filter(([, value]) => value !== undefined));
}
