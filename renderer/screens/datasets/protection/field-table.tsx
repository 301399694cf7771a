/** The fields of a dataset, each with what was found, how it leaves, what that makes of it, and who asks for it. */
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  fieldRuleSchema,
  policyMethods,
  type FieldRule,
} from '../../../../shared/contract/policies.ts';
import type { DatasetPreview } from '../../../../shared/contract/policy-routes.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { NativeSelect } from '../../../ui/form/choices.tsx';
import { formatCount, formatList } from '../../../ui/format.ts';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { isUndecided, type FieldRow } from './policy-draft.ts';
import { BeforeAfter } from './before-after.tsx';
import { hasParameters, methodsWithParameters } from './rule-form.ts';
import type { RuleAsked } from './rule-dialog.tsx';
import { detailWords, ruleWords } from './rule-words.ts';
import classes from './protection.module.css';

export interface FieldTableProps {
  readonly rows: readonly FieldRow[];
  readonly preview: DatasetPreview | undefined;
  /** Accounts that ask for a field or have it. */
  readonly askedBy: (address: string) => readonly string[];
  readonly onDecide: (address: string, rule: FieldRule | undefined) => void;
  readonly onAsk: (asked: RuleAsked) => void;
}

export function FieldTable({ rows, ...props }: FieldTableProps) {
  const { t } = useTranslation('protection');
  return (
    <PlainTable
      label={t('fields')}
      columns={[
        { label: t('field') },
        { label: t('found.title'), about: t('found.about') },
        { label: t('method') },
        { label: t('beforeAfter'), about: t('beforeAfterAbout') },
        { label: t('askedBy') },
      ]}
    >
      {rows.map((row) => (
        <Row key={row.address} row={row} {...props} />
      ))}
    </PlainTable>
  );
}

function Row({
  row,
  preview,
  askedBy,
  onDecide,
  onAsk,
}: Omit<FieldTableProps, 'rows'> & { readonly row: FieldRow }) {
  const { address } = row;
  return (
    <tr data-undecided={isUndecided(row) || undefined}>
      <th scope="row">
        <code className="pd-mono">{showHidden(address)}</code>
      </th>
      <td>
        <Found row={row} />
      </td>
      <td>
        <How row={row} onDecide={onDecide} onAsk={onAsk} />
      </td>
      <td>{preview !== undefined && <BeforeAfter address={address} preview={preview} />}</td>
      <td>
        <bdi>{showHidden(formatList(askedBy(address)))}</bdi>
      </td>
    </tr>
  );
}

/** "e-mail in 3 rows"; else what the field is, as far as name and values tell. */
function Found({ row: { found } }: { readonly row: FieldRow }) {
  const { t } = useTranslation('protection');
  if (found === undefined) return null;
  const { found: kinds, class: is, distinct } = found;
  const [first] = kinds;
  const words =
    first === undefined
      ? t(`class.${is ?? 'unknown'}`)
      : t('found.inRows', {
          kind: t(`kindOf.${first.kind}`),
          count: first.rows,
          rows: formatCount(first.rows),
        });
  return (
    <>
      {words}{' '}
      <span className="pd-dim">
        {t('found.different', { count: distinct, values: formatCount(distinct) })}
      </span>
    </>
  );
}

/** The method, and what is said of it; of what nobody decided about what is proposed. */
function How({
  row,
  onDecide,
  onAsk,
}: Pick<FieldTableProps, 'onDecide' | 'onAsk'> & { readonly row: FieldRow }) {
  const { t } = useTranslation(['protection', 'datasets']);
  const { address, rule, inside, found } = row;
  if (inside !== undefined) {
    return <span className="pd-dim">{t('inside', { field: showHidden(inside) })}</span>;
  }
  const proposal = rule === undefined ? found?.proposal : undefined;
  const words = (rule === undefined ? '' : detailWords(rule, t).join(', ')) || t('more');
  return (
    <span className="pd-wrapping pd-gap-6">
      <NativeSelect
        size="xs"
        className={classes.method ?? ''}
        aria-label={t('methodOf', { field: address })}
        data={[
          { value: '', label: t('notDecided') },
          ...policyMethods.map((value) => ({ value, label: t(`datasets:method.${value}`) })),
        ]}
        value={rule?.method ?? ''}
        onChange={(event) => {
          const chosen = policyMethods.find((each) => each === event.currentTarget.value);
          if (chosen === undefined) onDecide(address, undefined);
          else if (found?.proposal.method === chosen) onDecide(address, found.proposal);
          else if (methodsWithParameters.has(chosen)) onAsk({ address, method: chosen });
          else onDecide(address, fieldRuleSchema.parse({ method: chosen }));
        }}
      />
      {rule !== undefined && hasParameters(rule.method) && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t('changeOf', { words, field: address })}
          onClick={() => onAsk({ address, method: rule.method })}
        >
          {words}
        </Button>
      )}
      {proposal !== undefined && (
        <Button size="compact-sm" variant="subtle" onClick={() => onDecide(address, proposal)}>
          {t('take', { rule: ruleWords(proposal, t) })}
        </Button>
      )}
    </span>
  );
}
