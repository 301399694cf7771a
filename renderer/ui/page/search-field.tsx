/** Finds in a list as one types; `/` goes there, Enter and Escape go back to the grid. */
import { useRef } from 'react';
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCommands } from '../commands/commands.ts';
import { SlashHint } from '../key-hint.tsx';
import classes from './page.module.css';

export function SearchField({
  id,
  label,
  placeholder,
  command,
  text,
  onFind,
  onLeave,
}: {
  /** Of the command that goes to the field. */
  id: string;
  label: string;
  placeholder: string;
  command: string;
  text: string;
  onFind: (text: string) => void;
  onLeave: () => void;
}) {
  const { t } = useTranslation('common');
  const input = useRef<HTMLInputElement>(null);
  useCommands([
    {
      id,
      title: command,
      group: 'view',
      scope: 'global',
      keys: ['/'],
      icon: IconSearch,
      run: () => {
        input.current?.focus();
        input.current?.select();
      },
    },
  ]);
  return (
    <TextInput
      ref={input}
      className={classes.search ?? ''}
      role="searchbox"
      aria-label={label}
      placeholder={placeholder}
      maxLength={256}
      leftSection={<IconSearch size={14} aria-hidden="true" />}
      rightSectionPointerEvents={text === '' ? 'none' : 'all'}
      rightSection={
        text === '' ? (
          <SlashHint />
        ) : (
          <CloseButton
            size="sm"
            aria-label={t('clearSearch')}
            onClick={() => {
              onFind('');
              input.current?.focus();
            }}
          />
        )
      }
      value={text}
      onChange={(event) => onFind(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape' && text !== '') onFind('');
        else if (['Enter', 'Escape', 'ArrowDown'].includes(event.key)) {
          event.preventDefault();
          onLeave();
        }
      }}
    />
  );
}
