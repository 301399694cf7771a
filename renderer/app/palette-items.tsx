/** What the palette offers for a text: things, commands, settings, a search. */
import type { ReactNode } from 'react';
import {
  IconArrowUpRight,
  IconBoxModel2,
  IconCashBanknote,
  IconDatabase,
  IconFileSearch,
  IconPlugConnected,
  IconReceipt2,
  IconSettings,
  IconStack2,
  IconUserQuestion,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Place } from '../../shared/open-address.ts';
import type { ListedRecord } from '../api/records.ts';
import {
  matchingSettings,
  settingPath,
  useSettingEntries,
} from '../screens/settings/settings-entries.ts';
import { useOfferedCommands } from '../ui/commands/commands.ts';
import { matchingCommands } from '../ui/commands/palette-matches.ts';
import { journalNumber, shortHash } from '../ui/format.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { useIsOpen } from '../ui/places/places.ts';
import { directPlace, isLookedUp, useNamedThings, useRecentThings } from './palette-places.tsx';

const shownSettings = 8;

export interface PaletteItem {
  readonly key: string;
  readonly group: string;
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly note: ReactNode;
  readonly run: () => void;
}

/** The icons of things, by the kind that they are remembered or found as. */
const thingIcons = {
  record: IconStack2,
  model: IconBoxModel2,
  session: IconPlugConnected,
  dataset: IconDatabase,
  invoice: IconReceipt2,
  payout: IconCashBanknote,
  person_request: IconUserQuestion,
} as const;

function ThingIcon({ kind }: { kind: string }) {
  const Icon = Object.entries(thingIcons).find(([name]) => name === kind)?.[1] ?? IconArrowUpRight;
  return <Icon size={16} stroke={1.6} />;
}

/** Everything that fits a trimmed text, in the order it is listed; `found` are the records looked up for it. */
export function usePaletteItems(text: string, found: readonly ListedRecord[]): PaletteItem[] {
  const recent = useRecentItems();
  const place = directPlace(text);
  const things = useThingItems(text, place, found);
  const commands = useCommandItems(text);
  const named = useNamedItems(text);
  const settings = useSettingItems(text);
  const search = useSearchItems(text);
  return [
    ...(text === '' ? recent : []),
    ...things,
    ...commands,
    ...named,
    ...(place === undefined ? settings : []),
    ...search,
  ];
}

function useRecentItems(): PaletteItem[] {
  const { t } = useTranslation('help');
  const { history } = useRouter();
  return useRecentThings().map(({ path, kind, id }) => ({
    key: `recent ${path}`,
    group: t('palette.recent'),
    icon: <ThingIcon kind={kind} />,
    title: <span className="pd-mono">{id}</span>,
    note: t(`place.${kind}`),
    run: () => history.push(path),
  }));
}

/** A pasted id opens at once: whether there is such a thing is for its screen to say. */
function useThingItems(
  text: string,
  place: Place | undefined,
  found: readonly ListedRecord[],
): PaletteItem[] {
  const { t } = useTranslation(['shell', 'help']);
  const { history } = useRouter();
  const isOpen = useIsOpen();
  const record = (id: string, row: ListedRecord | undefined): PaletteItem => ({
    key: id,
    group: t('palette.records'),
    icon: <ThingIcon kind="record" />,
    title: <span className="pd-mono">{id}</span>,
    note:
      row === undefined
        ? null
        : `${journalNumber(row.seq)} · ${row.model_id} · ${shortHash(row.hash, 8)}`,
    run: () => history.push(`/decisions?record=${encodeURIComponent(id)}`),
  });
  if (place === undefined || !isOpen(place.path)) {
    return isLookedUp(text) ? found.map((row) => record(row.id, row)) : [];
  }
  const { kind, id, path } = place;
  if (kind === 'record') {
    return [
      record(
        id,
        found.find((row) => row.id === id),
      ),
    ];
  }
  return [
    {
      key: id,
      group: t('palette.things', { ns: 'help' }),
      icon: <ThingIcon kind={kind} />,
      title: <span className="pd-mono">{id}</span>,
      note: t(`openPlace.${kind}`, { ns: 'help' }),
      run: () => history.push(path),
    },
  ];
}

function useCommandItems(text: string): PaletteItem[] {
  const { t } = useTranslation('shell');
  return matchingCommands(useOfferedCommands(), text).map(
    ({ id, group, icon: Icon, title, keys = [], run }) => ({
      key: id,
      group: t(`group.${group}`),
      icon: Icon === undefined ? null : <Icon size={16} stroke={1.6} />,
      title,
      note: keys[0] === undefined ? null : <KeyHint name={keys[0]} />,
      run,
    }),
  );
}

function useNamedItems(text: string): PaletteItem[] {
  const { t } = useTranslation('help');
  const { history } = useRouter();
  return useNamedThings(text).map(({ path, kind, name }) => ({
    key: path,
    group: t('palette.things'),
    icon: <ThingIcon kind={kind} />,
    title: name,
    note: t(`place.${kind}`),
    run: () => history.push(path),
  }));
}

function useSettingItems(text: string): PaletteItem[] {
  const { t } = useTranslation('settings');
  const { history } = useRouter();
  const settings = useSettingEntries();
  if (text.length < 2) return [];
  return matchingSettings(settings, text)
    .slice(0, shownSettings)
    .map((entry) => ({
      key: `setting ${entry.tab} ${entry.id}`,
      group: t('find.group'),
      icon: <IconSettings size={16} stroke={1.6} />,
      title: entry.name,
      note: `${t('find.group')} › ${t(`tab.${entry.tab}`)}`,
      run: () => history.push(settingPath(entry)),
    }));
}

/** The text as a search of the decisions. */
function useSearchItems(text: string): PaletteItem[] {
  const { t } = useTranslation('shell');
  const { history } = useRouter();
  const isOpen = useIsOpen();
  if (text.length < 2 || !isOpen('/decisions')) return [];
  return [
    {
      key: 'search',
      group: t('palette.records'),
      icon: <IconFileSearch size={16} stroke={1.6} />,
      title: t('palette.searchFor', { text }),
      note: null,
      run: () => history.push(`/decisions?${new URLSearchParams({ q: text }).toString()}`),
    },
  ];
}
