/** Asks for statistics: groups, counts, sums and averages with noise; what an answer costs of the privacy budget, and what is left of it. */
import { useState } from 'react';
import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Grant } from '../../../../shared/contract/grants.ts';
import type { JsonObject } from '../../../../shared/contract/json.ts';
import type { Policy } from '../../../../shared/contract/policies.ts';
import type { Session } from '../../../../shared/contract/sessions.ts';
import { useDatasetFields } from '../../../api/datasets.ts';
import { useGrant } from '../../../api/grants.ts';
import { useDatasetPolicy } from '../../../api/policies.ts';
import { useAskStatistics, type AggregateAnswer } from '../../../api/sessions.ts';
import { grantAddress } from '../../../ui/addresses.ts';
import { FilterBuilder } from '../../../ui/filter/filter-builder.tsx';
import { formatCount } from '../../../ui/format.ts';
import { numberOut } from '../../../ui/number-in.ts';
import { Loaded } from '../../../ui/page/loaded.tsx';
import { PlaceLink } from '../../../ui/places/place-link.tsx';
import { answersLeft } from '../../../ui/policies/answers-left.ts';
import { EpsilonBar } from '../../../ui/policies/epsilon-bar.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { AggregateBuilder } from '../aggregate-builder.tsx';
import { completeMeasures, firstForm, pipelineOf, type AggregateForm } from '../aggregate-form.ts';
import { AggregateGroups, AnswerEvidence } from '../aggregate-groups.tsx';
import { isReading, SessionOver } from '../session-over.tsx';
import { statisticsFields } from './statistics-fields.ts';

const accumulators = ['count', 'sum', 'avg'] as const;
/** Fields that groups are made by, at most. */
const mostKeys = 3;

export function StatisticsTab({ session }: { readonly session: Session }) {
  const { t } = useTranslation('sessions');
  const grant = useGrant(session.grant_id);
  const policy = useDatasetPolicy(session.dataset_id);
  if (!isReading(session)) return <SessionOver />;
  return (
    <Loaded query={grant} failed={t('statistics.grantFailed')}>
      {(given) => (
        <Loaded query={policy} failed={t('statistics.policyFailed')}>
          {({ in_force: held }) => <Asking session={session} grant={given} policy={held.policy} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function Asking({
  session,
  grant,
  policy,
}: {
  readonly session: Session;
  readonly grant: Grant;
  readonly policy: Policy;
}) {
  const { t } = useTranslation('sessions');
  const known = useDatasetFields(session.dataset_id).data ?? [];
  const fields = statisticsFields(known, policy, grant.terms.fields);
  const asking = useAskStatistics(session.session_id);
  const [form, setForm] = useState<AggregateForm>(firstForm);
  const [filter, setFilter] = useState<JsonObject>({});
  const run = () =>
    asking.mutate({ pipeline: pipelineOf(form, filter, fields.all), limit: form.limit });
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      {grant.epsilon !== null && <Budget grant={grant} epsilon={grant.epsilon} />}
      <form
        className="pd-section pd-stack pd-gap-12"
        aria-label={t('statistics.label')}
        onSubmit={(event) => {
          event.preventDefault();
          run();
        }}
      >
        <FilterBuilder fields={fields.all} value={filter} fault={null} onChange={setFilter} />
        <AggregateBuilder
          form={form}
          choices={{ keys: fields.keys, measured: fields.measured, mostKeys, accumulators }}
          onChange={setForm}
        />
        <div className="pd-wrapping pd-gap-8">
          <Button
            type="submit"
            variant="filled"
            disabled={completeMeasures(form).length === 0}
            loading={asking.isPending}
          >
            {t('statistics.ask', {
              epsilon: numberOut(policy.statistics.epsilon_per_answer),
            })}
          </Button>
          <span className="pd-note">{t('statistics.once')}</span>
        </div>
      </form>
      {asking.isError && (
        <ErrorState compact error={asking.error} title={t('statistics.failed')} onRetry={run} />
      )}
      {asking.data !== undefined && (
        <Answered session={session} answer={asking.data} policy={policy} grant={grant} />
      )}
    </div>
  );
}

/** What is left; where nothing is, only what was asked before is answered. */
function Budget({
  grant,
  epsilon,
}: {
  readonly grant: Grant;
  readonly epsilon: NonNullable<Grant['epsilon']>;
}) {
  const { t } = useTranslation(['sessions', 'grants']);
  return (
    <section className="pd-section" aria-label={t('grants:epsilon.title')}>
      <EpsilonBar epsilon={epsilon} />
      {answersLeft(epsilon) === 0 && (
        <p className="pd-note" role="status">
          {t('statistics.exhausted')}{' '}
          <Anchor
            component={PlaceLink}
            inherit
            underline="always"
            href={grantAddress(grant.grant_id)}
          >
            {t('statistics.askAgain')}
          </Anchor>
        </p>
      )}
    </section>
  );
}

/** The groups with what stands about them: noise, what is left out, and what cannot be told from it. */
function Answered({
  session,
  answer,
  policy: { statistics: terms },
  grant,
}: {
  readonly session: Session;
  readonly answer: AggregateAnswer;
  readonly policy: Policy;
  readonly grant: Grant;
}) {
  const { t } = useTranslation('sessions');
  return (
    <>
      <p className="pd-note">
        {t('statistics.noise', {
          epsilon: numberOut(grant.epsilon?.granted ?? terms.epsilon),
          round: formatCount(terms.round_counts),
          least: formatCount(terms.min_entities),
        })}
      </p>
      <AnswerEvidence sessionId={session.session_id} evidenceId={answer.evidence_id} />
      <AggregateGroups
        answer={answer}
        none={{ title: t('statistics.none'), text: t('statistics.noneText') }}
      />
    </>
  );
}
