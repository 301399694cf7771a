/** A new API key: its role, what it is bound to, what it may, until when; then the key itself, once. */
import { useRef, useState, type ReactNode } from 'react';
import { Button, Checkbox, Radio, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  createApiKeySchema,
  rateClasses,
  roles,
  type CreatedApiKey,
  type Role,
} from '../../../shared/contract/access.ts';
import { useCreateApiKey } from '../../api/access.ts';
import { useAccounts } from '../../api/billing.ts';
import { useDatasets } from '../../api/datasets.ts';
import { useMay } from '../../api/capabilities.ts';
import { useMe } from '../../api/me.ts';
import { useModelNames } from '../../api/models.ts';
import { usePeople } from '../../api/people.ts';
import { copyText } from '../../ui/clipboard.ts';
import { DayField } from '../../ui/day-field.tsx';
import { Autocomplete, Select, TagsInput } from '../../ui/form/choices.tsx';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import layout from '../../ui/form/form.module.css';
import type { FaultsByField, Form } from '../../ui/form/use-api-form.ts';
import { SecretValue } from '../../ui/secret-value.tsx';
import {
  emptyKeyDraft,
  expiries,
  keyBody,
  noRates,
  peopleOfKey,
  type KeyDraft,
} from './key-draft.ts';
import { areaChoices, scopesOfRole } from '../../../shared/role-scopes.ts';
import { RoleChoice } from './role-choice.tsx';
import classes from './settings.module.css';

export function CreateKeyDialog({
  opened,
  firstRole,
  onMade,
  onClose,
}: {
  opened: boolean;
  /** The role that is chosen at first; the first that one may make keys of unless told. */
  firstRole?: Role;
  /** Told of the key as it is shown. */
  onMade?: (made: CreatedApiKey) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation('access');
  const creating = useCreateApiKey();
  const [made, setMade] = useState<CreatedApiKey>();
  /** The instant that days of validity are counted from: sent again, the body is the same. */
  const from = useRef<number>(undefined);
  const close = () => {
    onClose();
    setMade(undefined);
    from.current = undefined;
  };
  const offered = offeredTo(useMe().data?.role);
  const people = usePeople().data?.data;
  const bodyOf = (draft: KeyDraft) => keyBody(draft, (from.current ??= Date.now()), people);
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      title={t('create.title')}
      size={620}
      submit={t('create.submit')}
      failed={t('create.failed')}
      initial={{
        ...emptyKeyDraft,
        role: offered.find((each) => each === firstRole) ?? offered[0] ?? emptyKeyDraft.role,
      }}
      bodyOf={bodyOf}
      schema={createApiKeySchema}
      check={({ scopes, role, expires_at: expiry, day }): FaultsByField => ({
        ...(scopes !== null &&
          role !== 'logger' &&
          !scopesOfRole(role).some((each) => scopes.includes(each)) && {
            scopes: t('create.scopesMissing'),
          }),
        ...(expiry === 'day' && day === undefined && { day: t('create.dayMissing') }),
      })}
      send={async (body, idempotencyKey) => {
        try {
          return await creating.mutateAsync({ body, idempotencyKey });
        } finally {
          // The answer holds the key: it lives in this dialog alone.
          creating.reset();
        }
      }}
      onDone={(created) => {
        setMade(created);
        onMade?.(created);
      }}
      instead={
        made && {
          title: t('once.title'),
          isShownOnce: true,
          children: <ShownOnce made={made} onClose={close} />,
        }
      }
    >
      {(form) => (
        <>
          <TextInput
            label={t('create.name')}
            description={t('create.nameHint')}
            required
            data-autofocus
            {...form.getInputProps('name')}
          />
          <RoleChoice
            label={t('create.role')}
            offered={offered}
            wordsOf={(role) => ({
              label: t(`role.${role}`),
              description: t(`roleText.${role}`),
            })}
            {...form.getInputProps('role')}
          />
          {form.values.role === 'logger' ? (
            <OfLogger form={form} />
          ) : (
            <>
              <Binding form={form} />
              <NamedPerson form={form} />
              <Scopes form={form} />
            </>
          )}
          <Expiry form={form} />
          <Limits form={form} />
        </>
      )}
    </FormDialog>
  );
}

/** Tells whether one may make keys of a role here. */
export function useMakesKeysOf(role: Role): boolean {
  const may = useMay();
  const own = useMe().data?.role;
  return may('createApiKey') && offeredTo(own).includes(role);
}

/** The roles that somebody of a role makes keys of: a holder for its labs, a lab for its programs. */
function offeredTo(role: Role | null | undefined): readonly Role[] {
  if (role === 'data_holder') return ['ai_lab'];
  return role === 'ai_lab' ? ['logger'] : roles;
}

/** Whose decisions a logger appends, and of which models. A lab's is for its own account. */
function OfLogger({ form }: PartProps) {
  const { t } = useTranslation('access');
  const isLab = useMe().data?.role === 'ai_lab';
  const accounts = useAccounts().data ?? [];
  const models = (useModelNames().data ?? []).map((each) => each.model_id);
  const nobody = ' ';
  return (
    <>
      {!isLab && (
        <Select
          label={t('create.accountOptional')}
          description={t('create.loggerAccountHint')}
          allowDeselect={false}
          searchable
          {...form.getInputProps('account_id')}
          data={[
            { value: nobody, label: t('create.noAccount') },
            ...accounts.map((each) => ({ value: each.account_id, label: each.name })),
          ]}
          value={form.values.account_id === '' ? nobody : form.values.account_id}
          onChange={(chosen) => form.setFieldValue('account_id', (chosen ?? '').trim())}
        />
      )}
      <TagsInput
        label={t('create.models')}
        description={t('create.modelsHint')}
        data={models}
        {...form.getInputProps('models')}
        value={[...form.values.models]}
        onChange={(chosen) => form.setFieldValue('models', chosen)}
      />
    </>
  );
}

interface PartProps {
  readonly form: Form<KeyDraft>;
}

/** Whose data the key is for, where its role is bound to somebody. */
function Binding({ form }: PartProps): ReactNode {
  const { t } = useTranslation('access');
  const accounts = useAccounts().data ?? [];
  const datasets = useDatasets().data ?? [];
  const { role, account_id: account } = form.values;
  if (role !== 'ai_lab' && role !== 'data_holder') return null;
  const isLab = role === 'ai_lab';
  const holders = [...new Set(datasets.map((each) => each.holder_id))].toSorted();
  const nobody = ' ';
  const accountWords = {
    label: t(isLab ? 'create.account' : 'create.accountOptional'),
    description: t('create.accountHint'),
    required: isLab,
    ...form.getInputProps('account_id'),
  };
  return (
    <div className={layout.row}>
      {!isLab && (
        <Autocomplete
          label={t('create.holder')}
          description={t('create.holderHint')}
          required
          data={holders}
          {...form.getInputProps('holder_id')}
        />
      )}
      {accounts.length > 0 ? (
        <Select
          {...accountWords}
          allowDeselect={false}
          searchable
          data={[
            ...(isLab ? [] : [{ value: nobody, label: t('create.noAccount') }]),
            ...accounts.map((each) => ({ value: each.account_id, label: each.name })),
          ]}
          value={account === '' && !isLab ? nobody : account}
          onChange={(chosen) => form.setFieldValue('account_id', (chosen ?? '').trim())}
        />
      ) : (
        <TextInput {...accountWords} />
      )}
    </div>
  );
}

/** The person whose signatures alone the key carries: one of its side, or nobody. */
function NamedPerson({ form }: PartProps) {
  const { t } = useTranslation('access');
  const people = usePeople();
  const { person_id: chosen } = form.values;
  const nobody = ' ';
  const ofSide = peopleOfKey(form.values, people.data?.data ?? []);
  const offered = ofSide.filter(
    ({ person_id: id, revoked_at: revoked }) => revoked === null || id === chosen,
  );
  const hint = people.isSuccess && offered.length === 0 ? 'create.personNone' : 'create.personHint';
  return (
    <Select
      label={t('create.person')}
      description={t(people.isError ? 'create.personFailed' : hint)}
      allowDeselect={false}
      searchable
      {...form.getInputProps('person_id')}
      data={[
        { value: nobody, label: t('create.personNobody') },
        ...offered.map(({ person_id: id, name }) => ({ value: id, label: name })),
      ]}
      value={offered.some(({ person_id: id }) => id === chosen) ? chosen : nobody}
      onChange={(id) => form.setFieldValue('person_id', (id ?? '').trim())}
    />
  );
}

/** All that the role may, or a part of it, area by area. */
function Scopes({ form }: PartProps) {
  const { t } = useTranslation('access');
  const { role, scopes } = form.values;
  const fault = form.errors['scopes'];
  return (
    <>
      <Radio.Group
        label={t('create.scopes')}
        value={scopes === null ? 'all' : 'some'}
        onChange={(value) =>
          form.setFieldValue('scopes', value === 'all' ? null : scopesOfRole(role))
        }
      >
        <div className={classes.choices}>
          <Radio size="xs" value="all" label={t('create.scopesAll')} />
          <Radio size="xs" value="some" label={t('create.scopesSome')} />
        </div>
      </Radio.Group>
      {scopes !== null && (
        <fieldset
          className={layout.group}
          data-path="scopes"
          aria-invalid={fault !== undefined || undefined}
        >
          <legend className="pd-hidden">{t('create.scopesLegend')}</legend>
          <div className={classes.areas}>
            <span className="pd-label" />
            <span className="pd-label">{t('create.read')}</span>
            <span className="pd-label">{t('create.write')}</span>
            {areaChoices(role).map(({ area, read, write }) => (
              <AreaRow
                key={area}
                name={t(`area.${area}`)}
                cells={[
                  { scope: `${area}:read`, word: 'create.areaRead', isOffered: read } as const,
                  { scope: `${area}:write`, word: 'create.areaWrite', isOffered: write } as const,
                ].map(({ scope, word, isOffered }) => (
                  <span key={scope}>
                    {isOffered && (
                      <Checkbox
                        size="xs"
                        aria-label={t(word, { area: t(`area.${area}`) })}
                        checked={scopes.includes(scope)}
                        onChange={(event) => {
                          const others = scopes.filter((each) => each !== scope);
                          const next = event.currentTarget.checked ? [...others, scope] : others;
                          form.setFieldValue('scopes', next);
                        }}
                      />
                    )}
                  </span>
                ))}
              />
            ))}
          </div>
          {fault !== undefined && <p className={layout.fault}>{fault}</p>}
        </fieldset>
      )}
    </>
  );
}

function AreaRow({ name, cells }: { name: string; cells: ReactNode }) {
  return (
    <>
      <span>{name}</span>
      {cells}
    </>
  );
}

/** Days from now, a chosen day, or never. */
function Expiry({ form }: PartProps) {
  const { t } = useTranslation('access');
  const { expires_at: expiry, day } = form.values;
  const fault = form.errors['day'];
  return (
    <div className={layout.row}>
      <Select
        label={t('create.expires')}
        allowDeselect={false}
        data={expiries.map((value) => ({ value, label: t(`create.expiry.${value}`) }))}
        {...form.getInputProps('expires_at')}
      />
      {expiry === 'day' && (
        <div>
          <span className="pd-grid-size pd-medium pd-block">{t('create.day')}</span>
          <DayField
            label={t('create.day')}
            day={day}
            wrong={fault !== undefined}
            onDay={(chosen) => form.setFieldValue('day', chosen)}
          />
          {fault !== undefined && <p className={layout.fault}>{fault}</p>}
        </div>
      )}
    </div>
  );
}

/** Other limits than those of all keys. */
function Limits({ form }: PartProps) {
  const { t } = useTranslation('access');
  const { rate_limits: limits } = form.values;
  return (
    <>
      <Checkbox
        size="xs"
        label={t('create.limits')}
        description={t('create.limitsHint')}
        checked={limits !== null}
        onChange={(event) =>
          form.setFieldValue('rate_limits', event.currentTarget.checked ? noRates : null)
        }
      />
      {limits !== null && (
        <fieldset className={layout.group}>
          <legend className="pd-hidden">{t('create.limits')}</legend>
          {rateClasses.map((name) => (
            <div key={name} className={classes.rate}>
              <span>{t(`limits.class.${name}`)}</span>
              <TextInput
                size="xs"
                inputMode="numeric"
                aria-label={t('limits.requests', { name: t(`limits.class.${name}`) })}
                {...form.getInputProps(`rate_limits.${name}.limit`)}
              />
              <span className="pd-dim">{t('limits.per')}</span>
              <TextInput
                size="xs"
                aria-label={t('limits.period', { name: t(`limits.class.${name}`) })}
                {...form.getInputProps(`rate_limits.${name}.period`)}
              />
            </div>
          ))}
        </fieldset>
      )}
    </>
  );
}

function ShownOnce({ made, onClose }: { made: CreatedApiKey; onClose: () => void }) {
  const { t } = useTranslation('access');
  const [copied, setCopied] = useState(false);
  const { key } = made;
  if (key === null) {
    return (
      <div className={layout.form} role="alert">
        <p className={layout.text}>{t('once.noKey')}</p>
        <div className={layout.actions}>
          <Button variant="filled" data-autofocus onClick={onClose}>
            {t('once.done')}
          </Button>
        </div>
      </div>
    );
  }
  const copy = async () => {
    if (await copyText(key, t('once.what'))) setCopied(true);
  };
  return (
    <>
      <p className={layout.text}>{t('once.text', { name: made.name })}</p>
      <SecretValue label={t('once.label')} value={key} copy={t('once.copy')} onCopy={copy} />
      <p className={layout.hint}>
        {t('once.use')} <code>Authorization: Bearer {made.hint}</code>
      </p>
      <div className={layout.actions}>
        <span className={layout.actionsNote} role="status">
          {t(copied ? 'once.copied' : 'once.notCopied')}
        </span>
        <Button onClick={onClose}>{t('once.done')}</Button>
      </div>
    </>
  );
}
