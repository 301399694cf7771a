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
import { ChangedMeanwhile } from '../../ui/form/changed-meanwhile.tsx';
import { isOvertaken, useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { numberIn, numberOut } from '../../ui/number-in.ts';
import { ErrorState } from '../../ui/states.tsx';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import classes from './review.module.css';

/** What of `wanted` is not in `done`. */
function without(wanted: Partial<ReviewRules>, done: ReviewRules): Partial<ReviewRules> {
  const { second_actor: second, review_below: below } = wanted;
  return {
    ...(second === undefined || second === done.second_actor ? {} : { second_actor: second }),
    ...(below === undefined || below === done.review_below ? {} : { review_below: below }),
  };
}

/** A threshold as it is typed; empty for none. */
const textOf = (below: number | null) => (below === null ? '' : numberOut(below));

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
  const { t } = useTranslation(['review', 'common']);
  const setting = useSetReviewPolicy();
  /** What was asked for here and is not in force, be it that it is under way or that it was refused. */
  const [asked, setAsked] = useState<Partial<ReviewRules>>({});
  const [below, setBelow] = useState(textOf(rules.review_below));
  const value = below.trim() === '' ? null : numberIn(below);
  const isBad = value !== null && !(value > 0 && value <= 1);
  const meanwhile = useMeanwhile({
    current: rules,
    isPending: setting.isPending,
    lines: (state) => [
      {
        label: t('policies.below'),
        text: textOf(state.review_below) || t('policies.belowHint'),
      },
      {
        label: t('policies.second'),
        text: t(state.second_actor ? 'yes' : 'no', { ns: 'common' }),
      },
    ],
    onSeen: (now, before) => {
      const isTyped = below !== textOf(before.review_below);
      if (!isTyped) setBelow(textOf(now.review_below));
      const wanted = { ...asked, ...(isTyped && !isBad ? { review_below: value } : {}) };
      if (Object.keys(wanted).length > 0) void send({ ...now, ...wanted }, now);
    },
  });
  const seen = meanwhile.previous;
  const isTouched = Object.keys(asked).length > 0 || below !== textOf(seen.review_below);
  // Where nothing was typed, what others changed is simply what there is.
  if (!isTouched && meanwhile.changed.length > 0) meanwhile.onSeen();

  async function send(next: ReviewRules, previous: ReviewRules) {
    try {
      const { second_actor, review_below } = await setting.mutateAsync({
        id,
        rules: next,
        previous,
      });
      meanwhile.settle({ second_actor, review_below });
      setAsked((wanted) => without(wanted, next));
      notify({ title: t('policies.set', { policy: id }) });
    } catch (error) {
      // What was asked for stays in sight until what came was seen.
      if (isOvertaken(error)) return;
      setAsked({});
      const failure = toFailure(error);
      notify({
        tone: 'bad',
        title: t('policies.setFailed'),
        reason: failure.message,
        requestId: failure.requestId,
      });
    }
  }
  const current = { ...seen, ...asked };
  const change = (part: Partial<ReviewRules>) => {
    setAsked({ ...asked, ...part });
    if (meanwhile.changed.length > 0) return;
    // What is under way comes first: this follows on it.
    void send({ ...current, ...part }, setting.isPending ? current : seen);
  };
  const commit = () => {
    if (!isBad && value !== current.review_below) change({ review_below: value });
  };
  return (
    <>
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
      {meanwhile.changed.length > 0 && (
        <tr>
          <td colSpan={4}>
            <ChangedMeanwhile {...meanwhile} />
          </td>
        </tr>
      )}
    </>
  );
}
