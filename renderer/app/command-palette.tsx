/** The palette: every command by its words, and any record by a pasted id or hash. */
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Modal } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import {
  IconFileSearch,
  IconPlugConnected,
  IconReceipt2,
  IconSearch,
  IconStack2,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { recordPageQuery, useRecord, useRecordsAfter, type RecordRow } from '../api/records.ts';
import { closeDialog } from '../state/dialogs.ts';
import { journalNumber, shortHash } from '../ui/format.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { useOptionList } from '../ui/option-list.ts';
import { useOfferedCommands } from './commands.ts';
import {
  matchingCommands,
  recordLookup,
  billingLookup,
  sessionLookup,
  type RecordLookup,
} from './palette-matches.ts';
import { useSessionOpener } from './use-session-opener.ts';
import classes from './command-palette.module.css';

const settleMs = 140;
const shownRecords = 6;
/** `rec_` and 26 characters. */
const idLength = 30;

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

/** Records that a lookup finds; `looking` while the engine is asked. */
function useLookedUp(lookup: RecordLookup | undefined): { rows: RecordRow[]; looking: boolean } {
  // Half an id is no record's: it is asked for once it is whole.
  const whole = lookup?.kind === 'id' && lookup.id.length === idLength;
  const byId = useRecord(whole ? lookup.id : undefined);
  const bySeq = useRecordsAfter(
    lookup?.kind === 'seq' && lookup.seq > 0 ? lookup.seq - 1 : undefined,
    'asc',
    1,
  );
  const byHash = useQuery({
    ...recordPageQuery({
      filter: lookup?.kind === 'hash' ? { q: lookup.prefix } : {},
      order: 'desc',
      pageIndex: 0,
    }),
    enabled: lookup?.kind === 'hash',
  });
  switch (lookup?.kind) {
    case 'id':
      return { rows: byId.data === undefined ? [] : [byId.data], looking: byId.isFetching };
    case 'seq':
      return {
        rows: (bySeq.data?.data ?? []).filter((row) => row.seq === lookup.seq),
        looking: bySeq.isFetching,
      };
    case 'hash':
      return {
        rows: (byHash.data?.data ?? []).slice(0, shownRecords),
        looking: byHash.isFetching,
      };
    default:
      return { rows: [], looking: false };
  }
}

function Palette() {
  const { t } = useTranslation('shell');
  const navigate = useNavigate();
  const commands = useOfferedCommands();
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // At once: the first letters may come before the dialog's own focus does.
  useLayoutEffect(() => input.current?.focus(), []);
  const [settled] = useDebouncedValue(typed, settleMs);
  const text = typed.trim();
  const lookup = recordLookup(text);
  const found = useLookedUp(recordLookup(settled));
  const openPlace = useSessionOpener();

  const items: PaletteItem[] = [];
  const record = (id: string, row: RecordRow | undefined): PaletteItem => ({
    key: id,
    group: t('palette.records'),
    icon: <IconStack2 size={16} stroke={1.6} />,
    title: <span className={classes.mono}>{id}</span>,
    note:
      row === undefined
        ? null
        : `${journalNumber(row.seq)} · ${row.model_id} · ${shortHash(row.hash, 8)}`,
    run: () => void navigate({ to: '/decisions', search: { record: id } }),
  });
  // A pasted id opens at once; whether the record exists is for the inspector to say.
  if (lookup?.kind === 'id') {
    items.push(
      record(
        lookup.id,
        found.rows.find((row) => row.id === lookup.id),
      ),
    );
  } else if (lookup !== undefined) {
    items.push(...found.rows.map((row) => record(row.id, row)));
  }
  const place = sessionLookup(text);
  if (place !== undefined) {
    items.push({
      key: place.id,
      group: t('palette.sessions'),
      icon: <IconPlugConnected size={16} stroke={1.6} />,
      title: <span className={classes.mono}>{place.id}</span>,
      note: t(`palette.${place.kind}`),
      run: () => openPlace(place),
    });
  }
  const bill = billingLookup(text);
  if (bill !== undefined) {
    items.push({
      key: bill.id,
      group: t('palette.billing'),
      icon: <IconReceipt2 size={16} stroke={1.6} />,
      title: <span className={classes.mono}>{bill.id}</span>,
      note: t(`palette.${bill.kind}`),
      run: () =>
        void (bill.kind === 'invoice'
          ? navigate({ to: '/billing/invoices/$id', params: { id: bill.id } })
          : navigate({ to: '/payouts', search: { payout: bill.id } })),
    });
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
  if (text.length > 1) {
    items.push({
      key: 'search',
      group: t('palette.records'),
      icon: <IconFileSearch size={16} stroke={1.6} />,
      title: t('palette.searchFor', { text }),
      note: null,
      run: () => void navigate({ to: '/decisions', search: { q: text } }),
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
  const asked = lookup !== undefined && lookup.kind !== 'id';
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
      {items.length === 0 && lookup === undefined && (
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
        <span className={classes.title}>{item.title}</span>
        <span className={classes.note}>{item.note}</span>
      </li>
    </>
  );
}
