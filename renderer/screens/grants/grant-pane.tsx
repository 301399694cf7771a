/** One grant beside the list: what was asked for, what it gives, what was spent, what happened; and what may be done. */
import { useState } from 'react';
import { Anchor, Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Grant } from '../../../shared/contract/grants.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { useMay } from '../../api/capabilities.ts';
import { useGivenEpsilon, useGrant } from '../../api/grants.ts';
import { useDatasetPolicy } from '../../api/policies.ts';
import { datasetAddress } from '../../ui/addresses.ts';
import { CopiedValue } from '../../ui/copied-value.tsx';
import { formatCount, formatList } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { formatMoney } from '../../ui/money/money.ts';
import { numberOut } from '../../ui/number-in.ts';
import { Loaded } from '../../ui/page/loaded.tsx';
import { PaneFact, PaneFacts, PanePage, PanePart } from '../../ui/page/pane-page.tsx';
import { PlaceLink } from '../../ui/places/place-link.tsx';
import { EpsilonBar } from '../../ui/policies/epsilon-bar.tsx';
import { AnswerDialog } from './answer-dialog.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { FieldWithMethod } from './field-with-method.tsx';
import { RevokeGrantDialog, WithdrawGrantDialog } from './end-dialogs.tsx';
import { GrantStatusBadge } from './grant-status.tsx';

export function GrantPane({
  id,
  onAsked,
  onClose,
}: {
  readonly id: string;
  /** Another grant was asked for by the terms of this one. */
  readonly onAsked: (grant: Grant) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('grants');
  const query = useGrant(id);
  return (
    <PanePage title={query.data?.purpose || t('pane')} onClose={onClose}>
      <Loaded query={query} failed={t('oneFailed')}>
        {(grant) => (
          <div className="pd-slim pd-grid pd-gap-14">
            <Actions key={grant.grant_id} grant={grant} onAsked={onAsked} />
            <Facts grant={grant} />
            <History grant={grant} />
          </div>
        )}
      </Loaded>
    </PanePage>
  );
}

type Step = 'answer' | 'withdraw' | 'revoke' | 'again';

/** Steps that the state of the grant and the caller's role allow. */
function Actions({
  grant,
  onAsked,
}: {
  readonly grant: Grant;
  readonly onAsked: (grant: Grant) => void;
}) {
  const { t } = useTranslation('grants');
  const may = useMay();
  const [step, setStep] = useState<Step>();
  const { status } = grant;
  const isOpen = status === 'requested' || status === 'active';
  // One that an open dataset gave follows by itself.
  const isAskable = status !== 'requested' && grant.granted_by !== 'policy';
  const dialog = (each: Step) => ({
    grant,
    opened: step === each,
    onClose: () => setStep(undefined),
  });
  return (
    <div className="pd-wrapping pd-gap-8">
      {status === 'requested' && may('answerGrant') && (
        <Button variant="filled" onClick={() => setStep('answer')}>
          {t('answer.action')}
        </Button>
      )}
      {isOpen && may('withdrawGrant') && (
        <Button onClick={() => setStep('withdraw')}>{t('withdraw.action')}</Button>
      )}
      {status === 'active' && may('revokeGrant') && (
        <Button onClick={() => setStep('revoke')}>{t('revoke.action')}</Button>
      )}
      {isAskable && may('createGrant') && (
        <Button onClick={() => setStep('again')}>{t('ask.again')}</Button>
      )}
      <AnswerDialog {...dialog('answer')} />
      <WithdrawGrantDialog {...dialog('withdraw')} />
      <RevokeGrantDialog {...dialog('revoke')} />
      <AskDialog
        again={grant}
        opened={step === 'again'}
        onClose={() => setStep(undefined)}
        onAsked={(asked) => {
          setStep(undefined);
          onAsked(asked);
        }}
      />
    </div>
  );
}

function Facts({ grant }: { readonly grant: Grant }) {
  const { t } = useTranslation('grants');
  const { terms, expected, estimate, spent } = grant;
  const { fields, operations, starts_at: startsAt, ends_at: endsAt, budget } = terms;
  return (
    <PaneFacts>
      <PaneFact name={t('column.status')}>
        <GrantStatusBadge status={grant.status} />
      </PaneFact>
      <PaneFact name={t('column.account')}>{showHidden(grant.account_id)}</PaneFact>
      <PaneFact name={t('column.dataset')}>
        <Anchor
          component={PlaceLink}
          size="sm"
          underline="always"
          href={datasetAddress(grant.dataset_id)}
        >
          {showHidden(grant.dataset_id)}
        </Anchor>
      </PaneFact>
      <PaneFact name={t('kind')}>{t(`kinds.${grant.kind}`)}</PaneFact>
      <PaneFact name={t('fields')}>
        {fields === null ? t('allFields') : <AskedFields grant={grant} fields={fields} />}
      </PaneFact>
      <PaneFact name={t('operations')}>
        {formatList(operations.map((each) => t(`operation.${each}`)))}
      </PaneFact>
      <PaneFact name={t('starts')}>
        {startsAt === null ? t('fromAnswer') : <Instant at={startsAt} withZone />}
      </PaneFact>
      <PaneFact name={t('column.ends')}>
        <Instant at={endsAt} withZone />
      </PaneFact>
      <PaneFact name={t('budget')}>
        {budget === null ? t('noBudget') : formatMoney(budget.amount, budget.currency)}
      </PaneFact>
      <PaneFact name={t('column.spent')}>{formatMoney(spent.amount, spent.currency)}</PaneFact>
      <Epsilon grant={grant} />
      {expected !== null && (
        <PaneFact name={t('expected')}>
          {t('expectedUse', {
            rows: formatCount(expected.rows),
            hours: formatCount(expected.hours),
            operations: formatCount(expected.operations),
          })}
        </PaneFact>
      )}
      {estimate !== null && (
        <PaneFact name={t('estimate')}>
          {t('estimated', {
            usage: formatMoney(estimate.usage, estimate.currency),
            share: formatMoney(estimate.holder_share, estimate.currency),
          })}
        </PaneFact>
      )}
      {grant.conditions !== null && (
        <PaneFact name={t('conditions')}>{showHidden(grant.conditions)}</PaneFact>
      )}
      {grant.reason !== null && <PaneFact name={t('reason')}>{showHidden(grant.reason)}</PaneFact>}
      <PaneFact name={t('column.id')}>
        <CopiedValue value={grant.grant_id} what={t('column.id')} />
      </PaneFact>
    </PaneFacts>
  );
}

/** Fields, each with how it leaves under the policy in force. */
function AskedFields({
  grant: { dataset_id: id },
  fields,
}: {
  readonly grant: Grant;
  readonly fields: readonly string[];
}) {
  const policy = useDatasetPolicy(id).data?.in_force.policy;
  return (
    <ul className="pd-listed">
      {fields.map((path) => (
        <li key={path}>
          <FieldWithMethod path={path} policy={policy} />
        </li>
      ))}
    </ul>
  );
}

/** The privacy budget: spent of it; of what waits for an answer, what it asks for of what is left. */
function Epsilon({ grant }: { readonly grant: Grant }) {
  const { t } = useTranslation('grants');
  const mayAnswer = useMay()('answerGrant');
  const asks = grant.kind === 'statistics' && grant.status === 'requested' && mayAnswer;
  if (grant.epsilon !== null) {
    return (
      <PaneFact name={t('epsilon.title')}>
        <EpsilonBar epsilon={grant.epsilon} />
      </PaneFact>
    );
  }
  return asks ? <EpsilonAsked datasetId={grant.dataset_id} /> : null;
}

/** ε that a grant would have, and what all grants of the dataset leave. */
function EpsilonAsked({ datasetId }: { readonly datasetId: string }) {
  const { t } = useTranslation('grants');
  const terms = useDatasetPolicy(datasetId).data?.in_force.policy.statistics;
  const given = useGivenEpsilon(datasetId).data;
  if (terms === undefined || given === undefined) return null;
  return (
    <PaneFact name={t('epsilon.title')}>
      {t('epsilon.asked', {
        asked: numberOut(terms.epsilon),
        left: numberOut(Math.max(0, Number((terms.epsilon_total - given).toFixed(6)))),
        total: numberOut(terms.epsilon_total),
      })}
    </PaneFact>
  );
}

function History({ grant: { history, granted_by: by } }: { readonly grant: Grant }) {
  const { t } = useTranslation('grants');
  return (
    <PanePart title={t('history')}>
      <PaneFacts>
        {history.map(({ n, action, at, actor }) => (
          <PaneFact
            key={n}
            name={t(action === 'grant' && by === 'policy' ? 'byPolicy' : `event.${action}`)}
          >
            <Instant at={at} withZone /> · <bdi>{showHidden(actor.id)}</bdi>
          </PaneFact>
        ))}
      </PaneFacts>
    </PanePart>
  );
}
