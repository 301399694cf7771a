/** Finds any setting by its words, whichever tab it is on, and goes to it. */
import { useRef, useState } from 'react';
import { Popover, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useCommands } from '../../ui/commands/commands.ts';
import { useOptionList } from '../../ui/option-list.ts';
import {
  matchingSettings,
  settingPath,
  useSettingEntries,
  type SettingEntry,
} from './settings-entries.ts';
import { SlashHint } from '../../ui/key-hint.tsx';
import classes from './settings-search.module.css';

export function SettingsSearch() {
  const { t } = useTranslation('settings');
  const { history } = useRouter();
  const entries = useSettingEntries();
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const text = typed.trim();
  const found = text === '' ? [] : matchingSettings(entries, text);
  const choose = (entry: SettingEntry | undefined) => {
    if (entry === undefined) return;
    setTyped('');
    history.push(settingPath(entry));
  };
  const list = useOptionList({
    count: found.length,
    reset: text,
    onChoose: (index) => choose(found[index]),
  });
  useCommands([
    {
      id: 'settings.find',
      title: `${t('find.label')}…`,
      group: 'view',
      keys: ['/'],
      icon: IconSearch,
      run: () => input.current?.focus(),
    },
  ]);
  return (
    <Popover
      opened={text !== ''}
      width="target"
      position="bottom-start"
      trapFocus={false}
      offset={4}
    >
      <Popover.Target>
        <TextInput
          {...list.inputProps}
          aria-expanded={text !== ''}
          aria-controls={text === '' ? undefined : list.inputProps['aria-controls']}
          ref={input}
          className={classes.search ?? ''}
          aria-label={t('find.label')}
          placeholder={t('find.placeholder')}
          leftSection={<IconSearch size={14} aria-hidden="true" />}
          rightSection={<SlashHint />}
          maxLength={256}
          spellCheck={false}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => setTyped('')}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && typed !== '') {
              event.stopPropagation();
              setTyped('');
            } else list.inputProps.onKeyDown(event);
          }}
        />
      </Popover.Target>
      <Popover.Dropdown
        className={classes.dropdown ?? ''}
        // The field keeps the focus, or its list would be gone before the click.
        onMouseDown={(event) => event.preventDefault()}
      >
        <ul className={classes.list} {...list.listProps} aria-label={t('find.results')}>
          {found.map((entry, index) => (
            <li
              key={`${entry.tab} ${entry.id}`}
              className={classes.option}
              {...list.optionProps(index)}
            >
              <span className="pd-slim pd-anywhere">{showHidden(entry.name)}</span>
              <span className="pd-fixed pd-caption">{t(`tab.${entry.tab}`)}</span>
            </li>
          ))}
        </ul>
        {found.length === 0 && (
          <p className={classes.none} role="status">
            {t('find.none')}
          </p>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
