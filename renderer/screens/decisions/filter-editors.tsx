/** The little forms that change one filter: opened from the header, from "Filter" and from a chip. */
import { useState } from 'react';
import { Button, RangeSlider, TextInput } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { IconCheck, IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { reviewFilterSchema } from '../../../shared/contract/reviews.ts';
import { useRecordFacets } from '../../api/records.ts';
import { assertNever } from '../../ui/assert-never.ts';
import { formatCount, formatDay } from '../../ui/format.ts';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { numberIn, numberOut } from '../../ui/number-in.ts';
import { readDay } from '../../ui/read-day.ts';
import { useOptionList } from '../../ui/option-list.ts';
import {
  datePresets,
  parametersOf,
  withoutField,
  type FilterField,
} from '../../ui/filter/decision-filters.ts';
import type { EditorProps } from './editor-props.ts';
import { WhereEditor } from './where-editor.tsx';
import { SegmentedControl } from '../../ui/form/choices.tsx';
import classes from './filter-editors.module.css';

/** The editor of a field. Text has none: it is the search field. */
export function FilterEditor({ field, ...props }: EditorProps & { field: FilterField }) {
  switch (field) {
    case 'model':
    case 'policy':
      return <FacetEditor field={field} {...props} />;
    case 'where':
      return <WhereEditor {...props} />;
    case 'created':
      return <CreatedEditor {...props} />;
    case 'confidence':
      return <ConfidenceEditor {...props} />;
    case 'transaction':
    case 'q':
      return <TextEditor field={field} {...props} />;
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

function FacetEditor({
  field,
  filter,
  onChange,
  onDone,
}: EditorProps & { field: 'model' | 'policy' }) {
  const { t } = useTranslation('decisions');
  const [typed, setTyped] = useState('');
  const facets = useRecordFacets(withoutField(filter, field));
  const [parameter] = parametersOf[field];
  const chosen = filter[parameter];
  const values =
    field === 'model'
      ? facets.data?.models.map(({ model_id, count }) => ({ value: model_id, count }))
      : facets.data?.policies.map(({ policy_id, count }) => ({ value: policy_id, count }));
  const wanted = typed.trim().toLowerCase();
  const options = (values ?? []).filter(({ value }) => value.toLowerCase().includes(wanted));
  const choose = (index: number) => {
    const option = options[index];
    if (option === undefined) return;
    onChange(
      option.value === chosen
        ? withoutField(filter, field)
        : { ...filter, [parameter]: option.value },
    );
    onDone();
  };
  const list = useOptionList({ count: options.length, reset: wanted, onChoose: choose });
  const placeholder = field === 'model' ? t('editor.findModel') : t('editor.findPolicy');
  return (
    <div className={classes.facets}>
      <div className={classes.facetSearch}>
        <TextInput
          {...list.inputProps}
          data-autofocus
          aria-label={placeholder}
          placeholder={placeholder}
          leftSection={<IconSearch size={14} />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </div>
      <ul className={classes.list} {...list.listProps} aria-label={t(`field.${field}`)}>
        {options.map(({ value, count }, index) => (
          <li key={value} className={classes.option} {...list.optionProps(index)}>
            <span className="pd-grown pd-clip">{value}</span>
            {value === chosen && <IconCheck className="pd-fixed pd-link" size={14} />}
            <span className="pd-caption">{formatCount(count)}</span>
          </li>
        ))}
      </ul>
      {options.length === 0 && facets.data !== undefined && (
        <div className={classes.none}>
          {values?.length === 0 && field === 'policy'
            ? t('editor.noPolicies')
            : t('editor.noneFound')}
        </div>
      )}
    </div>
  );
}

/** A typed day; null for none, undefined for what is no day. */
function dayIn(text: string): string | null | undefined {
  return text.trim() === '' ? null : (readDay(text) ?? undefined);
}

const dayText = (day: string | undefined) => (day === undefined ? '' : formatDay(day));

function CreatedEditor({ filter, onChange, onDone }: EditorProps) {
  const { t } = useTranslation('decisions');
  const [today] = useState(() => new Date().toISOString().slice(0, 10));
  const firstOfYear = `${today.slice(0, 4)}-01-01`;
  const [fromText, setFrom] = useState(dayText(filter.start_date));
  const [toText, setTo] = useState(dayText(filter.end_date));
  const from = dayIn(fromText);
  const to = dayIn(toText);
  const apply = (start: string, end: string) => {
    setFrom(start);
    setTo(end);
    const [startDay, endDay] = [dayIn(start), dayIn(end)];
    if (startDay === undefined || endDay === undefined) return;
    onChange({
      ...withoutField(filter, 'created'),
      ...(startDay === null ? {} : { start_date: startDay }),
      ...(endDay === null ? {} : { end_date: endDay }),
    });
  };
  return (
    <div className="pd-flex pd-gap-12">
      <div className={classes.presets}>
        {datePresets(today).map((preset) => (
          <button
            key={preset.name}
            type="button"
            className={classes.preset}
            aria-pressed={from === preset.from && to === preset.to}
            onClick={() => {
              apply(formatDay(preset.from), formatDay(preset.to));
              onDone();
            }}
          >
            {t(`editor.${preset.name}`)}
          </button>
        ))}
      </div>
      <div className={`pd-column pd-gap-8 ${classes.calendar}`}>
        <div className={classes.pair}>
          <TextInput
            label={t('editor.from')}
            placeholder={formatDay(firstOfYear)}
            value={fromText}
            error={from === undefined}
            onChange={(event) => apply(event.currentTarget.value, toText)}
            data-autofocus
          />
          <TextInput
            label={t('editor.to')}
            placeholder={formatDay(today)}
            value={toText}
            error={to === undefined}
            onChange={(event) => apply(fromText, event.currentTarget.value)}
          />
        </div>
        <DatePicker
          type="range"
          size="xs"
          allowSingleDateInRange
          hideOutsideDates
          // Red belongs to verification.
          weekendDays={[]}
          ariaLabels={{
            previousMonth: t('editor.previous'),
            nextMonth: t('editor.next'),
            previousYear: t('editor.previous'),
            nextYear: t('editor.next'),
            previousDecade: t('editor.previous'),
            nextDecade: t('editor.next'),
          }}
          maxDate={today}
          defaultDate={from ?? today}
          value={[from ?? null, to ?? null]}
          onChange={([start, end]) => {
            apply(dayText(start ?? undefined), dayText(end ?? undefined));
            if (start !== null && end !== null) onDone();
          }}
        />
        <span className="pd-caption">{t('editor.daysAreUtc')}</span>
      </div>
    </div>
  );
}

/** A typed share; what is left empty bounds nothing. Undefined for what is no share. */
function shareIn(text: string, empty: number): number | undefined {
  if (text.trim() === '') return empty;
  const share = numberIn(text);
  return share >= 0 && share <= 1 ? share : undefined;
}

function ConfidenceEditor({ filter, onChange, onDone }: EditorProps) {
  const { t } = useTranslation('decisions');
  const [texts, setTexts] = useState<readonly [string, string]>([
    numberOut(filter.min_confidence ?? 0),
    numberOut(filter.max_confidence ?? 1),
  ]);
  const [fromText, toText] = texts;
  const from = shareIn(fromText, 0);
  const to = shareIn(toText, 1);
  const isCrossed = from !== undefined && to !== undefined && from > to;
  const apply = () => {
    if (from === undefined || to === undefined || isCrossed) return;
    onChange({
      ...withoutField(filter, 'confidence'),
      ...(from > 0 ? { min_confidence: from } : {}),
      ...(to < 1 ? { max_confidence: to } : {}),
    });
    onDone();
  };
  return (
    <form
      className={`pd-column pd-gap-8 ${classes.narrow}`}
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <RangeSlider
        className={classes.slider}
        min={0}
        max={1}
        step={0.01}
        minRange={0}
        label={null}
        value={[from ?? 0, to ?? 1]}
        onChange={([least, most]) => setTexts([numberOut(least), numberOut(most)])}
        thumbFromLabel={t('editor.rangeFrom')}
        thumbToLabel={t('editor.rangeTo')}
        size="sm"
      />
      <div className={classes.pair}>
        <DecimalInput
          label={t('editor.atLeast')}
          min={0}
          max={to ?? 1}
          step={0.05}
          value={fromText}
          error={from === undefined ? t('editor.noShare') : isCrossed}
          onChange={(text) => setTexts([text, toText])}
          data-autofocus
        />
        <DecimalInput
          label={t('editor.atMost')}
          min={from ?? 0}
          max={1}
          step={0.05}
          value={toText}
          error={to === undefined ? t('editor.noShare') : isCrossed}
          onChange={(text) => setTexts([fromText, text])}
        />
      </div>
      <div className="pd-ending pd-gap-8 pd-wraps">
        <Button
          onClick={() => {
            onChange(withoutField(filter, 'confidence'));
            onDone();
          }}
        >
          {t('editor.clear')}
        </Button>
        <Button type="submit" variant="filled">
          {t('editor.apply')}
        </Button>
      </div>
    </form>
  );
}

function TextEditor({
  field,
  filter,
  onChange,
  onDone,
}: EditorProps & { field: 'q' | 'transaction' }) {
  const { t } = useTranslation('decisions');
  const [parameter] = parametersOf[field];
  const [value, setValue] = useState(filter[parameter] ?? '');
  return (
    <form
      className={`pd-column pd-gap-8 ${classes.narrow}`}
      onSubmit={(event) => {
        event.preventDefault();
        const text = value.trim();
        const others = withoutField(filter, field);
        onChange(text === '' ? others : { ...others, [parameter]: text });
        onDone();
      }}
    >
      <TextInput
        label={field === 'q' ? t('search') : t('editor.transactionLabel')}
        value={value}
        onChange={(event) => setValue(event.currentTarget.value)}
        data-autofocus
      />
      <div className="pd-ending pd-gap-8 pd-wraps">
        <Button type="submit" variant="filled">
          {t('editor.apply')}
        </Button>
      </div>
    </form>
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
