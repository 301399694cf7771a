/** What the person at this machine prefers: kept in localStorage, never sent anywhere. */
import { z } from 'zod';
import { create } from 'zustand';
import { languages } from '../../shared/languages.ts';
import { formatChoices } from '../i18n/locale.ts';
import { viewWithoutOldFilters } from './old-filters.ts';

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

/** Saved views, each as it is read today. */
function withoutOldViews(views: Record<string, SavedView[]>): Record<string, SavedView[]> {
  return Object.fromEntries(
    Object.entries(views).map(([tableId, of]) => [
      tableId,
      of.map((view) => ({ ...view, search: viewWithoutOldFilters(tableId, view.search) })),
    ]),
  );
}

/** Tells whether this browser knows a time zone of that name. */
export function isTimeZone(name: string): name is `${string}/${string}` {
  if (!/^[A-Za-z_]+(\/[A-Za-z0-9_+-]+)+$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** UTC, the zone of this computer, or a zone of the IANA database by name. */
const timeZoneSchema = z.union([z.enum(['utc', 'local']), z.string().refine(isTimeZone)]);

/** The sizes that may be chosen, in percent. */
export const zoomSteps: readonly number[] = [80, 90, 100, 110, 125, 150, 175, 200];

const preferencesSchema = z.object({
  colorScheme: z.enum(['system', 'light', 'dark']).catch('system'),
  density: z.enum(['compact', 'normal', 'roomy']).catch('compact'),
  timeZone: timeZoneSchema.catch('utc'),
  /** What the switch in the status bar goes to from UTC: the zone that was chosen last. */
  otherTimeZone: timeZoneSchema.catch('local'),
  language: z.enum(['system', ...languages]).catch('system'),
  /** How numbers, days and times are written. */
  formats: z.enum(formatChoices).catch('language'),
  /** Percent of the size of everything, in the desktop's window; a browser keeps its own. */
  zoom: z
    .number()
    .refine((percent) => zoomSteps.includes(percent))
    .catch(100),
  motion: z.enum(['system', 'reduced']).catch('system'),
  /** What is told by a toast; all of it stands in the notifications and in Jobs. */
  toasts: z.enum(['all', 'failures']).catch('all'),
  navigation: z.enum(['wide', 'icons']).catch('wide'),
  /** Whose overview is shown; null goes by the key and the workspace. */
  overviewProfile: z.enum(['officer', 'holder', 'lab', 'demo']).nullable().catch(null),
  /** The tour: not offered yet, at a step (also after a break), or over. */
  tour: z.union([z.literal('new'), z.literal('over'), z.int().min(0).max(20)]).catch('new'),
  inspectorPlace: z.enum(['right', 'bottom']).catch('right'),
  /** Share of the screen that the inspector takes, per place. */
  inspectorShare: z
    .object({ right: z.number().min(0.15).max(0.75), bottom: z.number().min(0.15).max(0.75) })
    .catch({ right: 0.34, bottom: 0.42 }),
  columns: z.record(z.string(), columnsSchema).catch({}),
  views: z.record(z.string(), z.array(savedViewSchema)).transform(withoutOldViews).catch({}),
  /** The decisions over time above their list, and their values beside it. */
  decisionsOverTime: z.boolean().catch(true),
  decisionFacets: z.boolean().catch(false),
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

/** Shows instants in another zone; one that is not UTC is remembered for the switch. */
export function chooseTimeZone(timeZone: TimeZoneChoice): void {
  prefer(timeZone === 'utc' ? { timeZone } : { timeZone, otherTimeZone: timeZone });
}

/** From UTC to the zone that was chosen last, and back. */
export function switchTimeZone(): void {
  const { timeZone, otherTimeZone } = usePreferences.getState();
  prefer({ timeZone: timeZone === 'utc' ? otherTimeZone : 'utc' });
}

/** The next size up (1) or down (-1), as far as there is one; 0 is the size as it is drawn. */
export function stepZoom(direction: -1 | 0 | 1): void {
  const at = zoomSteps.indexOf(usePreferences.getState().zoom);
  prefer({ zoom: direction === 0 ? 100 : (zoomSteps[at + direction] ?? zoomSteps[at] ?? 100) });
}
