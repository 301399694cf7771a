/** The palette: every command by its words, any thing by a pasted id or hash or by its name. */
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconArrowUpRight,
  IconBoxModel2,
  IconCashBanknote,
  IconDatabase,
  IconFileSearch,
  IconPlugConnected,
  IconReceipt2,
  IconSearch,
  IconSettings,
  IconStack2,
} from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { ListedRecord } from '../api/records.ts';
import { closeDialog } from '../state/dialogs.ts';
import { journalNumber, shortHash } from '../ui/format.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { useOptionList } from '../ui/option-list.ts';
import {
  matchingSettings,
  settingPath,
  useSettingEntries,
} from '../screens/settings/settings-entries.ts';
import { useOfferedCommands } from '../ui/commands/commands.ts';
import { matchingCommands } from '../ui/commands/palette-matches.ts';
import {
  directPlace,
  isLookedUp,
  useFoundRecords,
  useNamedThings,
  useRecentThings,
} from './palette-places.tsx';
import { useIsOpen } from '../ui/places/places.ts';
import { shown } from '../ui/shown.ts';
import classes from './command-palette.module.css';

const settleMs = 140;
const shownSettings = 8;

interface PaletteItem {
  readonly key: string;
  readonly group: string;
  readonly icon: ReactNode;
  readonly title: ReactNode;
  readonly note: ReactNode;
  readonly run: () => void;
}

export function CommandPalette({ opened }: { opened: boolean }) {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <Modal
      opened={opened}
      onClose={closeDialog}
      withCloseButton={false}
      padding={0}
      size={600}
      yOffset="12vh"
      attributes={{ content: { 'aria-label': t('palette.label') } }}
      classNames={{ content: classes.content ?? '' }}
    >
      <Palette />
    </Modal>
  );
}

/** The icons of things, by the kind that they are remembered or found as. */
const thingIcons = {
  record: IconStack2,
  model: IconBoxModel2,
  session: IconPlugConnected,
  dataset: IconDatabase,
  invoice: IconReceipt2,
  payout: IconCashBanknote,
} as const;

function ThingIcon({ kind }: { kind: string }) {
  const Icon = Object.entries(thingIcons).find(([name]) => name === kind)?.[1] ?? IconArrowUpRight;
  return <Icon size={16} stroke={1.6} />;
}

function Palette() {
  const { t } = useTranslation(['shell', 'help', 'settings']);
  const { history } = useRouter();
  const commands = useOfferedCommands();
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // At once: the first letters may come before the dialog's own focus does.
  useLayoutEffect(() => input.current?.focus(), []);
  const [settled] = useDebouncedValue(typed, settleMs);
  const text = typed.trim();
  const found = useFoundRecords(settled);
  const named = useNamedThings(text);
  const recent = useRecentThings();
  const settings = useSettingEntries();
  const isOpen = useIsOpen();
  const direct = directPlace(text);
  const place = direct !== undefined && isOpen(direct.path) ? direct : undefined;

  const items: PaletteItem[] = [];
  const record = (id: string, row: ListedRecord | undefined): PaletteItem => ({
    key: id,
    group: t('palette.records'),
    icon: <ThingIcon kind="record" />,
    title: <span className={classes.mono}>{id}</span>,
    note:
      row === undefined
        ? null
        : `${journalNumber(row.seq)} · ${row.model_id} · ${shortHash(row.hash, 8)}`,
    run: () => history.push(`/decisions?record=${encodeURIComponent(id)}`),
  });
  if (text === '') {
    for (const thing of recent) {
      items.push({
        key: `recent ${thing.path}`,
        group: t('palette.recent', { ns: 'help' }),
        icon: <ThingIcon kind={thing.kind} />,
        title: <span className={classes.mono}>{thing.id}</span>,
        note: t(`place.${thing.kind}`, { ns: 'help' }),
        run: () => history.push(thing.path),
      });
    }
  }
  // A pasted id opens at once; whether there is such a thing is for its screen to say.
  if (place?.kind === 'record') {
    items.push(
      record(
        place.id,
        found.rows.find((row) => row.id === place.id),
      ),
    );
  } else if (place !== undefined) {
    items.push({
      key: place.id,
      group: t('palette.things', { ns: 'help' }),
      icon: <ThingIcon kind={place.kind} />,
      title: <span className={classes.mono}>{place.id}</span>,
      note: t(`openPlace.${place.kind}`, { ns: 'help' }),
      run: () => history.push(place.path),
    });
  } else if (isLookedUp(text)) {
    items.push(...found.rows.map((row) => record(row.id, row)));
  }
  for (const command of matchingCommands(commands, text)) {
    const Icon = command.icon;
    const [key] = command.keys ?? [];
    items.push({
      key: command.id,
      group: t(`group.${command.group}`),
      icon: Icon === undefined ? null : <Icon size={16} stroke={1.6} />,
      title: command.title,
      note: key === undefined ? null : <KeyHint name={key} />,
      run: command.run,
    });
  }
  for (const thing of named) {
    items.push({
      key: thing.path,
      group: t('palette.things', { ns: 'help' }),
      icon: <ThingIcon kind={thing.kind} />,
      title: thing.name,
      note: t(`place.${thing.kind}`, { ns: 'help' }),
      run: () => history.push(thing.path),
    });
  }
  if (text.length > 1 && direct === undefined) {
    for (const entry of matchingSettings(settings, text).slice(0, shownSettings)) {
      items.push({
        key: `setting ${entry.tab} ${entry.id}`,
        group: t('find.group', { ns: 'settings' }),
        icon: <IconSettings size={16} stroke={1.6} />,
        title: entry.name,
        note: `${t('find.group', { ns: 'settings' })} › ${t(`tab.${entry.tab}`, { ns: 'settings' })}`,
        run: () => history.push(settingPath(entry)),
      });
    }
  }
  if (text.length > 1 && isOpen('/decisions')) {
    items.push({
      key: 'search',
      group: t('palette.records'),
      icon: <IconFileSearch size={16} stroke={1.6} />,
      title: t('palette.searchFor', { text }),
      note: null,
      run: () => history.push(`/decisions?${new URLSearchParams({ q: text }).toString()}`),
    });
  }

  const choose = (index: number) => {
    const item = items[index];
    if (item === undefined) return;
    closeDialog();
    // After the dialog gave the focus back: a command may put it elsewhere.
    setTimeout(item.run, 0);
  };
  const list = useOptionList({ count: items.length, reset: text, onChoose: choose });
  const asked = isLookedUp(text);
  const looking = asked && found.looking && found.rows.length === 0;
  const missing = asked && !found.looking && settled === typed && found.rows.length === 0;
  return (
    <>
      <div className={classes.field}>
        <IconSearch className={classes.icon} size={17} stroke={1.75} aria-hidden="true" />
        <input
          {...list.inputProps}
          ref={input}
          className={classes.input}
          data-autofocus
          aria-label={t('palette.label')}
          placeholder={t('palette.placeholder')}
          spellCheck={false}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      {(looking || missing) && (
        <div className={classes.empty} role="status">
          {looking ? t('palette.looking') : t('palette.noRecord')}
        </div>
      )}
      {items.length === 0 && !asked && (
        <div className={classes.empty} role="status">
          {t('palette.nothing', { text })}
        </div>
      )}
      <ul className={classes.list} {...list.listProps} aria-label={t('palette.results')}>
        {items.map((item, index) => (
          <PaletteOption
            key={item.key}
            item={item}
            // A text re-orders across groups; headings only help while nothing is typed.
            heading={text === '' && item.group !== items[index - 1]?.group ? item.group : null}
            optionProps={list.optionProps(index)}
          />
        ))}
      </ul>
      <div className={classes.foot} aria-hidden="true">
        <span className={classes.hint}>
          <KeyHint name="arrowup" />
          <KeyHint name="arrowdown" />
          {t('palette.toMove')}
        </span>
        <span className={classes.hint}>
          <KeyHint name="enter" />
          {t('palette.toRun')}
        </span>
        <span className={classes.hint}>
          <KeyHint name="escape" />
          {t('palette.toClose')}
        </span>
      </div>
    </>
  );
}

function PaletteOption({
  item,
  heading,
  optionProps,
}: {
  item: PaletteItem;
  heading: string | null;
  optionProps: ReturnType<ReturnType<typeof useOptionList>['optionProps']>;
}) {
  return (
    <>
      {heading !== null && (
        <li className={classes.group} role="presentation">
          {heading}
        </li>
      )}
      <li className={classes.option} {...optionProps}>
        <span className={classes.optionIcon}>{item.icon}</span>
        <span className={classes.title}>{shown(item.title)}</span>
        <span className={classes.note}>{shown(item.note)}</span>
      </li>
    </>
  );
}
