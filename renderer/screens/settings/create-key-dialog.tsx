/** A new API key: its role, what it is bound to, what it may, until when; then the key itself, once. */
import { useState, type ReactNode } from 'react';
import { Button, Checkbox, Radio, TextInput } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  createApiKeySchema,
  rateClasses,
  roles,
  type CreatedApiKey,
} from '../../../shared/contract/access.ts';
import { useCreateApiKey } from '../../api/access.ts';
import { useAccounts } from '../../api/billing.ts';
import { useDatasets } from '../../api/datasets.ts';
import { copyText } from '../../ui/clipboard.ts';
import { DayField } from '../../ui/day-field.tsx';
import { localFaults, useFormFaults, type Faults } from '../../ui/form-faults.ts';
import { useDialogForm } from '../../ui/use-dialog-form.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Autocomplete, Select } from '../../ui/form/choices.tsx';
import form from '../../ui/form/form.module.css';
import {
  emptyKeyDraft,
  expiries,
  keyBody,
  noRates,
  type KeyDraft,
  type RateDraft,
} from './key-draft.ts';
import { areaChoices, scopesOfRole } from '../../../shared/role-scopes.ts';
import hidden from '../../ui/hidden.module.css';
import classes from './settings.module.css';

export function CreateKeyDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation(['access', 'common']);
  const [made, setMade] = useState<CreatedApiKey>();
  const close = () => {
    onClose();
    setMade(undefined);
  };
  return (
    <Dialog
      opened={opened}
      onClose={close}
      title={t(made === undefined ? 'create.title' : 'once.title')}
      size={620}
      // What is shown once is left by its own button alone.
      closeOnEscape={made === undefined}
      withCloseButton={made === undefined}
    >
      {made === undefined ? (
        <KeyForm onClose={close} onMade={setMade} />
      ) : (
        <ShownOnce made={made} onClose={close} />
      )}
    </Dialog>
  );
}

const fields = ['name', 'role', 'account_id', 'holder_id', 'scopes', 'expires_at', 'rate_limits'];

function KeyForm({
  onClose,
  onMade,
}: {
  onClose: () => void;
  onMade: (made: CreatedApiKey) => void;
}) {
  const { t } = useTranslation(['access', 'common']);
  const creating = useCreateApiKey();
  const { element, faults, failure, refuse, clear, fail } = useFormFaults();
  const [draft, setDraft] = useState<KeyDraft>(emptyKeyDraft);
  const set = (part: Partial<KeyDraft>) => setDraft({ ...draft, ...part });
  const submit = () => {
    const body = keyBody(draft, Date.now());
    const found: Record<string, ReactNode> = { ...localFaults(createApiKeySchema, body) };
    if (body.scopes?.length === 0) found['scopes'] = t('create.scopesMissing');
    if (draft.expiry === 'day' && draft.day === undefined) {
      found['expires_at'] = t('create.dayMissing');
    }
    if (Object.keys(found).length > 0) {
      refuse(found);
      return;
    }
    clear();
    creating.mutate(body, {
      onSuccess: (made) => {
        onMade(made);
        // The answer holds the key: it lives in this dialog alone.
        creating.reset();
      },
      onError: fail,
    });
  };
  return (
    <form
      ref={element}
      className={form.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <FormFailure failure={failure} title={t('create.failed')} shown={fields} />
      <TextInput
        label={t('create.name')}
        description={t('create.nameHint')}
        required
        data-autofocus
        value={draft.name}
        error={faults['name']}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Radio.Group
        label={t('create.role')}
        value={draft.role}
        error={faults['role']}
        onChange={(value) => {
          const role = roles.find((each) => each === value);
          if (role !== undefined) set({ role });
        }}
      >
        <div className={classes.choices}>
          {roles.map((role) => (
            <Radio
              key={role}
              size="xs"
              value={role}
              label={t(`role.${role}`)}
              description={t(`roleText.${role}`)}
            />
          ))}
        </div>
      </Radio.Group>
      <Binding draft={draft} faults={faults} onChange={set} />
      <Scopes draft={draft} fault={firstFault(faults, 'scopes')} onChange={set} />
      <div className={form.row}>
        <Select
          label={t('create.expires')}
          allowDeselect={false}
          data={expiries.map((value) => ({ value, label: t(`create.expiry.${value}`) }))}
          value={draft.expiry}
          error={draft.expiry === 'day' ? undefined : faults['expires_at']}
          onChange={(value) =>
            set({ expiry: expiries.find((each) => each === value) ?? draft.expiry })
          }
        />
        {draft.expiry === 'day' && (
          <div>
            <span className={classes.fieldLabel}>{t('create.day')}</span>
            <DayField
              label={t('create.day')}
              day={draft.day}
              wrong={faults['expires_at'] !== undefined}
              onDay={(day) => set({ day })}
            />
            {faults['expires_at'] !== undefined && (
              <p className={form.fault}>{faults['expires_at']}</p>
            )}
          </div>
        )}
      </div>
      <Limits draft={draft} faults={faults} onChange={set} />
      <div className={form.actions}>
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button type="submit" variant="filled" loading={creating.isPending}>
          {t('create.submit')}
        </Button>
      </div>
    </form>
  );
}

/** The fault of a field, or of a part of it. */
function firstFault(faults: Faults, field: string): ReactNode {
  const name = Object.keys(faults).find(
    (each) => each === field || each.startsWith(`${field}.`) || each.startsWith(`${field}[`),
  );
  return name === undefined ? undefined : faults[name];
}

interface PartProps {
  readonly draft: KeyDraft;
  readonly onChange: (part: Partial<KeyDraft>) => void;
}

/** Whose data the key is for, where its role is bound to somebody. */
function Binding({ draft, faults, onChange }: PartProps & { faults: Faults }): ReactNode {
  const { t } = useTranslation('access');
  const accounts = useAccounts().data ?? [];
  const datasets = useDatasets().data ?? [];
  if (draft.role !== 'ai_lab' && draft.role !== 'data_holder') return null;
  const isLab = draft.role === 'ai_lab';
  const holders = [...new Set(datasets.map((each) => each.holder_id))].toSorted();
  const nobody = ' ';
  return (
    <div className={form.row}>
      {!isLab && (
        <Autocomplete
          label={t('create.holder')}
          description={t('create.holderHint')}
          required
          data={holders}
          value={draft.holder}
          error={faults['holder_id']}
          onChange={(holder) => onChange({ holder })}
        />
      )}
      {accounts.length > 0 ? (
        <Select
          label={t(isLab ? 'create.account' : 'create.accountOptional')}
          description={t('create.accountHint')}
          required={isLab}
          allowDeselect={false}
          searchable
          data={[
            ...(isLab ? [] : [{ value: nobody, label: t('create.noAccount') }]),
            ...accounts.map((each) => ({ value: each.account_id, label: each.name })),
          ]}
          value={draft.account === '' && !isLab ? nobody : draft.account}
          error={faults['account_id']}
          onChange={(account) => onChange({ account: (account ?? '').trim() })}
        />
      ) : (
        <TextInput
          label={t(isLab ? 'create.account' : 'create.accountOptional')}
          description={t('create.accountHint')}
          required={isLab}
          value={draft.account}
          error={faults['account_id']}
          onChange={(event) => onChange({ account: event.currentTarget.value })}
        />
      )}
    </div>
  );
}

/** All that the role may, or a part of it, area by area. */
function Scopes({ draft, fault, onChange }: PartProps & { fault: ReactNode }) {
  const { t } = useTranslation('access');
  const { role, scopes } = draft;
  const toggle = (scope: string, isOn: boolean) => {
    const next = new Set(scopes);
    if (isOn) next.add(scope);
    else next.delete(scope);
    onChange({ scopes: next });
  };
  return (
    <>
      <Radio.Group
        label={t('create.scopes')}
        value={scopes === null ? 'all' : 'some'}
        onChange={(value) =>
          onChange({ scopes: value === 'all' ? null : new Set(scopesOfRole(role)) })
        }
      >
        <div className={classes.choices}>
          <Radio size="xs" value="all" label={t('create.scopesAll')} />
          <Radio size="xs" value="some" label={t('create.scopesSome')} />
        </div>
      </Radio.Group>
      {scopes !== null && (
        <fieldset className={form.group} aria-invalid={fault !== undefined || undefined}>
          <legend className={hidden.srOnly}>{t('create.scopesLegend')}</legend>
          <div className={classes.areas}>
            <span className={classes.areaHead} />
            <span className={classes.areaHead}>{t('create.read')}</span>
            <span className={classes.areaHead}>{t('create.write')}</span>
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
                        checked={scopes.has(scope)}
                        onChange={(event) => toggle(scope, event.currentTarget.checked)}
                      />
                    )}
                  </span>
                ))}
              />
            ))}
          </div>
          {fault !== undefined && <p className={form.fault}>{fault}</p>}
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

/** Other limits than those of all keys. */
function Limits({ draft, faults, onChange }: PartProps & { faults: Faults }) {
  const { t } = useTranslation('access');
  const { limits } = draft;
  return (
    <>
      <Checkbox
        size="xs"
        label={t('create.limits')}
        description={t('create.limitsHint')}
        checked={limits !== null}
        onChange={(event) => onChange({ limits: event.currentTarget.checked ? noRates : null })}
      />
      {limits !== null && (
        <fieldset className={form.group}>
          <legend className={hidden.srOnly}>{t('create.limits')}</legend>
          {rateClasses.map((name) => {
            const set = (part: Partial<RateDraft>) =>
              onChange({ limits: { ...limits, [name]: { ...limits[name], ...part } } });
            const fault = (part: string) => faults[`rate_limits.${name}.${part}`];
            return (
              <div key={name} className={classes.rate}>
                <span>{t(`limits.class.${name}`)}</span>
                <TextInput
                  size="xs"
                  inputMode="numeric"
                  aria-label={t('limits.requests', { name: t(`limits.class.${name}`) })}
                  value={limits[name].limit}
                  error={fault('limit')}
                  onChange={(event) => set({ limit: event.currentTarget.value })}
                />
                <span className={classes.dim}>{t('limits.per')}</span>
                <TextInput
                  size="xs"
                  aria-label={t('limits.period', { name: t(`limits.class.${name}`) })}
                  value={limits[name].period}
                  error={fault('period')}
                  onChange={(event) => set({ period: event.currentTarget.value })}
                />
              </div>
            );
          })}
        </fieldset>
      )}
    </>
  );
}

function ShownOnce({ made, onClose }: { made: CreatedApiKey; onClose: () => void }) {
  const { t } = useTranslation('access');
  const dialogForm = useDialogForm();
  const [copied, setCopied] = useState(false);
  const { key } = made;
  if (key === null) {
    return (
      <div className={form.form} role="alert" ref={dialogForm}>
        <p className={form.text}>{t('once.noKey')}</p>
        <div className={form.actions}>
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
    <div className={form.form} ref={dialogForm}>
      <p className={form.text}>{t('once.text', { name: made.name })}</p>
      <div className={classes.secret}>
        <TextInput
          className={classes.secretText ?? ''}
          aria-label={t('once.label')}
          readOnly
          value={key}
          spellCheck={false}
          autoComplete="off"
          onFocus={(event) => event.currentTarget.select()}
        />
        <Button
          variant="filled"
          data-autofocus
          leftSection={<IconCopy size={14} stroke={1.75} />}
          onClick={() => void copy()}
        >
          {t('once.copy')}
        </Button>
      </div>
      <p className={form.hint}>
        {t('once.use')} <code>Authorization: Bearer {made.hint}</code>
      </p>
      <div className={form.actions}>
        <span className={form.actionsNote} role="status">
          {t(copied ? 'once.copied' : 'once.notCopied')}
        </span>
        <Button onClick={onClose}>{t('once.done')}</Button>
      </div>
    </div>
  );
}
