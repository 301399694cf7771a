/** What the person at this machine prefers: kept in localStorage, never sent anywhere. */
import { z } from 'zod';
import { create } from 'zustand';

const columnsSchema = z.object({
  order: z.array(z.string()),
  hidden: z.array(z.string()),
  sizes: z.record(z.string(), z.number().min(24).max(2_000)),
  pinned: z.array(z.string()),
});
/** How one table's columns are arranged; ids that no longer exist are ignored by the table. */
export type ColumnPreferences = z.infer<typeof columnsSchema>;

const savedViewSchema = z.object({ id: z.string(), name: z.string(), search: z.string() });
/** A named address of a table: `search` is the query string of its filters and order. */
export type SavedView = z.infer<typeof savedViewSchema>;

const actorSchema = z.object({ id: z.string(), role: z.string(), name: z.string() });
/** Who acts at this machine, as it is written into interventions; an empty `name` is not sent. */
export type ActorPreference = z.infer<typeof actorSchema>;

const preferencesSchema = z.object({
  colorScheme: z.enum(['system', 'light', 'dark']).catch('system'),
  density: z.enum(['compact', 'normal', 'roomy']).catch('compact'),
  timeZone: z.enum(['utc', 'local']).catch('utc'),
  navigation: z.enum(['wide', 'icons']).catch('wide'),
  inspectorPlace: z.enum(['right', 'bottom']).catch('right'),
  /** Share of the screen that the inspector takes, per place. */
  inspectorShare: z
    .object({ right: z.number().min(0.15).max(0.75), bottom: z.number().min(0.15).max(0.75) })
    .catch({ right: 0.34, bottom: 0.42 }),
  columns: z.record(z.string(), columnsSchema).catch({}),
  /** What was entered last, as a proposal: every act shows it before it is appended. */
  actor: actorSchema.catch({ id: '', role: '', name: '' }),
  views: z.record(z.string(), z.array(savedViewSchema)).catch({}),
});
export type Preferences = z.infer<typeof preferencesSchema>;
export type Density = Preferences['density'];
export type ColorScheme = Preferences['colorScheme'];
export type TimeZoneChoice = Preferences['timeZone'];

export const preferencesKey = 'proofdesk.preferences';

/** Preferences out of stored text; whatever cannot be read takes its default. */
export function readPreferences(text: string | null): Preferences {
  let stored: unknown;
  try {
    stored = JSON.parse(text ?? '{}');
  } catch {
    stored = {};
  }
  const parsed = preferencesSchema.safeParse(stored);
  return parsed.success ? parsed.data : preferencesSchema.parse({});
}

function stored(): string | null {
  try {
    return globalThis.localStorage?.getItem(preferencesKey) ?? null;
  } catch {
    // A browser may forbid storage: the console then starts with the defaults each time.
    return null;
  }
}

export const usePreferences = create<Preferences>(() => readPreferences(stored()));

usePreferences.subscribe((preferences) => {
  try {
    globalThis.localStorage?.setItem(preferencesKey, JSON.stringify(preferences));
  } catch {
    // Full or forbidden storage must not take the screen down; the choice lasts until reload.
  }
});

/** Changes some preferences. */
export function prefer(changes: Partial<Preferences>): void {
  usePreferences.setState(changes);
}
