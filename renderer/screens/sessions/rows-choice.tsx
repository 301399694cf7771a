/** Which rows a transformation or operation is about: those selected, those of the filter, or ids. */
import type { ReactNode } from 'react';
import { Textarea } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../ui/format.ts';
import { idsIn, type RowsDraft, type RowsSource } from './rows-draft.ts';
import { SegmentedControl } from '../../ui/form/choices.tsx';
import classes from '../../ui/form/form.module.css';

export function RowsChoice({
  path,
  draft,
  selected,
  isFiltered,
  most,
  filterMost,
  fault,
  onChange,
}: {
  /** The API's name of the field. */
  path: string;
  draft: RowsDraft;
  selected: number;
  isFiltered: boolean;
  /** Rows that one call takes. */
  most: number;
  /** Rows that are taken of a filter. */
  filterMost: number;
  fault: ReactNode;
  onChange: (draft: RowsDraft) => void;
}) {
  const { t } = useTranslation('sessions');
  const sources: readonly RowsSource[] = ['selected', 'filter', 'ids'];
  const labels = {
    selected: t('rows.selected', { count: selected, rows: formatCount(selected) }),
    filter: t(isFiltered ? 'rows.filtered' : 'rows.all', { most: formatCount(filterMost) }),
    ids: t('rows.ids'),
  };
  const typed = idsIn(draft.text).length;
  return (
    <fieldset className={classes.group} data-path={path}>
      <legend className="pd-hidden">{t('rows.label')}</legend>
      <div className={classes.legend}>
        <span>{t('rows.label')}</span>
        <SegmentedControl
          aria-label={t('rows.label')}
          data={sources.map((value) => ({ value, label: labels[value] }))}
          value={draft.source}
          onChange={(value) => {
            const source = sources.find((each) => each === value);
            if (source !== undefined) onChange({ ...draft, source });
          }}
        />
      </div>
      {draft.source === 'ids' && (
        <Textarea
          aria-label={t('rows.idsLabel')}
          classNames={{ input: 'pd-mono' }}
          placeholder={t('rows.idsHint')}
          autosize
          minRows={3}
          maxRows={8}
          spellCheck={false}
          value={draft.text}
          onChange={(event) => onChange({ ...draft, text: event.currentTarget.value })}
        />
      )}
      <p className={classes.hint}>
        {draft.source === 'ids'
          ? t('rows.idsCount', { count: typed, rows: formatCount(typed), most: formatCount(most) })
          : t(draft.source === 'filter' ? 'rows.filterNote' : 'rows.selectedNote', {
              most: formatCount(draft.source === 'filter' ? filterMost : most),
            })}
      </p>
      {fault !== undefined && (
        <p className={classes.fault} role="alert">
          {fault}
        </p>
      )}
    </fieldset>
  );
}
