/** Which fields are read: fewer fields are less data given out, and a wider look at each. */
import { useState } from 'react';
import { Button, Checkbox, Popover, TextInput } from '@mantine/core';
import { IconColumns, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DatasetField } from '../../../shared/contract/datasets.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { formatCount } from '../format.ts';
import { columnPaths } from './row-values.ts';
import classes from './rows.module.css';

/** Fields that the list draws; the search finds the others. */
const drawnFields = 200;

export interface FieldChooserProps {
  readonly fields: readonly DatasetField[];
  readonly shown: readonly string[] | undefined;
  /** The columns there are now. */
  readonly columns: readonly string[];
  readonly onShown: (shown: readonly string[] | undefined) => void;
}

export function FieldChooser(props: FieldChooserProps) {
  const { t } = useTranslation('datasets');
  const [opened, setOpened] = useState(false);
  const { shown } = props;
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      trapFocus
      returnFocus
      withRoles={false}
    >
      <Popover.Target>
        <Button
          size="compact-sm"
          className="pd-fixed"
          leftSection={<IconColumns size={14} stroke={1.75} />}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {shown === undefined
            ? t('rows.fields')
            : t('rows.fieldsChosen', { formatted: formatCount(shown.length) })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown role="dialog" aria-label={t('rows.fields')} p={0}>
        <FieldList {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}

function FieldList({ fields, shown, columns, onShown }: FieldChooserProps) {
  const { t } = useTranslation('datasets');
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const paths = columnPaths(fields);
  const found = paths.filter((path) => path.toLowerCase().includes(wanted));
  const chosen = new Set(shown ?? columns);
  const isFull = chosen.size >= limits.session.fields;
  const types = new Map(fields.map((field) => [field.path, field.types]));
  const toggle = (path: string, on: boolean) => {
    const next = paths.filter((each) => (each === path ? on : chosen.has(each)));
    onShown(next.length === 0 ? undefined : next);
  };
  return (
    <div className={classes.chooser}>
      <TextInput
        data-autofocus
        aria-label={t('rows.findField')}
        placeholder={t('rows.findField')}
        leftSection={<IconSearch size={14} aria-hidden="true" />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p className="pd-flush pd-caption pd-loose">
        {t(shown === undefined ? 'rows.allFields' : 'rows.someFields')}
      </p>
      <div className={classes.chooserList} role="group" aria-label={t('rows.fields')}>
        {found.slice(0, drawnFields).map((path) => (
          <Checkbox
            key={path}
            size="xs"
            label={
              <span className="pd-flex pd-slim pd-gap-8 pd-anywhere">
                <bdi>{path}</bdi>
                <span className="pd-dim">
                  {types
                    .get(path)
                    ?.map((type) => t(`types.${type}`))
                    .join(', ')}
                </span>
              </span>
            }
            checked={chosen.has(path)}
            disabled={isFull && !chosen.has(path)}
            onChange={(event) => toggle(path, event.currentTarget.checked)}
          />
        ))}
        {found.length === 0 && <p className="pd-flush pd-caption pd-loose">{t('rows.noField')}</p>}
        {found.length > drawnFields && (
          <p className="pd-flush pd-caption pd-loose">
            {t('rows.moreFields', { formatted: formatCount(found.length - drawnFields) })}
          </p>
        )}
      </div>
      <Button variant="subtle" disabled={shown === undefined} onClick={() => onShown(undefined)}>
        {t('rows.readAll')}
      </Button>
    </div>
  );
}
