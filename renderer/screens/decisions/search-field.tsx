/** The search field of the header: writes the text filter a moment after the last key. */
import { useEffect, useRef, useState } from 'react';
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../shared/contract/limits.ts';
import { SlashHint } from '../../ui/key-hint.tsx';
import classes from './header.module.css';

const settleMs = 220;

export interface SearchFieldProps {
  readonly value: string;
  /** Called with the trimmed text, `final` once Enter says so. */
  readonly onSearch: (text: string, final: boolean) => void;
  /** Escape and ArrowDown leave the field for the list. */
  readonly onLeave: () => void;
  readonly inputRef: React.RefObject<HTMLInputElement | null>;
}

/** A text field that follows the address when that changes elsewhere. */
export function SearchField({ value, onSearch, onLeave, inputRef }: SearchFieldProps) {
  const { t } = useTranslation('decisions');
  const [typed, setTyped] = useState(value);
  const [followed, setFollowed] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (followed !== value) {
    setFollowed(value);
    if (typed.trim() !== value) setTyped(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);

  const search = (text: string, wait: number, final: boolean) => {
    setTyped(text);
    clearTimeout(timer.current);
    const trimmed = text.trim();
    if (wait === 0) onSearch(trimmed, final);
    else timer.current = setTimeout(() => onSearch(trimmed, final), wait);
  };
  return (
    <TextInput
      ref={inputRef}
      className={classes.search}
      role="searchbox"
      aria-label={t('searchLabel')}
      placeholder={t('search')}
      maxLength={limits.searchText}
      leftSection={<IconSearch size={14} aria-hidden="true" />}
      rightSectionPointerEvents={typed === '' ? 'none' : 'all'}
      rightSection={
        typed === '' ? (
          <SlashHint />
        ) : (
          <CloseButton
            size="sm"
            aria-label={t('clearSearch')}
            onClick={() => {
              search('', 0, true);
              inputRef.current?.focus();
            }}
          />
        )
      }
      value={typed}
      onChange={(event) => search(event.currentTarget.value, settleMs, false)}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Enter') search(typed, 0, true);
        if (event.key === 'Escape' && typed !== '') {
          event.stopPropagation();
          search('', 0, true);
        } else if (['Enter', 'Escape', 'ArrowDown'].includes(event.key)) {
          event.preventDefault();
          onLeave();
        }
      }}
    />
  );
}
