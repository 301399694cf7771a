/** A list to choose from, with a field that looks for its words. */
import { useState, type ReactNode } from 'react';
import { TextInput } from '@mantine/core';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { showHidden } from '../../../shared/hidden-text.ts';
import { formatCount } from '../../ui/format.ts';
import { useOptionList } from '../../ui/option-list.ts';
import classes from './filter-editors.module.css';

export interface Option {
  readonly key: string;
  readonly label: string;
  readonly count?: number;
  readonly isChosen?: boolean;
  readonly icon?: ReactNode;
}

export function OptionsEditor({
  label,
  find,
  isRead = true,
  none,
  options,
  onChoose,
}: {
  readonly label: string;
  /** What the field looks for. */
  readonly find: string;
  readonly isRead?: boolean;
  /** Says that there is nothing to choose at all. */
  readonly none?: string | undefined;
  readonly options: readonly Option[];
  readonly onChoose: (key: string) => void;
}) {
  const { t } = useTranslation('decisions');
  const [typed, setTyped] = useState('');
  const wanted = typed.trim().toLowerCase();
  const found = options.filter((option) => option.label.toLowerCase().includes(wanted));
  const list = useOptionList({
    count: found.length,
    reset: wanted,
    onChoose: (index) => {
      const option = found[index];
      if (option !== undefined) onChoose(option.key);
    },
  });
  return (
    <div className={classes.facets}>
      <div className={classes.facetSearch}>
        <TextInput
          {...list.inputProps}
          data-autofocus
          aria-label={find}
          placeholder={find}
          leftSection={<IconSearch size={14} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <ul className={classes.list} {...list.listProps} aria-label={label}>
        {found.map(({ key, label: words, count, isChosen = false, icon }, index) => (
          <li key={key} className={classes.option} {...list.optionProps(index)}>
            {icon}
            <span className="pd-grown pd-clip">{showHidden(words)}</span>
            {isChosen && <IconCheck className="pd-fixed pd-link" size={14} />}
            {count !== undefined && <span className="pd-caption">{formatCount(count)}</span>}
          </li>
        ))}
      </ul>
      {found.length === 0 && isRead && (
        <div className={classes.none}>
          {options.length === 0 ? (none ?? t('editor.noneFound')) : t('editor.noneFound')}
        </div>
      )}
    </div>
  );
}
