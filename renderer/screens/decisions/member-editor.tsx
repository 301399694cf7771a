/** Chooses what a member of a decision is to be: values of it, a range, days, or a text. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isJsonObject, type JsonValue } from '../../../shared/contract/json.ts';
import { canonicalJson } from '../../../shared/ledger/canonical-json.ts';
import { useProfiles } from '../../api/profiles.ts';
import { useFieldFacets, useRecordHistogram } from '../../api/records.ts';
import { nextStart, periodName } from '../../ui/charts/time-axis.ts';
import {
  daysBefore,
  daysOperand,
  withoutField,
  withWhere,
} from '../../ui/filter/decision-filters.ts';
import { askableMembers } from '../../../shared/oversight/decision-members.ts';
import { readWhere, restrictionOf, valuesOperand, withMember } from '../../ui/filter/where.ts';
import { valueWord } from '../../ui/filter/where-words.ts';
import { NativeSelect } from '../../ui/form/choices.tsx';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { formatCount } from '../../ui/format.ts';
import { numberIn, numberOut } from '../../ui/number-in.ts';
import { DaysEditor } from './days-editor.tsx';
import { EditorForm } from './editor-form.tsx';
import type { EditorProps } from './editor-props.ts';
import { OptionsEditor } from './options-editor.tsx';
import { TextEditor } from './text-editor.tsx';
import classes from './filter-editors.module.css';

type MemberProps = EditorProps & { readonly field: string };

export function MemberEditor(props: MemberProps) {
  const { t } = useTranslation('decisions');
  const { filter, field } = props;
  const profile = useProfiles(filter.model_id).data?.data[0]?.profile;
  const kind = askableMembers(profile).find((each) => each.field === field)?.kind ?? 'values';
  const { operand, apply } = useMember(props);
  if (field.startsWith('$')) return <p className="pd-note">{t('editor.further')}</p>;
  switch (kind) {
    case 'number':
      return <RangeEditor {...props} />;
    case 'time':
      return <TimeEditor {...props} />;
    case 'text':
      return (
        <TextEditor
          label={t('editor.exactly')}
          text={typeof operand === 'string' ? operand : ''}
          onText={(text) => apply(text)}
          onDone={props.onDone}
        />
      );
    case 'values':
      return <ValuesEditor {...props} />;
    default:
      return kind satisfies never;
  }
}

/** What the filter asks of a member, and the way to ask for something else. */
function useMember({ filter, field, onChange }: MemberProps) {
  const where = readWhere(filter.where);
  return {
    operand: where[field],
    others: withoutField(filter, field),
    apply: (operand: JsonValue | undefined) =>
      onChange(withWhere(filter, withMember(where, field, operand))),
  };
}

const absent = 'absent';

/** Each choice takes a value in or out at once. */
function ValuesEditor(props: MemberProps) {
  const { t } = useTranslation('where');
  const { operand, others, apply } = useMember(props);
  const query = useFieldFacets(others, [props.field]);
  const facet = query.data?.fields?.find(({ field }) => field === props.field);
  const restriction = operand === undefined ? undefined : restrictionOf(operand);
  const chosen = restriction?.kind === 'values' ? restriction.values : [];
  const isAbsent = restriction?.kind === 'present' && !restriction.isPresent;
  const keys = new Set([
    ...chosen.map((value) => canonicalJson(value)),
    ...(isAbsent ? [absent] : []),
  ]);
  // What is asked for is there to be taken out, also where no decision has it.
  const offered = new Map(
    [...(facet?.values ?? []), ...chosen.map((value) => ({ value, count: 0 }))]
      .toReversed()
      .map((each): [string, { value: JsonValue; count: number }] => [
        canonicalJson(each.value),
        each,
      ]),
  );
  const options = [...offered].toReversed().map(([key, { value, count }]) => ({
    key,
    label: valueWord(value, t, props.field),
    count,
    isChosen: keys.has(key),
  }));
  const withAbsent =
    isAbsent || (facet?.absent ?? 0) > 0
      ? [
          ...options,
          { key: absent, label: t('absent'), count: facet?.absent ?? 0, isChosen: isAbsent },
        ]
      : options;
  return (
    <OptionsEditor
      label={t('editor.values')}
      find={t('editor.find')}
      isRead={facet !== undefined}
      options={withAbsent}
      onChoose={(key) => {
        if (key === absent) apply(isAbsent ? undefined : { $exists: false });
        else {
          const value = offered.get(key)?.value ?? null;
          const isOut = keys.has(key);
          apply(
            valuesOperand(
              isOut ? chosen.filter((each) => canonicalJson(each) !== key) : [...chosen, value],
            ),
          );
        }
      }}
    />
  );
}

/** How a range ends: before a number, or with it. */
const ends = ['below', 'upTo'] as const;
const operators = { below: '$lt', upTo: '$lte' } as const;

function RangeEditor(props: MemberProps) {
  const { t } = useTranslation(['where', 'decisions']);
  const { operand, others, apply } = useMember(props);
  const { data } = useFieldFacets(others, [props.field]);
  const facet = data?.fields?.find(({ field }) => field === props.field);
  const before = isJsonObject(operand) ? operand : {};
  const textOf = (value: JsonValue | undefined) =>
    typeof value === 'number' ? numberOut(value) : '';
  const [from, setFrom] = useState(textOf(before['$gte'] ?? before['$gt']));
  const [to, setTo] = useState(textOf(before['$lt'] ?? before['$lte']));
  const [end, setEnd] = useState<(typeof ends)[number]>(
    before['$lte'] === undefined ? 'below' : 'upTo',
  );
  const [least, most] = [from, to].map((text) => (text.trim() === '' ? undefined : numberIn(text)));
  const isShare = props.field === 'confidence';
  const isFaulty = (value: number | undefined) =>
    value !== undefined && (Number.isNaN(value) || (isShare && (value < 0 || value > 1)));
  const isCrossed = least !== undefined && most !== undefined && least > most;
  const fault = (value: number | undefined) =>
    isFaulty(value) ? t(isShare ? 'decisions:editor.noShare' : 'editor.noNumber') : isCrossed;
  const steps = isShare ? { min: 0, max: 1, step: 0.05 } : {};
  const hint = (value: number | string | null | undefined) =>
    typeof value === 'number' ? numberOut(value) : '';
  return (
    <EditorForm
      onApply={() => {
        if (isFaulty(least) || isFaulty(most) || isCrossed) return;
        const range = {
          ...(least === undefined ? {} : { $gte: least }),
          ...(most === undefined ? {} : { [operators[end]]: most }),
        };
        apply(Object.keys(range).length === 0 ? undefined : range);
        props.onDone();
      }}
      onClear={() => {
        apply(undefined);
        props.onDone();
      }}
    >
      <DecimalInput
        {...steps}
        label={t('editor.from')}
        placeholder={hint(facet?.least)}
        value={from}
        error={fault(least)}
        onChange={setFrom}
        data-autofocus
      />
      <div className={classes.pair}>
        <NativeSelect
          label={t('editor.end')}
          value={end}
          onChange={(event) => setEnd(event.currentTarget.value === 'upTo' ? 'upTo' : 'below')}
          data={ends.map((value) => ({ value, label: t(`editor.ends.${value}`) }))}
        />
        <DecimalInput
          {...steps}
          label={t('editor.upTo')}
          placeholder={hint(facet?.greatest)}
          value={to}
          error={fault(most)}
          onChange={setTo}
        />
      </div>
    </EditorForm>
  );
}

/** Months that are offered by their name, the newest first. */
const mostMonths = 8;

/** The days of decisions: their months first, since those are asked for by name. */
function TimeEditor(props: MemberProps) {
  const { t } = useTranslation('where');
  const { operand, others, apply } = useMember(props);
  const histogram = useRecordHistogram(others, { interval: 'month' }).data;
  const { $gte: first, $lt: behind } = isJsonObject(operand) ? operand : {};
  const months = histogram?.interval === 'month' ? histogram.periods.slice(-mostMonths) : [];
  if (histogram === undefined) return null;
  return (
    <DaysEditor
      days={{
        from: typeof first === 'string' ? first.slice(0, 10) : undefined,
        to: typeof behind === 'string' ? daysBefore(behind.slice(0, 10), 1) : undefined,
      }}
      named={months.toReversed().map(({ start, total }) => {
        const from = start.slice(0, 10);
        return {
          name: periodName(from, 'month'),
          from,
          to: daysBefore(nextStart(from, 'month'), 1),
          note: formatCount(total),
        };
      })}
      note={t('editor.decidedDays')}
      onDays={({ from, to }) => {
        const range = daysOperand(from, to);
        apply(Object.keys(range).length === 0 ? undefined : range);
      }}
      onDone={props.onDone}
    />
  );
}
