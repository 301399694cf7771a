/** The palette: every command by its words, any thing by a pasted id or hash or by its name. */
import { useLayoutEffect, useRef, useState } from 'react';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { closeDialog } from '../state/dialogs.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { useOptionList } from '../ui/option-list.ts';
import { shown } from '../ui/shown.ts';
import { ViewDialog } from '../ui/view-dialog.tsx';
import { usePaletteItems, type PaletteItem } from './palette-items.tsx';
import { isLookedUp, useFoundRecords } from './palette-places.tsx';
import classes from './command-palette.module.css';

const settleMs = 140;

export function CommandPalette({ opened }: { opened: boolean }) {
  const { t } = useTranslation(['shell', 'common']);
  return (
    <ViewDialog
      opened={opened}
      onClose={closeDialog}
      withCloseButton={false}
      padding={0}
      size={600}
      yOffset="12vh"
      attributes={{ content: { 'aria-label': t('palette.label') } }}
      classNames={{ content: 'pd-cropped' }}
    >
      <Palette />
    </ViewDialog>
  );
}

function Palette() {
  const { t } = useTranslation('shell');
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  // At once: the first letters may come before the dialog's own focus does.
  useLayoutEffect(() => input.current?.focus(), []);
  const [settled] = useDebouncedValue(typed, settleMs);
  const text = typed.trim();
  const found = useFoundRecords(settled);
  const items = usePaletteItems(text, found.rows);
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
        <IconSearch className="pd-fixed pd-dim" size={17} stroke={1.75} aria-hidden="true" />
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
      <PaletteKeys />
    </>
  );
}

/** The keys that work here. */
function PaletteKeys() {
  const { t } = useTranslation('shell');
  return (
    <div className={classes.foot} aria-hidden="true">
      <span className="pd-inline pd-gap-6">
        <KeyHint name="arrowup" />
        <KeyHint name="arrowdown" />
        {t('palette.toMove')}
      </span>
      <span className="pd-inline pd-gap-6">
        <KeyHint name="enter" />
        {t('palette.toRun')}
      </span>
      <span className="pd-inline pd-gap-6">
        <KeyHint name="escape" />
        {t('palette.toClose')}
      </span>
    </div>
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
        <span className="pd-grown pd-clip">{shown(item.title)}</span>
        <span className="pd-fixed pd-caption">{shown(item.note)}</span>
      </li>
    </>
  );
}
