/** The little forms that change one filter: opened from the header, from "Filter" and from a chip. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { reviewFilterSchema } from '../../../shared/contract/reviews.ts';
import { useRecordFacets } from '../../api/records.ts';
import { assertNever } from '../../ui/assert-never.ts';
import {
  datePresets,
  isParameter,
  withModel,
  withoutField,
  type FilterField,
} from '../../ui/filter/decision-filters.ts';
import { SegmentedControl } from '../../ui/form/choices.tsx';
import { DaysEditor } from './days-editor.tsx';
import type { EditorProps } from './editor-props.ts';
import { MemberEditor } from './member-editor.tsx';
import { OptionsEditor } from './options-editor.tsx';
import { TextEditor } from './text-editor.tsx';

/** The editor of a field. */
export function FilterEditor({ field, ...props }: EditorProps & { field: FilterField }) {
  if (!isParameter(field)) return <MemberEditor key={field} field={field} {...props} />;
  switch (field) {
    case 'model':
      return <ModelEditor {...props} />;
    case 'created':
      return <CreatedEditor {...props} />;
    case 'q':
      return <SearchEditor {...props} />;
    case 'intervention':
      return <InterventionEditor {...props} />;
    case 'person':
      return <PersonNote />;
    case 'review':
      return <ReviewEditor {...props} />;
    default:
      return assertNever(field);
  }
}

/** Whom the list is about is changed by asking again, from a decision or a request of theirs. */
function PersonNote() {
  const { t } = useTranslation('decisions');
  return <p className="pd-flush pd-note">{t('editor.person')}</p>;
}

function ModelEditor({ filter, onChange, onDone }: EditorProps) {
  const { t } = useTranslation('decisions');
  const facets = useRecordFacets(withoutField(filter, 'model')).data;
  return (
    <OptionsEditor
      label={t('field.model')}
      find={t('editor.findModel')}
      isRead={facets !== undefined}
      options={(facets?.models ?? []).map(({ model_id: id, count }) => ({
        key: id,
        label: id,
        count,
        isChosen: id === filter.model_id,
      }))}
      onChoose={(id) => {
        onChange(id === filter.model_id ? withoutField(filter, 'model') : withModel(filter, id));
        onDone();
      }}
    />
  );
}

function CreatedEditor({ filter, onChange, onDone }: EditorProps) {
  const { t } = useTranslation('decisions');
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  return (
    <DaysEditor
      days={{ from: filter.start_date, to: filter.end_date }}
      named={datePresets(today).map(({ name, from, to }) => ({
        name: t(`editor.${name}`),
        from,
        to,
      }))}
      note={t('editor.daysAreUtc')}
      onDays={({ from, to }) =>
        onChange({
          ...withoutField(filter, 'created'),
          ...(from === undefined ? {} : { start_date: from }),
          ...(to === undefined ? {} : { end_date: to }),
        })
      }
      onDone={onDone}
    />
  );
}

function SearchEditor({ filter, onChange, onDone }: EditorProps) {
  const { t } = useTranslation('decisions');
  return (
    <TextEditor
      label={t('search')}
      text={filter.q ?? ''}
      onText={(q) => onChange({ ...withoutField(filter, 'q'), ...(q === undefined ? {} : { q }) })}
      onDone={onDone}
    />
  );
}

function InterventionEditor({ filter, onChange, onDone }: EditorProps) {
  const { t } = useTranslation('decisions');
  const current = filter.has_intervention === undefined ? 'any' : String(filter.has_intervention);
  return (
    <SegmentedControl
      aria-label={t('field.intervention')}
      value={current}
      data={[
        { value: 'any', label: t('editor.any') },
        { value: 'true', label: t('editor.withIntervention') },
        { value: 'false', label: t('editor.withoutIntervention') },
      ]}
      onChange={(value) => {
        const others = withoutField(filter, 'intervention');
        onChange(value === 'any' ? others : { ...others, has_intervention: value === 'true' });
        onDone();
      }}
    />
  );
}

const reviewChoices = ['any', ...reviewFilterSchema.options] as const;

function ReviewEditor({ filter, onChange, onDone }: EditorProps) {
  const { t } = useTranslation('decisions');
  return (
    <SegmentedControl
      aria-label={t('field.review')}
      value={filter.review ?? 'any'}
      data={reviewChoices.map((value) => ({ value, label: t(`editor.review.${value}`) }))}
      onChange={(value) => {
        const others = withoutField(filter, 'review');
        const review = reviewFilterSchema.safeParse(value).data;
        onChange(review === undefined ? others : { ...others, review });
        onDone();
      }}
    />
  );
}
