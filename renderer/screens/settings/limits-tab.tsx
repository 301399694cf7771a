/** How many requests every API key has, by class; changed as one. */
import { useContext, type ReactNode } from 'react';
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
import { PlainTable } from '../../ui/table/plain-table.tsx';
import { FormPage } from '../../ui/form/form-page.tsx';
import type { Form } from '../../ui/form/use-api-form.ts';
import { useMeanwhile } from '../../ui/form/use-meanwhile.ts';
import { rateOfDraft, type RateDraft, type RateDrafts } from './key-draft.ts';
import { MarkedSetting } from './settings-rows.tsx';
import classes from './settings.module.css';

export function LimitsTab() {
  const { t } = useTranslation('access');
  const query = useRateLimits();
  return (
    <div className={classes.tab}>
      <p className="pd-note pd-readable">{t('limits.text')}</p>
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
  return {
    read: draft('read'),
    query: draft('query'),
    write: draft('write'),
    bulk: draft('bulk'),
    rows: draft('rows'),
  };
}

function ratesOf({ read, query, write, bulk, rows }: RateDrafts): RateLimits {
  return {
    read: rateOfDraft(read),
    query: rateOfDraft(query),
    write: rateOfDraft(write),
    bulk: rateOfDraft(bulk),
    rows: rateOfDraft(rows),
  };
}

function LimitsForm({ limits }: { limits: RateLimits }) {
  const { t } = useTranslation('access');
  const canChange = useMay()('setRateLimits');
  const setting = useSetRateLimits();
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
  });
  return (
    <FormPage
      className="pd-grid pd-gap-14 pd-readable"
      failed={t('limits.saveFailed')}
      meanwhile={meanwhile}
      initial={draftsOf(limits)}
      bodyOf={ratesOf}
      schema={rateLimitsSchema}
      send={(body) => setting.mutateAsync({ ...body, if_previous: meanwhile.previous })}
      saved={draftsOf}
      onDone={(saved) => {
        meanwhile.settle(saved);
        notify({ title: t('limits.saved') });
      }}
    >
      {(form, { isChanged, isSending, begin }) => (
        <>
          <LimitsTable form={form} canChange={canChange} />
          <div className={classes.foot}>
            <p className="pd-note pd-readable">
              {t(canChange ? 'limits.saveText' : 'limits.mayNot')}
            </p>
            {canChange && (
              <>
                <Button disabled={!isChanged} onClick={() => begin(draftsOf(limits))}>
                  {t('limits.reset')}
                </Button>
                <Button type="submit" variant="filled" disabled={!isChanged} loading={isSending}>
                  {t('limits.save')}
                </Button>
              </>
            )}
          </div>
        </>
      )}
    </FormPage>
  );
}

function LimitsTable({
  form,
  canChange,
}: {
  readonly form: Form<RateDrafts>;
  readonly canChange: boolean;
}) {
  const { t } = useTranslation('access');
  return (
    <PlainTable
      label={t('limits.text')}
      columns={[
        { label: t('limits.columnClass') },
        { label: t('limits.columnLimit') },
        { label: t('limits.columnPeriod'), about: t('limits.periodHint') },
      ]}
    >
      {rateClasses.map((each) => {
        const name = t(`limits.class.${each}`);
        return (
          <LimitRow key={each} name={name}>
            <th scope="row">
              {name}
              <span className="pd-sentence">{t(`limits.classText.${each}`)}</span>
            </th>
            <td>
              <TextInput
                size="xs"
                className={classes.amount ?? ''}
                inputMode="numeric"
                readOnly={!canChange}
                aria-label={t('limits.requests', { name })}
                {...form.getInputProps(`${each}.limit`)}
              />
            </td>
            <td>
              <TextInput
                size="xs"
                className={classes.period ?? ''}
                readOnly={!canChange}
                aria-label={t('limits.period', { name })}
                {...form.getInputProps(`${each}.period`)}
              />
            </td>
          </LimitRow>
        );
      })}
    </PlainTable>
  );
}

function LimitRow({ name, children }: { name: string; children: ReactNode }) {
  const isMarked = useContext(MarkedSetting) === name;
  return <tr {...useMarkedElement<HTMLTableRowElement>(isMarked, 'control')}>{children}</tr>;
}
