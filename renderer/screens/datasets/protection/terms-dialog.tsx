/** The terms of a policy, all but its rules: who may ask, for what, how ids leave, the notice, the protection of statistics. */
import { Checkbox, Radio } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { dataOperations } from '../../../../shared/contract/data-operations.ts';
import {
  accessKinds,
  grantKinds,
  policySchema,
  unlistedTreatments,
  type Policy,
} from '../../../../shared/contract/policies.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { Select } from '../../../ui/form/choices.tsx';
import { DecimalInput } from '../../../ui/form/decimal-input.tsx';
import { FormDialog, type DialogProps } from '../../../ui/form/form-dialog.tsx';
import layout from '../../../ui/form/form.module.css';
import type { Form } from '../../../ui/form/use-api-form.ts';
import { judgePolicy } from './judge-policy.ts';
import { statisticsMembers, termsOf, withTerms, type TermsForm } from './terms-form.ts';

const idKinds = ['per_grant', 'kept'] as const;

export function TermsDialog({
  datasetId,
  policy,
  known,
  onDecide,
  ...dialog
}: DialogProps & {
  readonly datasetId: string;
  readonly policy: Policy;
  /** Every field that the rows have. */
  readonly known: readonly string[];
  readonly onDecide: (policy: Policy) => void;
}) {
  const { t } = useTranslation('protection');
  return (
    <FormDialog<TermsForm, Policy, Policy>
      {...dialog}
      title={t('terms.title')}
      size={640}
      submit={t('rule.submit')}
      failed={t('terms.failed')}
      note={t('terms.note')}
      initial={termsOf(policy)}
      bodyOf={(form) => withTerms(policy, form)}
      schema={policySchema}
      send={async (next) => {
        await judgePolicy(datasetId, next, (member) => member);
        return next;
      }}
      onDone={onDecide}
    >
      {(form) => (
        <>
          <Who form={form} />
          <Rows form={form} known={known} />
          {form.values.kinds.includes('statistics') && <Statistics form={form} />}
        </>
      )}
    </FormDialog>
  );
}

interface PartProps {
  readonly form: Form<TermsForm>;
}

function Who({ form }: PartProps) {
  const { t } = useTranslation(['protection', 'datasets']);
  return (
    <>
      <Radio.Group label={t('datasets:policy.access')} {...form.getInputProps('access')}>
        <div className={layout.checks}>
          {accessKinds.map((each) => (
            <Radio key={each} value={each} label={t(`datasets:access.${each}`)} />
          ))}
        </div>
      </Radio.Group>
      <Checkbox.Group label={t('terms.kinds')} {...form.getInputProps('kinds')}>
        <div className={layout.checks}>
          {grantKinds.map((each) => (
            <Checkbox key={each} value={each} label={t(`kind.${each}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox.Group label={t('datasets:policy.operations')} {...form.getInputProps('operations')}>
        <div className={layout.checks}>
          {dataOperations.map((each) => (
            <Checkbox key={each} value={each} label={t(`datasets:operation.${each}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <div className={layout.row}>
        <DecimalInput
          label={t('terms.notice')}
          description={t('terms.noticeHint')}
          whole
          required
          {...form.getInputProps('notice_hours')}
        />
        {form.values.access === 'open' && (
          <DecimalInput
            label={t('terms.openDays')}
            whole
            required
            {...form.getInputProps('open_days')}
          />
        )}
      </div>
    </>
  );
}

function Rows({ form, known }: PartProps & { readonly known: readonly string[] }) {
  const { t } = useTranslation(['protection', 'datasets']);
  const { entity } = form.values;
  return (
    <>
      <Radio.Group label={t('datasets:policy.unlisted')} {...form.getInputProps('unlisted')}>
        <div className={layout.checks}>
          {unlistedTreatments.map((each) => (
            <Radio key={each} value={each} label={t(`datasets:method.${each}`)} />
          ))}
        </div>
      </Radio.Group>
      <Radio.Group label={t('datasets:policy.ids')} {...form.getInputProps('record_ids')}>
        <div className={layout.checks}>
          {idKinds.map((each) => (
            <Radio key={each} value={each} label={t(`value.${each}`)} />
          ))}
        </div>
      </Radio.Group>
      <Select
        label={t('datasets:policy.entity')}
        description={t('terms.entityHint')}
        searchable
        clearable
        clearButtonProps={{ 'aria-label': t('terms.noEntity') }}
        openOnFocus={false}
        placeholder={t('terms.noEntity')}
        data={[...new Set([...known, ...(entity === '' ? [] : [entity])])].map((value) => ({
          value,
          label: showHidden(value),
        }))}
        {...form.getInputProps('entity')}
        value={entity === '' ? null : entity}
        onChange={(value) => form.setFieldValue('entity', value ?? '')}
      />
    </>
  );
}

function Statistics({ form }: PartProps) {
  const { t } = useTranslation('protection');
  return (
    <fieldset className={layout.group}>
      <legend className="pd-label">{t('kind.statistics')}</legend>
      <p className={layout.hint}>{t('terms.statisticsHint')}</p>
      <div className={layout.row}>
        {statisticsMembers.map((each) => (
          <DecimalInput
            key={each}
            label={t(`member.statistics_${each}`)}
            required
            whole={!each.startsWith('epsilon')}
            {...form.getInputProps(`statistics.${each}`)}
          />
        ))}
      </div>
    </fieldset>
  );
}
