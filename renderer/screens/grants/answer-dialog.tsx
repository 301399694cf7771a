/** The answer to a request: all of what was asked for, less of it, or nothing. */
import { Checkbox, Radio, Skeleton, Textarea, TextInput } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import {
  answerGrantSchema,
  type Grant,
  type NarrowedTerms,
} from '../../../shared/contract/grants.ts';
import type { DatasetPolicy, PolicyVersion } from '../../../shared/contract/policy-routes.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { grantPath, useAnswerGrant } from '../../api/grants.ts';
import { useDatasetPolicy } from '../../api/policies.ts';
import { DecimalInput } from '../../ui/form/decimal-input.tsx';
import { FormDialog, type DialogProps, type InsteadOfForm } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import type { Form } from '../../ui/form/use-api-form.ts';
import { formatCount } from '../../ui/format.ts';
import { insteadOfSigning, SignerFields } from '../../ui/signing/signer-fields.tsx';
import { useSignedAct } from '../../ui/signing/use-signed-act.ts';
import { useSigning, type SignerText } from '../../ui/signing/use-signing.ts';
import { ErrorState } from '../../ui/states.tsx';
import { FieldWithMethod } from './field-with-method.tsx';
import { asked, narrowedBy, shownAnswer, type TermsForm } from './terms-form.ts';
import { workspaceCurrency } from '../../ui/money/money.ts';

const decisions = ['grant', 'refuse'] as const;

interface AnswerForm {
  readonly decision: (typeof decisions)[number];
  readonly terms: TermsForm;
  readonly conditions: string;
  readonly reason: string;
  readonly signer: SignerText;
}

interface Body {
  readonly decision: (typeof decisions)[number];
  readonly policy_version: number;
  readonly terms?: NarrowedTerms;
  readonly conditions?: string;
  readonly reason?: string;
}

function bodyOf(grant: Grant, version: number) {
  return ({ decision, ...form }: AnswerForm): Body => {
    const [conditions, reason] = [form.conditions.trim(), form.reason.trim()];
    const seen = { decision, policy_version: version };
    if (decision === 'refuse') return { ...seen, ...(reason !== '' && { reason }) };
    const terms = narrowedBy(form.terms, grant);
    return {
      ...seen,
      ...(Object.keys(terms).length > 0 && { terms }),
      ...(conditions !== '' && { conditions }),
    };
  };
}

export function AnswerDialog({ grant, ...dialog }: DialogProps & { readonly grant: Grant }) {
  const { t } = useTranslation('grants');
  const signing = useSigning({
    among: ({ role, holder_id: holder }) => role === 'data_holder' && holder === grant.holder_id,
  });
  const policy = useDatasetPolicy(grant.dataset_id, { enabled: dialog.opened });
  const send = useSignedAct();
  const answering = useAnswerGrant();
  const held = policy.data?.in_force;
  return (
    <FormDialog<AnswerForm, Body, Grant>
      {...dialog}
      title={t('answer.title')}
      size={600}
      instead={insteadOfSigning(signing) ?? insteadOfPolicy(policy, t('answer.policyFailed'))}
      submit={t('answer.submit')}
      failed={(failure) =>
        t(failure?.code === 'policy_changed' ? 'answer.policyChanged' : 'answer.failed')
      }
      initial={{
        decision: 'grant',
        terms: asked(grant),
        conditions: '',
        reason: '',
        signer: signing.initial,
      }}
      bodyOf={bodyOf(grant, held?.version ?? 0)}
      schema={answerGrantSchema}
      check={({ signer }) => signing.check(signer)}
      send={(
        { decision, terms = {}, conditions = '', reason = '', ...seen },
        idempotencyKey,
        form,
      ) => {
        const actor = signing.actorOf(form.signer);
        const by = signing.isUnsigned ? {} : { signer: form.signer.person_id };
        const answer = { decision, terms, conditions, reason };
        return send({
          act: {
            method: 'POST',
            path: grantPath(grant.grant_id, '/answer'),
            body: JSON.stringify({ ...bodyOf(grant, seen.policy_version)(form), ...by }),
            idempotencyKey,
          },
          signers: signing.signersOf(form.signer),
          shown:
            actor === undefined || held === undefined
              ? []
              : [shownAnswer(grant, answer, { actor, held })],
          post: (act) => answering.mutateAsync(act),
        });
      }}
      told={({ status }) => t(`answer.done.${status === 'active' ? 'grant' : 'refuse'}`)}
    >
      {(form) => (
        <>
          <p className={layout.text}>
            {t('answer.text', { account: showHidden(grant.account_id) })}
          </p>
          <Radio.Group label={t('answer.decision')} {...form.getInputProps('decision')}>
            <div className={layout.checks}>
              {decisions.map((each) => (
                <Radio key={each} value={each} label={t(`answer.${each}`)} />
              ))}
            </div>
          </Radio.Group>
          {form.values.decision === 'grant' ? (
            <Terms grant={grant} form={form} held={held} />
          ) : (
            <Textarea
              label={t('reason')}
              autosize
              minRows={2}
              maxRows={6}
              {...form.getInputProps('reason')}
            />
          )}
          <SignerFields
            signing={signing}
            text={form.values.signer}
            fieldOf={(path) => form.getInputProps(path)}
            onChange={(signer) => form.setFieldValue('signer', signer)}
          />
        </>
      )}
    </FormDialog>
  );
}

/** What is answered is the version of the policy that was seen: without one there is no form. */
function insteadOfPolicy(
  query: Pick<UseQueryResult<DatasetPolicy>, 'data' | 'error' | 'refetch'>,
  failed: string,
): InsteadOfForm | undefined {
  if (query.data !== undefined) return undefined;
  const children =
    query.error === null ? (
      <Skeleton height={160} />
    ) : (
      <ErrorState compact error={query.error} title={failed} onRetry={() => void query.refetch()} />
    );
  return { children };
}

/** Terms that may be narrowed: fields and operations are taken away, the end comes earlier, the budget is smaller. */
function Terms({
  grant,
  form,
  held,
}: {
  readonly grant: Grant;
  readonly form: Form<AnswerForm>;
  readonly held: PolicyVersion | undefined;
}) {
  const { t } = useTranslation('grants');
  return (
    <>
      <Checkbox.Group
        label={t('fields')}
        description={held && t('answer.byVersion', { version: formatCount(held.version) })}
        {...form.getInputProps('terms.fields')}
      >
        <div className={layout.checks}>
          {(grant.terms.fields ?? []).map((each) => (
            <Checkbox
              key={each}
              value={each}
              label={<FieldWithMethod path={each} policy={held?.policy} />}
            />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox.Group label={t('operations')} {...form.getInputProps('terms.operations')}>
        <div className={layout.checks}>
          {grant.terms.operations.map((each) => (
            <Checkbox key={each} value={each} label={t(`operation.${each}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <div className={layout.row}>
        <TextInput
          label={t('ask.until')}
          placeholder="2026-12-31"
          spellCheck={false}
          autoComplete="off"
          {...form.getInputProps('terms.ends_at')}
        />
        <DecimalInput
          label={t('budgetIn', { currency: workspaceCurrency() })}
          {...form.getInputProps('terms.budget.amount')}
        />
      </div>
      <Textarea
        label={t('conditions')}
        description={t('answer.conditionsHint')}
        data-autofocus
        autosize
        minRows={2}
        maxRows={6}
        {...form.getInputProps('conditions')}
      />
    </>
  );
}
