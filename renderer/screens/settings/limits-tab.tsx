/** How many requests every API key has, by class; changed as one. */
import { useContext, useState, type ReactNode } from 'react';
import { Button, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  rateClasses,
  rateLimitsSchema,
  type RateClass,
  type RateLimits,
} from '../../../shared/contract/access.ts';
import { useRateLimits, useSetRateLimits } from '../../api/access.ts';
import { useMay } from '../../api/capabilities.ts';
import { useMarkedElement } from '../../ui/marked.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { notify } from '../../state/notices.ts';
import { formatCount } from '../../ui/format.ts';
import { useUnsent } from '../../state/unsent.ts';
import { localFaults, useFormFaults } from '../../ui/form-faults.ts';
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { ChangedMeanwhile } from '../../ui/form/changed-meanwhile.tsx';
import { isOvertaken, takenOver, useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { rateOfDraft, type RateDraft, type RateDrafts } from './key-draft.ts';
import { MarkedSetting } from './settings-rows.tsx';
import classes from './settings.module.css';

export function LimitsTab() {
  const { t } = useTranslation('access');
  const query = useRateLimits();
  return (
    <div className={classes.tab}>
      <p className={classes.note}>{t('limits.text')}</p>
      <Loaded query={query} failed={t('limits.failed')}>
        {(limits) => <LimitsForm limits={limits} />}
      </Loaded>
    </div>
  );
}

function draftsOf(limits: RateLimits): RateDrafts {
  const draft = (name: RateClass): RateDraft => ({
    limit: String(limits[name].limit),
    period: limits[name].period,
  });
  return { read: draft('read'), query: draft('query'), write: draft('write'), bulk: draft('bulk') };
}

const fields = rateClasses.flatMap((name) => [`${name}.limit`, `${name}.period`]);

function LimitsForm({ limits }: { limits: RateLimits }) {
  const { t } = useTranslation('access');
  const canChange = useMay()('setRateLimits');
  const setting = useSetRateLimits();
  const { element, faults, failure, refuse, clear, fail } = useFormFaults();
  const [drafts, setDrafts] = useState(() => draftsOf(limits));
  const meanwhile = useMeanwhile({
    current: limits,
    isPending: setting.isPending,
    lines: (state) =>
      rateClasses.map((name) => ({
        label: t(`limits.class.${name}`),
        text: t('limits.rate', {
          limit: formatCount(state[name].limit),
          period: state[name].period,
        }),
      })),
    onSeen: (now, before) => {
      const [old, next] = [draftsOf(before), draftsOf(now)];
      const merged = (name: RateClass) => takenOver(drafts[name], old[name], next[name]);
      setDrafts({
        read: merged('read'),
        query: merged('query'),
        write: merged('write'),
        bulk: merged('bulk'),
      });
    },
  });
  const isTouched = JSON.stringify(drafts) !== JSON.stringify(draftsOf(meanwhile.previous));
  // Where nothing was typed, what others changed is simply what there is.
  if (!isTouched && meanwhile.changed.length > 0) meanwhile.onSeen();
  const isChanged = JSON.stringify(drafts) !== JSON.stringify(draftsOf(limits));
  useUnsent(() => isChanged);
  const submit = () => {
    const body = {
      read: rateOfDraft(drafts.read),
      query: rateOfDraft(drafts.query),
      write: rateOfDraft(drafts.write),
      bulk: rateOfDraft(drafts.bulk),
    };
    const found = localFaults(rateLimitsSchema, body);
    if (Object.keys(found).length > 0) {
      refuse(found);
      return;
    }
    clear();
    setting.mutate(
      { ...body, if_previous: meanwhile.previous },
      {
        onSuccess: (saved) => {
          meanwhile.settle(saved);
          setDrafts(draftsOf(saved));
          notify({ title: t('limits.saved') });
        },
        onError: (error) => {
          if (!isOvertaken(error)) fail(error);
        },
      },
    );
  };
  return (
    <form
      ref={element}
      className={classes.limits}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <ChangedMeanwhile {...meanwhile} />
      <FormFailure failure={failure} title={t('limits.saveFailed')} shown={fields} />
      <PlainTable
        label={t('limits.text')}
        columns={[
          { label: t('limits.columnClass') },
          { label: t('limits.columnLimit') },
          { label: t('limits.columnPeriod'), about: t('limits.periodHint') },
        ]}
      >
        {rateClasses.map((name) => {
          const set = (part: Partial<RateDraft>) =>
            setDrafts({ ...drafts, [name]: { ...drafts[name], ...part } });
          return (
            <LimitRow key={name} name={t(`limits.class.${name}`)}>
              <th scope="row">
                {t(`limits.class.${name}`)}
                <span className={classes.under}>{t(`limits.classText.${name}`)}</span>
              </th>
              <td>
                <TextInput
                  size="xs"
                  className={classes.amount ?? ''}
                  inputMode="numeric"
                  readOnly={!canChange}
                  aria-label={t('limits.requests', { name: t(`limits.class.${name}`) })}
                  value={drafts[name].limit}
                  error={faults[`${name}.limit`]}
                  onChange={(event) => set({ limit: event.currentTarget.value })}
                />
              </td>
              <td>
                <TextInput
                  size="xs"
                  className={classes.period ?? ''}
                  readOnly={!canChange}
                  aria-label={t('limits.period', { name: t(`limits.class.${name}`) })}
                  value={drafts[name].period}
                  error={faults[`${name}.period`]}
                  onChange={(event) => set({ period: event.currentTarget.value })}
                />
              </td>
            </LimitRow>
          );
        })}
      </PlainTable>
      <div className={classes.foot}>
        <p className={classes.note}>{t(canChange ? 'limits.saveText' : 'limits.mayNot')}</p>
        {canChange && (
          <>
            <Button
              disabled={!isChanged}
              onClick={() => {
                clear();
                setDrafts(draftsOf(limits));
              }}
            >
              {t('limits.reset')}
            </Button>
            <Button
              type="submit"
              variant="filled"
              disabled={!isChanged}
              loading={setting.isPending}
            >
              {t('limits.save')}
            </Button>
          </>
        )}
      </div>
    </form>
  );
}

function LimitRow({ name, children }: { name: string; children: ReactNode }) {
  const isMarked = useContext(MarkedSetting) === name;
  return <tr {...useMarkedElement<HTMLTableRowElement>(isMarked, 'control')}>{children}</tr>;
}
