/** How one field leaves, or several that lie together: the method and what it takes, judged before it is decided. */
import { useTranslation } from 'react-i18next';
import type { JsonObject } from '../../../../shared/contract/json.ts';
import {
  fieldRuleSchema,
  policyMethods,
  type Policy,
  type PolicyMethod,
} from '../../../../shared/contract/policies.ts';
import type { DatasetPreview } from '../../../../shared/contract/policy-routes.ts';
import { addressesAbove } from '../../../../shared/policies/addresses.ts';
import { Autocomplete, Select } from '../../../ui/form/choices.tsx';
import { FormDialog, type DialogProps } from '../../../ui/form/form-dialog.tsx';
import layout from '../../../ui/form/form.module.css';
import type { Form } from '../../../ui/form/use-api-form.ts';
import { generalizeWays } from '../../../ui/policies/parameters.ts';
import { ParameterInput } from '../../../ui/policies/parameter-input.tsx';
import { judgePolicy } from './judge-policy.ts';
import { withRule } from './policy-draft.ts';
import { askedFor, formOf, ruleOf, type RuleForm } from './rule-form.ts';

/** A rule that is asked for: of the field that is named, or of one that is typed. */
export interface RuleAsked {
  readonly address: string | undefined;
  readonly method: PolicyMethod;
}

export function RuleDialog({
  datasetId,
  policy,
  asked,
  known,
  onDecide,
  ...dialog
}: DialogProps & {
  readonly datasetId: string;
  readonly policy: Policy;
  readonly asked: RuleAsked;
  /** Every field that the rows have. */
  readonly known: readonly string[];
  readonly onDecide: (policy: Policy) => void;
}) {
  const { t } = useTranslation(['protection', 'sessions']);
  const { address = '', method } = asked;
  const decided = (form: RuleForm) =>
    withRule(policy, form.address.trim(), fieldRuleSchema.parse(ruleOf(form)));
  return (
    <FormDialog<RuleForm, JsonObject, Policy>
      {...dialog}
      title={address === '' ? t('rule.ofSeveral') : t('rule.title', { field: address })}
      submit={t('rule.submit')}
      failed={t('rule.failed')}
      initial={formOf(address, method, policy.fields[address])}
      bodyOf={ruleOf}
      schema={fieldRuleSchema}
      check={(form) => (form.address.trim() === '' ? { address: t('rule.nameOne') } : {})}
      send={async (_body, _key, form) => {
        const next = decided(form);
        await judge(datasetId, next, { ...form, isNamed: asked.address !== undefined });
        return next;
      }}
      onDone={onDecide}
    >
      {(form) => (
        <>
          {asked.address === undefined && (
            <Autocomplete
              label={t('field')}
              description={t('rule.severalHint')}
              required
              spellCheck={false}
              autoComplete="off"
              data-autofocus
              data={groupsOf(known)}
              {...form.getInputProps('address')}
            />
          )}
          <Method form={form} />
          <Parameters form={form} />
        </>
      )}
    </FormDialog>
  );
}

/** Faults of the rule stand at its parameters, a name that no row has at the name. */
function judge(
  datasetId: string,
  policy: Policy,
  { address, isNamed }: RuleForm & { readonly isNamed: boolean },
): Promise<DatasetPreview> {
  const own = `fields.${address.trim()}`;
  return judgePolicy(datasetId, policy, (member) => {
    if (member === own) return isNamed ? 'method' : 'address';
    return member.startsWith(`${own}.`) ? member.slice(own.length + 1) : member;
  });
}

/** Names that several fields lie inside of. */
function groupsOf(known: readonly string[]): string[] {
  return [...new Set(known.flatMap((each) => [...addressesAbove(each)]))].toSorted();
}

function Method({ form }: { readonly form: Form<RuleForm> }) {
  const { t } = useTranslation(['protection', 'datasets']);
  const { address, method } = form.values;
  return (
    <Select
      label={t('method')}
      description={t(`about.${method}`)}
      allowDeselect={false}
      data={policyMethods.map((value) => ({ value, label: t(`datasets:method.${value}`) }))}
      value={method}
      data-path="method"
      error={form.errors['method']}
      onChange={(value) => {
        const next = policyMethods.find((each) => each === value);
        if (next === undefined) return;
        form.clearErrors();
        form.setValues(formOf(address, next));
      }}
    />
  );
}

function Parameters({ form }: { readonly form: Form<RuleForm> }) {
  const { t } = useTranslation('sessions');
  const { method, way, values } = form.values;
  return (
    <div className={layout.row}>
      {method === 'generalize' && (
        <Select
          label={t('transform.way')}
          allowDeselect={false}
          data={generalizeWays.map((value) => ({ value, label: t(`way.${value}`) }))}
          value={way}
          onChange={(value) => form.setValues({ way: value ?? way, values: {} })}
        />
      )}
      {askedFor(form.values)
        .filter(({ kind }) => kind !== 'flag')
        .map((spec) => (
          <ParameterInput
            key={`${method} ${spec.name}`}
            spec={spec}
            path={spec.name}
            value={values[spec.name] ?? ''}
            fault={form.errors[spec.name]}
            onChange={(value) => {
              form.clearFieldError(spec.name);
              form.setFieldValue('values', { ...values, [spec.name]: value });
            }}
          />
        ))}
    </div>
  );
}
