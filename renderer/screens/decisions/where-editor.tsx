/** Chooses what the profile of a model reads in decisions: a member, then values of it or a range. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { JsonValue } from '../../../shared/contract/json.ts';
import { canonicalJson } from '../../../shared/ledger/canonical-json.ts';
import { useProfiles } from '../../api/profiles.ts';
import { useFieldFacet } from '../../api/records.ts';
import { withoutField, withWhere } from '../../ui/filter/decision-filters.ts';
import { readWhere, restrictionOf, withMember } from '../../ui/filter/where.ts';
import { fieldWord, valueWord } from '../../ui/filter/where-words.ts';
import { MultiSelect, Select } from '../../ui/form/choices.tsx';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { formatCount } from '../../ui/format.ts';
import { numberIn, numberOut } from '../../ui/number-in.ts';
import type { EditorProps } from './editor-props.ts';
import classes from './filter-editors.module.css';

/** Members that every profile with an outcome has. */
const shared = ['outcome', 'outcome_class', 'effect', 'version', 'changed', 'reviewed'] as const;

interface Member {
  readonly field: string;
  readonly isNumber: boolean;
}

export function WhereEditor(props: EditorProps) {
  const { t } = useTranslation('where');
  const profile = useProfiles(props.filter.model_id).data?.data[0]?.profile;
  const [field, setField] = useState<string>();
  if (props.filter.model_id === undefined) return <p className="pd-note">{t('editor.noModel')}</p>;
  const members: readonly Member[] = [
    ...shared.map((each) => ({ field: each, isNumber: false })),
    ...(profile?.amount == null ? [] : [{ field: 'amount', isNumber: true }]),
    ...(profile?.groups ?? []).map(({ name }) => ({ field: `group.${name}`, isNumber: false })),
    ...(profile?.columns ?? []).map(({ name, kind }) => ({
      field: `column.${name}`,
      isNumber: kind === 'number',
    })),
  ];
  const member = members.find((each) => each.field === field);
  return (
    <div className={`pd-column pd-gap-8 ${classes.narrow}`}>
      <Select
        label={t('editor.member')}
        allowDeselect={false}
        searchable
        data-autofocus
        comboboxProps={{ withinPortal: false }}
        data={members.map((each) => ({ value: each.field, label: fieldWord(each.field, t) }))}
        value={field ?? null}
        onChange={(next) => setField(next ?? undefined)}
      />
      {member?.isNumber === true && <Range key={member.field} {...props} field={member.field} />}
      {member?.isNumber === false && <Values key={member.field} {...props} field={member.field} />}
    </div>
  );
}

type MemberProps = EditorProps & { readonly field: string };

/** What the filter asks of a member, and the way to ask for something else. */
function useMember({ filter, field, onChange, onDone }: MemberProps) {
  const where = readWhere(filter.where);
  return {
    operand: where[field],
    others: withWhere(withoutField(filter, 'where'), withMember(where, field, undefined)),
    apply: (operand: JsonValue | undefined) => {
      onChange(withWhere(filter, withMember(where, field, operand)));
      onDone();
    },
  };
}

function Values(props: MemberProps) {
  const { t } = useTranslation(['where', 'decisions']);
  const { t: word } = useTranslation('where');
  const { operand, others, apply } = useMember(props);
  const facet = useFieldFacet(others, props.field).data?.fields?.[0];
  const restriction = operand === undefined ? undefined : restrictionOf(operand);
  const [chosen, setChosen] = useState(
    restriction?.kind === 'values' ? restriction.values.map((value) => canonicalJson(value)) : [],
  );
  const values = facet?.values ?? [];
  return (
    <>
      <MultiSelect
        label={word('editor.values')}
        searchable
        comboboxProps={{ withinPortal: false }}
        data={values.map(({ value, count }) => ({
          value: canonicalJson(value),
          label: word('editor.choice', {
            value: valueWord(value, word, props.field),
            amount: formatCount(count),
          }),
        }))}
        value={chosen}
        onChange={setChosen}
      />
      <div className="pd-ending">
        <Button
          variant="filled"
          onClick={() => {
            const picked = values.flatMap(({ value }) =>
              chosen.includes(canonicalJson(value)) ? [value] : [],
            );
            const [only] = picked;
            if (picked.length === 0) apply(undefined);
            else apply(picked.length === 1 ? only : { $in: picked });
          }}
        >
          {t('decisions:editor.apply')}
        </Button>
      </div>
    </>
  );
}

function Range(props: MemberProps) {
  const { t } = useTranslation(['where', 'decisions']);
  const { operand, apply } = useMember(props);
  const before = operand === undefined ? undefined : restrictionOf(operand);
  const textOf = (value: JsonValue | undefined) =>
    typeof value === 'number' ? numberOut(value) : '';
  const [from, setFrom] = useState(before?.kind === 'range' ? textOf(before.from) : '');
  const [upTo, setUpTo] = useState(before?.kind === 'range' ? textOf(before.upTo) : '');
  const isFaulty = [from, upTo].some((text) => text.trim() !== '' && Number.isNaN(numberIn(text)));
  return (
    <>
      <DecimalInput label={t('editor.from')} value={from} onChange={setFrom} />
      <DecimalInput label={t('editor.upTo')} value={upTo} onChange={setUpTo} />
      <div className="pd-ending">
        <Button
          variant="filled"
          disabled={isFaulty}
          onClick={() => {
            const range = {
              ...(from.trim() === '' ? {} : { $gte: numberIn(from) }),
              ...(upTo.trim() === '' ? {} : { $lte: numberIn(upTo) }),
            };
            apply(Object.keys(range).length === 0 ? undefined : range);
          }}
        >
          {t('decisions:editor.apply')}
        </Button>
      </div>
    </>
  );
}
