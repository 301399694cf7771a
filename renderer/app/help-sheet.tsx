/** The keyboard sheet: read from the register of commands, so that it cannot be out of date. */
import { useState } from 'react';
import { TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { closeDialog } from '../state/dialogs.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { useOfferedCommands } from '../ui/commands/commands.ts';
import { fit } from '../ui/commands/palette-matches.ts';
import { ViewDialog } from '../ui/view-dialog.tsx';
import classes from './help-sheet.module.css';

interface HelpLine {
  readonly title: string;
  readonly keys: readonly string[];
}

export function HelpSheet({ opened }: { opened: boolean }) {
  const { t } = useTranslation('shell');
  return (
    <ViewDialog opened={opened} onClose={closeDialog} title={t('help.title')} size={720}>
      <HelpBody />
    </ViewDialog>
  );
}

function HelpBody() {
  const { t } = useTranslation(['shell', 'help']);
  const commands = useOfferedCommands();
  const [text, setText] = useState('');
  const linesOf = (scope: 'global' | 'grid', more: readonly HelpLine[]): HelpLine[] =>
    [
      ...commands
        .filter((command) => command.scope === scope && (command.keys?.length ?? 0) > 0)
        .map((command) => ({ title: command.title, keys: command.keys ?? [] })),
      ...more,
    ].filter(({ title, keys }) => fit(`${title} ${keys.join(' ')}`, text) > 0);
  const everywhere = linesOf('global', [{ title: t('help.close'), keys: ['escape'] }]);
  const hasGrid = commands.some(({ scope }) => scope === 'grid');
  const grid = hasGrid
    ? linesOf('grid', [{ title: t('help.panes'), keys: ['arrowright', 'arrowleft'] }])
    : [];
  // What has no key is found by its name; here it is told that there is such a thing.
  const others = commands.filter(
    ({ keys = [], unlisted, title, isEnabled }) =>
      keys.length === 0 && unlisted !== true && isEnabled?.() !== false && fit(title, text) > 0,
  );
  return (
    <>
      <TextInput
        className={classes.search ?? ''}
        role="searchbox"
        aria-label={t('keys.search', { ns: 'help' })}
        placeholder={t('keys.search', { ns: 'help' })}
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        data-autofocus
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={classes.columns}>
        {everywhere.length > 0 && <Keys title={t('help.global')} lines={everywhere} />}
        {grid.length > 0 && <Keys title={t('help.grid')} lines={grid} />}
      </div>
      {others.length > 0 && (
        <section>
          <h3 className={classes.heading}>{t('keys.withoutKey', { ns: 'help' })}</h3>
          <p className="pd-flush pd-dim pd-pretty">
            {others.map(({ title }) => title).join(' · ')}
          </p>
        </section>
      )}
      {everywhere.length + grid.length + others.length === 0 && (
        <p role="status">{t('keys.none', { ns: 'help', text })}</p>
      )}
    </>
  );
}

function Keys({ title, lines }: { title: string; lines: readonly HelpLine[] }) {
  return (
    <section>
      <h3 className={classes.heading}>{title}</h3>
      <ul className={classes.list}>
        {lines.map((line) => (
          <li key={line.title} className={classes.item}>
            {line.title}
            <span className="pd-inline pd-fixed pd-gap-6">
              {line.keys.map((key) => (
                <KeyHint key={key} name={key} decorative={false} />
              ))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
