/** What each business policy asks of the people who review its decisions. */
import { useState } from 'react';
import { Modal, Skeleton, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ReviewRules } from '../../../shared/contract/reviews.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { toFailure } from '../../api/client.ts';
import { useRecordFacets } from '../../api/records.ts';
import { useReviewPolicies, useSetReviewPolicy } from '../../api/reviews.ts';
import { notify } from '../../state/notices.ts';
import { formatCount } from '../../ui/format.ts';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { numberIn, numberOut } from '../../ui/number-in.ts';
import { ErrorState } from '../../ui/states.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import classes from './review.module.css';

const noRules: ReviewRules = { second_actor: false, review_below: null };

export function PoliciesDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['review', 'common']);
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('policies.title')}
      size={680}
      closeButtonProps={{ 'aria-label': t('close', { ns: 'common' }) }}
    >
      <Policies />
    </Modal>
  );
}

function Policies() {
  const { t } = useTranslation('review');
  const rules = useReviewPolicies();
  const facets = useRecordFacets({});
  const error = rules.error ?? facets.error;
  if (error !== null) {
    const retry = () => {
      void rules.refetch();
      void facets.refetch();
    };
    return <ErrorState compact error={error} title={t('policies.failed')} onRetry={retry} />;
  }
  if (rules.data === undefined || facets.data === undefined) return <Skeleton height={160} />;
  const counts = new Map(facets.data.policies.map((each) => [each.policy_id, each.count]));
  const set = new Map(rules.data.map(({ policy_id: id, ...rest }) => [id, rest]));
  const ids = [...new Set([...set.keys(), ...counts.keys()])].toSorted();
  return (
    <div className={classes.policies}>
      <p className={classes.note}>{t('policies.text')}</p>
      {ids.length === 0 ? (
        <p className={classes.note}>{t('policies.none')}</p>
      ) : (
        <PlainTable
          label={t('policies.title')}
          columns={[
            { label: t('policies.policy') },
            { label: t('policies.decisions'), align: 'end' },
            { label: t('policies.below') },
            { label: t('policies.second') },
          ]}
        >
          {ids.map((id) => (
            <PolicyRow
              key={id}
              id={id}
              count={counts.get(id) ?? 0}
              rules={set.get(id) ?? noRules}
            />
          ))}
        </PlainTable>
      )}
      <p className={classes.note}>{t('policies.note')}</p>
    </div>
  );
}

function PolicyRow({ id, count, rules }: { id: string; count: number; rules: ReviewRules }) {
  const { t } = useTranslation('review');
  const setting = useSetReviewPolicy();
  /** What was asked for here: the next change goes on from there, also before it is answered. */
  const [asked, setAsked] = useState<ReviewRules>();
  const current = asked ?? rules;
  const given = JSON.stringify(rules);
  const [known, setKnown] = useState(given);
  if (given !== known) {
    setKnown(given);
    if (!setting.isPending) setAsked(undefined);
  }
  const [below, setBelow] = useState(
    rules.review_below === null ? '' : numberOut(rules.review_below),
  );
  const change = (part: Partial<ReviewRules>) => {
    const next = { ...current, ...part };
    setAsked(next);
    setting.mutate(
      { id, rules: next },
      {
        onSuccess: () => notify({ title: t('policies.set', { policy: id }) }),
        onError: (error) => {
          setAsked(undefined);
          const failure = toFailure(error);
          notify({
            tone: 'bad',
            title: t('policies.setFailed'),
            detail: failure.message,
            requestId: failure.requestId,
          });
        },
      },
    );
  };
  const value = below.trim() === '' ? null : numberIn(below);
  const isBad = value !== null && !(value > 0 && value <= 1);
  const commit = () => {
    if (!isBad && value !== current.review_below) change({ review_below: value });
  };
  return (
    <tr>
      <th scope="row" className={classes.policy}>
        <bdi title={id}>{showHidden(id)}</bdi>
      </th>
      <td data-align="end">{formatCount(count)}</td>
      <td>
        <DecimalInput
          className={classes.below ?? ''}
          aria-label={t('policies.belowNamed', { policy: id })}
          placeholder={t('policies.belowHint')}
          min={0}
          max={1}
          step={0.05}
          value={below}
          error={isBad ? t('policies.belowBad') : undefined}
          onChange={setBelow}
          onBlur={commit}
          onKeyDown={(event) => {
            if (event.key === 'Enter') commit();
          }}
        />
      </td>
      <td>
        <Switch
          size="xs"
          aria-label={t('policies.secondNamed', { policy: id })}
          checked={current.second_actor}
          onChange={(event) => change({ second_actor: event.currentTarget.checked })}
        />
      </td>
    </tr>
  );
}
