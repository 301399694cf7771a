/** Restores a backup: which one, what would change, what that means, and only then the button. */
import { useState, type ReactNode } from 'react';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  keyObstacles,
  type RestoreLedger,
  type RestorePreview,
  type RestoreResult,
} from '../../../shared/contract/backups.ts';
import {
  useBackups,
  useRestoreLedger,
  useRestorePreview,
  type RestoreSource,
} from '../../api/backups.ts';
import { PlaceWay } from '../../ui/places/place-link.tsx';
import { usePreferences } from '../../state/preferences.ts';
import { formatCount, formatInstantIn, shortHash } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { BringKeyForm, type BroughtPreview } from './bring-key-form.tsx';
import { backupInstant } from './backup-words.ts';
import { FormDialog } from '../../ui/form/form-dialog.tsx';
import type { Form } from '../../ui/form/use-api-form.ts';
import { useHeld } from '../../ui/form/use-held.ts';
import { InEnglish } from '../../ui/in-english.tsx';
import { Select } from '../../ui/form/choices.tsx';
import layout from '../../ui/form/form.module.css';
import classes from './settings.module.css';

interface Values {
  readonly source: RestoreSource | null;
  readonly isElsewhere: boolean;
  readonly path: string;
  /** Something was typed to open the key. */
  readonly isBringing: boolean;
  readonly brought: BroughtPreview | null;
  readonly erase_again: boolean;
  /** Head of the backup that was looked at, once what the restore means was confirmed. */
  readonly confirm: string | null;
}

/** Another backup is another thing to look at. */
const unseen = { isBringing: false, brought: null, erase_again: true, confirm: null } as const;

/** Works while the ledger does not open, too. `backupId` is the one that it begins with. */
export function RestoreDialog({
  opened,
  backupId,
  onClose,
}: {
  opened: boolean;
  backupId: string | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('backups');
  const restoring = useRestoreLedger();
  const [result, setResult] = useState<RestoreResult>();
  const close = () => {
    onClose();
    setResult(undefined);
  };
  const source = backupId === null ? null : { backup_id: backupId };
  return (
    <FormDialog<Values, RestoreLedger, RestoreResult>
      opened={opened}
      onClose={close}
      title={t('restore.title')}
      size={640}
      instead={result && { children: <Done result={result} onClose={close} /> }}
      submit={t('restore.submit')}
      failed={t('restore.failed')}
      note={restoring.isPending ? t('restore.restoring') : undefined}
      initial={{ source, isElsewhere: false, path: '', ...unseen }}
      bodyOf={({ source: from, brought, erase_again, confirm }) => ({
        ...from,
        confirm: confirm ?? '',
        erase_again,
        ...(brought !== null && { key: brought.key }),
      })}
      send={(body) => restoring.mutateAsync(body)}
      onDone={setResult}
    >
      {(form) => (
        <>
          <Chooser form={form} />
          <Looked form={form} isBusy={restoring.isPending} />
        </>
      )}
    </FormDialog>
  );
}

interface PartProps {
  readonly form: Form<Values>;
}

const elsewhere = 'elsewhere';

function Chooser({ form }: PartProps) {
  const { t } = useTranslation('backups');
  const zone = usePreferences((state) => state.timeZone);
  const { data: list } = useBackups();
  const { source, isElsewhere, path } = form.values;
  const whole = (list?.data ?? []).filter(({ fault }) => fault === null);
  const chosen = source !== null && 'backup_id' in source ? source.backup_id : null;
  const look = () => {
    if (path.trim() !== '') form.setValues({ source: { path: path.trim() }, ...unseen });
  };
  return (
    <>
      <Select
        data-autofocus
        label={t('restore.which')}
        placeholder={t('restore.choose')}
        allowDeselect={false}
        value={isElsewhere ? elsewhere : chosen}
        onChange={(value) =>
          form.setValues({
            source: value === null || value === elsewhere ? null : { backup_id: value },
            isElsewhere: value === elsewhere,
            ...unseen,
          })
        }
        data={[
          ...whole.map((each) => ({
            value: each.backup_id,
            label: [
              formatInstantIn(backupInstant(each), zone, 'second'),
              ...(each.manifest === null
                ? []
                : [
                    t(`list.reasons.${each.manifest.reason}`),
                    `${formatCount(each.manifest.entries)} ${t('list.entries').toLowerCase()}`,
                  ]),
            ].join(' · '),
          })),
          { value: elsewhere, label: t('restore.elsewhere') },
        ]}
        description={
          list !== undefined && whole.length === 0 ? t('restore.noneToChoose') : undefined
        }
      />
      {isElsewhere && (
        <>
          <TextInput
            label={t('restore.pathLabel')}
            classNames={{ input: 'pd-mono' }}
            {...form.getInputProps('path')}
            onChange={(event) =>
              form.setValues({ path: event.currentTarget.value, source: null, ...unseen })
            }
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              look();
            }}
          />
          <div className={layout.actions}>
            <Button disabled={path.trim() === ''} onClick={look}>
              {t('restore.look')}
            </Button>
          </div>
        </>
      )}
    </>
  );
}

/** What the chosen backup would change; the form is held until that is known and confirmed. */
function Looked({ form, isBusy }: PartProps & { readonly isBusy: boolean }) {
  const { t } = useTranslation('backups');
  const { source, brought, confirm } = form.values;
  const preview = useRestorePreview(source ?? undefined);
  const shown = brought?.preview ?? preview.data;
  useHeld(shown === undefined || shown.obstacle !== null || confirm === null);
  if (source === null) return null;
  if (shown === undefined) {
    return preview.isError ? (
      <ErrorState
        compact
        error={preview.error}
        title={t('restore.lookFailed')}
        onRetry={() => void preview.refetch()}
      />
    ) : (
      <p className={layout.text} role="status">
        {t('restore.looking')}
      </p>
    );
  }
  const head = shown.backup?.head_hash ?? null;
  if (shown.obstacle !== null || head === null) {
    return (
      <>
        <Obstacle preview={shown} />
        {keyObstacles.has(shown.obstacle ?? '') && (
          <BringKeyForm
            key={JSON.stringify(source)}
            source={source}
            onType={() => form.setFieldValue('isBringing', true)}
            onBring={(opened) => form.setFieldValue('brought', opened)}
          />
        )}
      </>
    );
  }
  return <Meaning form={form} preview={shown} head={head} isBusy={isBusy} />;
}

function Meaning({
  form,
  preview,
  head,
  isBusy,
}: PartProps & {
  readonly preview: RestorePreview;
  /** Hash of the backup's newest entry. */
  readonly head: string;
  readonly isBusy: boolean;
}) {
  const { t } = useTranslation('backups');
  const { lost, relation, brings_key: bringsKey } = preview;
  const isAnother = relation === 'another';
  const confirmed = lost.entries > 0 ? 'restore.confirm' : 'restore.confirmSame';
  return (
    <>
      <Sides preview={preview} />
      <Losses preview={preview} />
      <div>
        <h3 className="pd-grid-size pd-medium pd-block">{t('restore.means')}</h3>
        <ul className="pd-flush pd-grid pd-gap-4 pd-grid-size pd-pretty pd-indented">
          <li>{t(isAnother ? 'restore.keptAnother' : 'restore.kept')}</li>
          {bringsKey && <li>{t('restore.bringsKey')}</li>}
          <li>{t('restore.declared')}</li>
          {lost.entries > 0 && <li>{t('restore.outside')}</li>}
          <li>{t(isAnother ? 'restore.accessAnother' : 'restore.access')}</li>
          <li>{t('restore.jobs')}</li>
        </ul>
      </div>
      {lost.erasable > 0 && (
        <Checkbox
          disabled={isBusy}
          label={t('restore.eraseAgain')}
          description={t(
            form.values.erase_again ? 'restore.eraseAgainText' : 'restore.eraseNotText',
          )}
          {...form.getInputProps('erase_again', { type: 'checkbox' })}
        />
      )}
      <Checkbox
        disabled={isBusy}
        label={t(isAnother ? 'restore.confirmAnother' : confirmed)}
        checked={form.values.confirm === head}
        onChange={(event) =>
          form.setFieldValue('confirm', event.currentTarget.checked ? head : null)
        }
      />
    </>
  );
}

/** Why a backup cannot be restored as it is. */
function Obstacle({ preview }: { preview: RestorePreview }) {
  const { t } = useTranslation('backups');
  return (
    <div className={classes.warning} role="alert">
      <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />
      <div>
        <strong>{t(`restore.obstacle.${preview.obstacle ?? 'empty'}`)}</strong>
        {preview.message !== null && (
          <p>
            <InEnglish>{preview.message}</InEnglish>
          </p>
        )}
      </div>
    </div>
  );
}

type Side = RestorePreview['present'];

/** The ledger as it is, and as it would be. */
function Sides({ preview }: { preview: RestorePreview }) {
  const { t } = useTranslation('backups');
  const cell = (side: Side, show: (facts: NonNullable<Side>) => ReactNode) =>
    side === null ? <span className="pd-dim">{t('restore.unreadable')}</span> : show(side);
  const rows: readonly [string, (facts: NonNullable<Side>) => ReactNode][] = [
    [t('restore.decisions'), ({ records }) => formatCount(records)],
    [t('restore.entries'), ({ entries }) => formatCount(entries)],
    [
      t('restore.newest'),
      ({ newest_at: at }) => (at === null ? t('restore.nothing') : <Instant at={at} withZone />),
    ],
    [
      t('restore.head'),
      ({ head_hash: hash }) => (
        <code className="pd-mono" title={hash ?? ''}>
          {hash === null ? t('restore.nothing') : shortHash(hash)}
        </code>
      ),
    ],
  ];
  return (
    <dl className={classes.sides}>
      <dt aria-hidden="true" />
      <dd className="pd-small pd-strong">{t('restore.side.now')}</dd>
      <dd className="pd-small pd-strong">{t('restore.side.after')}</dd>
      {rows.map(([name, show]) => (
        <SideRow key={name} name={name}>
          <dd>{cell(preview.present, show)}</dd>
          <dd>{cell(preview.backup, show)}</dd>
        </SideRow>
      ))}
    </dl>
  );
}

function SideRow({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      {children}
    </>
  );
}

/** How the two stand to each other, and what is cut off. */
function Losses({ preview }: { preview: RestorePreview }) {
  const { t } = useTranslation('backups');
  const zone = usePreferences((state) => state.timeZone);
  const { lost, relation, checkpoints, manifest, migrates } = preview;
  const { first_at: from, newest_at: to } = lost;
  const time =
    from === null || to === null
      ? ''
      : from === to
        ? `, ${t('restore.lostAt', { at: formatInstantIn(from, zone, 'second') })}`
        : `, ${t('restore.lostTime', {
            from: formatInstantIn(from, zone, 'second'),
            to: formatInstantIn(to, zone, 'second'),
          })}`;
  const points = [
    ...(lost.entries === 0
      ? []
      : [
          `${t('restore.lost', {
            count: lost.entries,
            amount: formatCount(lost.entries),
            records: formatCount(lost.records),
          })}${time}.`,
        ]),
    ...(lost.erasures === 0
      ? []
      : [t('restore.erasures', { count: lost.erasures, amount: formatCount(lost.erasures) })]),
    ...(checkpoints === 0
      ? []
      : [t('restore.checkpoints', { count: checkpoints, amount: formatCount(checkpoints) })]),
    ...(manifest ? [] : [t('restore.noManifest')]),
    ...(migrates ? [t('restore.migrates')] : []),
  ];
  const isWarning = lost.entries > 0 || relation === 'unknown' || !manifest;
  return (
    <div className={isWarning ? classes.warning : ''}>
      {isWarning && <IconAlertTriangle size={16} stroke={1.7} aria-hidden="true" />}
      <div>
        <strong>{t(`restore.relation.${relation}`)}</strong>
        {points.length > 0 && (
          <ul className="pd-flush pd-grid pd-gap-4 pd-grid-size pd-pretty pd-indented">
            {points.map((each) => (
              <li key={each}>{each}</li>
            ))}
          </ul>
        )}
      </div>
    </div>
  );
}

function Done({ result, onClose }: { result: RestoreResult; onClose: () => void }) {
  const { t } = useTranslation(['backups', 'common']);
  return (
    <div className={layout.form} role="status">
      <strong>{t(result.opened ? 'restore.done' : 'restore.doneClosed')}</strong>
      <p className={layout.text}>
        {t('restore.doneText', {
          entries: formatCount(result.entries),
          path: result.replaced_path,
        })}{' '}
        {result.erased_again > 0 &&
          t('restore.erasedAgain', {
            count: result.erased_again,
            amount: formatCount(result.erased_again),
          })}
      </p>
      <div className={layout.actions}>
        {result.opened && (
          <Button component={PlaceWay} href="#/integrity" onClick={onClose}>
            {t('restore.verify')}
          </Button>
        )}
        <Button variant="filled" data-autofocus onClick={onClose}>
          {t('close', { ns: 'common' })}
        </Button>
      </div>
    </div>
  );
}
