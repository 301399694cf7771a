/** Fields of a profile for its rules: what is watched, over which days, and from where on it is broken. */
import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { limits } from '../../../../shared/contract/limits.ts';
import {
  ruleKinds,
  ruleWindows,
  watchedClasses,
  watchedFields,
} from '../../../../shared/contract/rules.ts';
import { MultiSelect, Select } from '../../../ui/form/choices.tsx';
import { DecimalInput } from '../../../ui/form/decimal-input.tsx';
import layout from '../../../ui/form/form.module.css';
import type { Form } from '../../../ui/form/use-api-form.ts';
import { watchedFieldWord } from '../../../ui/rules/rule-words.ts';
import type { ProfileText } from './profile-form.ts';
import { newRule, withKind, type RuleText } from './rule-form.ts';
import classes from './profile.module.css';

interface PartProps {
  readonly form: Form<ProfileText>;
  /** Ids that rules of the profile in force have: a new rule takes another. */
  readonly taken: readonly string[];
}

export function RuleFields({ form, taken }: PartProps) {
  const { t } = useTranslation('rules');
  const { rules } = form.values.profile;
  const fault = form.errors['profile.rules'];
  return (
    <fieldset className={layout.group} data-path="profile.rules">
      <legend className="pd-label">{t('form.legend')}</legend>
      <p className={layout.hint}>{t('form.text')}</p>
      {rules.map((rule, place) => (
        <RuleGroup key={rule.id} form={form} rule={rule} place={place} />
      ))}
      {fault !== undefined && <p className={layout.fault}>{fault}</p>}
      <div>
        <Button
          leftSection={<IconPlus size={14} />}
          disabled={rules.length >= limits.profile.rules}
          onClick={() => {
            const ids = new Set([...taken, ...rules.map(({ id }) => id)]);
            form.insertListItem('profile.rules', newRule('impact_ratio', ids));
          }}
        >
          {t('form.add')}
        </Button>
      </div>
    </fieldset>
  );
}

interface RuleProps {
  readonly form: Form<ProfileText>;
  readonly rule: RuleText;
  readonly place: number;
}

function RuleGroup({ form, rule, place }: RuleProps) {
  const { t } = useTranslation('rules');
  const at = `profile.rules.${place}`;
  const named = { place: place + 1 };
  return (
    <div className={classes.rule} role="group" aria-label={t('form.named', named)} data-path={at}>
      <div className={classes.ruleFields}>
        <Select
          label={t('form.kind')}
          allowDeselect={false}
          data={ruleKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
          {...form.getInputProps(`${at}.kind`)}
          onChange={(chosen) => {
            const kind = ruleKinds.find((each) => each === chosen);
            if (kind !== undefined) form.setFieldValue(at, withKind(rule, kind));
          }}
        />
        {rule.kind !== 'silence' && (
          <Select
            label={t('form.window')}
            allowDeselect={false}
            data={ruleWindows.map((each) => ({ value: each, label: t(`windows.${each}`) }))}
            {...form.getInputProps(`${at}.window`)}
          />
        )}
        <KindFields form={form} rule={rule} place={place} />
      </div>
      <ActionIcon
        className={classes.remove ?? ''}
        aria-label={t('form.remove', named)}
        onClick={() => form.removeListItem('profile.rules', place)}
      >
        <IconTrash size={15} stroke={1.6} />
      </ActionIcon>
    </div>
  );
}

function KindFields({ form, rule, place }: RuleProps) {
  const { t } = useTranslation('rules');
  const at = `profile.rules.${place}`;
  const share = { step: 0.05, min: 0, max: 1 };
  switch (rule.kind) {
    case 'impact_ratio':
      return <ImpactFields form={form} rule={rule} place={place} />;
    case 'drift':
      return <DriftFields form={form} rule={rule} place={place} />;
    case 'changed_rate':
      return (
        <>
          <DecimalInput
            label={t('form.changedAbove')}
            required
            {...share}
            {...form.getInputProps(`${at}.above`)}
          />
          <DecimalInput
            label={t('form.least')}
            whole
            step={1}
            min={1}
            required
            {...form.getInputProps(`${at}.least`)}
          />
        </>
      );
    case 'outcome_rate':
      return (
        <>
          <Select
            label={t('form.class')}
            allowDeselect={false}
            data={watchedClasses.map((each) => ({ value: each, label: t(`class.${each}`) }))}
            {...form.getInputProps(`${at}.class`)}
          />
          <DecimalInput
            label={t('form.rateAbove')}
            placeholder={t('form.none')}
            {...share}
            {...form.getInputProps(`${at}.above`)}
          />
          <DecimalInput
            label={t('form.rateBelow')}
            placeholder={t('form.none')}
            {...share}
            {...form.getInputProps(`${at}.below`)}
          />
        </>
      );
    case 'silence':
      return (
        <DecimalInput
          label={t('form.hours')}
          whole
          step={1}
          min={1}
          required
          {...form.getInputProps(`${at}.hours`)}
        />
      );
    default:
      return rule.kind satisfies never;
  }
}

function ImpactFields({ form, rule, place }: RuleProps) {
  const { t } = useTranslation('rules');
  const at = `profile.rules.${place}`;
  const names = form.values.profile.groups.map(({ name }) => name.trim());
  // A group that was renamed or removed stays until somebody takes it out.
  const data = [...new Set([...names, ...rule.groups])].filter((name) => name !== '');
  return (
    <>
      <MultiSelect
        label={t('form.groups')}
        {...(rule.groups.length === 0 && { placeholder: t('form.groupsText') })}
        required
        data={data}
        maxValues={limits.profile.crossed}
        {...form.getInputProps(`${at}.groups`)}
        value={[...rule.groups]}
      />
      <TextInput
        label={t('form.below')}
        required
        placeholder="4/5"
        autoComplete="off"
        {...form.getInputProps(`${at}.below`)}
      />
      <Checkbox
        label={t('form.chance')}
        {...form.getInputProps(`${at}.chance`, { type: 'checkbox' })}
      />
    </>
  );
}

function DriftFields({ form, rule, place }: RuleProps) {
  const { t } = useTranslation('rules');
  const { decides, profile } = form.values;
  const at = `profile.rules.${place}`;
  const there = ({ path }: { readonly path: string }) => (path === '' ? null : {});
  const fields = watchedFields({
    ...profile,
    outcome: decides ? {} : null,
    version: there(profile.version),
    amount: there(profile.amount),
  });
  const data = [...new Set([...fields, rule.field])].filter((field) => field !== '');
  return (
    <>
      <Select
        label={t('form.field')}
        required
        data={data.map((value) => ({ value, label: watchedFieldWord(value, t) }))}
        {...form.getInputProps(`${at}.field`)}
      />
      <DecimalInput
        label={t('form.psiAbove')}
        required
        step={0.05}
        min={0}
        {...form.getInputProps(`${at}.above`)}
      />
      <Select
        label={t('form.baseline')}
        allowDeselect={false}
        data={(['previous', 'days'] as const).map((value) => ({
          value,
          label: t(`form.baselines.${value}`),
        }))}
        {...form.getInputProps(`${at}.baseline.of`)}
      />
      {rule.baseline.of === 'days' &&
        (['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            label={t(`form.${end}`)}
            required
            placeholder="2026-01-31"
            autoComplete="off"
            {...form.getInputProps(`${at}.baseline.${end}`)}
          />
        ))}
    </>
  );
}
