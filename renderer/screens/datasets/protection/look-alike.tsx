/** How many rows look alike as a lab would see them, by fields that others could know a person by; counted over all rows. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  mostQuasiIdentifiers,
  type DatasetAnalysis,
} from '../../../../shared/contract/analysis.ts';
import { isFinished } from '../../../../shared/contract/jobs.ts';
import type { Policy } from '../../../../shared/contract/policies.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { useJob } from '../../../api/jobs.ts';
import { useStartAnalysis } from '../../../api/policies.ts';
import { MarkedWord } from '../../../ui/figures/marked-word.tsx';
import { MultiSelect } from '../../../ui/form/choices.tsx';
import { FormFailure } from '../../../ui/form/form-failure.tsx';
import { formatCount, formatList } from '../../../ui/format.ts';
import { toFailure } from '../../../api/client.ts';
import { Section } from '../../../ui/page/detail-page.tsx';
import { isSamePolicy, likelyKnown } from './policy-draft.ts';

export function LookAlike({
  datasetId,
  analysis,
  policy,
  known,
}: {
  readonly datasetId: string;
  readonly analysis: DatasetAnalysis | null;
  readonly policy: Policy;
  readonly known: readonly string[];
}) {
  const { t } = useTranslation('protection');
  const starting = useStartAnalysis(datasetId);
  const job = useJob(starting.data?.job_id).data ?? starting.data;
  const [typed, setTyped] = useState<string[]>();
  const chosen = typed ?? (analysis === null ? [] : likelyKnown(analysis));
  const isRunning = starting.isPending || (job !== undefined && !isFinished(job.status));
  const failure = starting.error === null ? undefined : toFailure(starting.error);
  const count = () => starting.mutate({ quasi_identifiers: chosen, policy });
  return (
    <Section
      title={t('alike.title')}
      actions={
        <Button loading={isRunning} onClick={count}>
          {t(analysis === null ? 'alike.analyse' : 'alike.count')}
        </Button>
      }
    >
      <div className="pd-stack pd-gap-8">
        <MultiSelect
          label={t('alike.fields')}
          searchable
          openOnFocus={false}
          hidePickedOptions
          maxValues={mostQuasiIdentifiers}
          data={[...known]}
          value={chosen}
          onChange={setTyped}
        />
        <div className="pd-stack pd-gap-4" aria-live="polite">
          <Found analysis={analysis} policy={policy} isRunning={isRunning} />
          {job?.status === 'failed' && <p className="pd-note">{t('alike.failed')}</p>}
          <FormFailure failure={failure} title={t('alike.failed')} />
        </div>
      </div>
    </Section>
  );
}

/** "7 rows are alone in age, sex, zip." */
function Found({
  analysis,
  policy,
  isRunning,
}: {
  readonly analysis: DatasetAnalysis | null;
  readonly policy: Policy;
  readonly isRunning: boolean;
}) {
  const { t } = useTranslation('protection');
  if (isRunning) return <p className="pd-note">{t('alike.running')}</p>;
  const sizes = analysis?.class_sizes ?? null;
  if (analysis === null) return <p className="pd-note">{t('alike.notAnalysed')}</p>;
  if (sizes === null) {
    return (
      <>
        <p className="pd-note">{t('alike.none')}</p>
        <OnlyFirst analysis={analysis} />
      </>
    );
  }
  const { alone, below_five: few, least_k: least, quasi_identifiers: fields } = sizes;
  const { asked, is_current: isCurrent } = analysis;
  const isOfThis = asked.policy !== undefined && isSamePolicy(asked.policy, policy);
  return (
    <>
      <MarkedWord standing={alone > 0 ? 'warn' : 'fine'}>
        {t('alike.alone', {
          count: alone,
          rows: formatCount(alone),
          fields: showHidden(formatList(fields)),
        })}
      </MarkedWord>
      <p className="pd-note">
        {t('alike.few', { few: formatCount(few), least: formatCount(least) })}
        {!isCurrent && ` ${t('alike.old')}`}
        {!isOfThis && ` ${t(asked.policy === undefined ? 'alike.stored' : 'alike.other')}`}
      </p>
      <OnlyFirst analysis={analysis} />
      {analysis.hardly_changed.map(({ address, before, after }) => (
        <p key={address} className="pd-note">
          {t('alike.hardly', {
            field: showHidden(address),
            after: formatCount(after),
            before: formatCount(before),
          })}
        </p>
      ))}
    </>
  );
}

/** Of large sources the first rows alone are read. */
function OnlyFirst({ analysis }: { readonly analysis: DatasetAnalysis }) {
  const { t } = useTranslation('protection');
  const { records, of_records: all = records } = analysis;
  if (all <= records) return null;
  return (
    <p className="pd-note">
      {t('alike.onlyFirst', { read: formatCount(records), all: formatCount(all) })}
    </p>
  );
}
