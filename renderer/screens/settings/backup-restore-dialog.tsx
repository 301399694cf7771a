/** Restores a backup: which one, what would change, what that means, and only then the button. */
import { Activity, useState, type ReactNode } from 'react';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import {
  keyObstacles,
  type RestorePreview,
  type RestoreResult,
} from '../../../shared/contract/backups.ts';
import type { BroughtKey } from '../../../shared/contract/signing-key.ts';
import {
  useBackups,
  useRestoreLedger,
  useRestorePreview,
  type RestoreSource,
} from '../../api/backups.ts';
import { toFailure } from '../../api/client.ts';
import { PlaceWay } from '../../ui/places/place-link.tsx';
import { usePreferences } from '../../state/preferences.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { formatCount, formatInstantIn, shortHash } from '../../ui/format.ts';
import { Instant } from '../../ui/instant.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { BringKeyForm, type BroughtPreview } from './bring-key-form.tsx';
import { backupInstant } from './backup-words.ts';
import { Dialog } from '../../ui/form/dialog.tsx';
import { InEnglish } from '../../ui/in-english.tsx';
import { Select } from '../../ui/form/choices.tsx';
import form from '../../ui/form/form.module.css';
import classes from './settings.module.css';

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
  const { t } = useTranslation(['backups', 'common']);
  const [isRestoring, setIsRestoring] = useState(false);
  return (
    <Dialog
      opened={opened}
      // While the ledger is exchanged there is nothing to go back to.
      onClose={() => !isRestoring && onClose()}
      title={t('restore.title')}
      size={640}
    >
      <Contents
        key={backupId ?? ''}
        backupId={backupId}
        onClose={onClose}
        onBusy={setIsRestoring}
      />
    </Dialog>
  );
}

const elsewhere = 'elsewhere';

function Contents({
  backupId,
  onClose,
  onBusy,
}: {
  backupId: string | null;
  onClose: () => void;
  onBusy: (isBusy: boolean) => void;
}) {
  const { t } = useTranslation(['backups', 'common']);
  const [source, setSource] = useState<RestoreSource | undefined>(
    backupId === null ? undefined : { backup_id: backupId },
  );
  const [result, setResult] = useState<RestoreResult>();
  const [brought, setBrought] = useState<BroughtPreview>();
  const preview = useRestorePreview(result === undefined ? source : undefined);
  const shown = brought?.preview ?? preview.data;
  const asksKey = isKeyMissing(shown);
  if (result !== undefined) return <Done result={result} onClose={onClose} />;
  return (
    <div className={form.form}>
      <Chooser
        source={source}
        onChoose={(chosen) => {
          setSource(chosen);
          setBrought(undefined);
        }}
      />
      {source !== undefined && shown !== undefined && isKeyMissing(preview.data) && (
        <Activity key={JSON.stringify(source)} mode={asksKey ? 'visible' : 'hidden'}>
          <Obstacle preview={shown}>
            <BringKeyForm source={source} onBring={setBrought} onClose={onClose} />
          </Obstacle>
        </Activity>
      )}
      {source === undefined || asksKey ? null : shown !== undefined ? (
        <Confirm
          key={JSON.stringify(source)}
          source={source}
          preview={shown}
          broughtKey={brought?.key}
          onClose={onClose}
          onBusy={onBusy}
          onDone={setResult}
        />
      ) : preview.isError ? (
        <ErrorState
          compact
          error={preview.error}
          title={t('restore.lookFailed')}
          onRetry={() => void preview.refetch()}
        />
      ) : (
        <p className={form.text} role="status">
          {t('restore.looking')}
        </p>
      )}
      {shown === undefined && (
        <div className={form.actions}>
          <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        </div>
      )}
    </div>
  );
}

function Chooser({
  source,
  onChoose,
}: {
  source: RestoreSource | undefined;
  onChoose: (source: RestoreSource | undefined) => void;
}) {
  const { t } = useTranslation('backups');
  const zone = usePreferences((state) => state.timeZone);
  const { data: list } = useBackups();
  const [isElsewhere, setIsElsewhere] = useState(false);
  const [path, setPath] = useState('');
  const whole = (list?.data ?? []).filter(({ fault }) => fault === null);
  const value = isElsewhere
    ? elsewhere
    : source !== undefined && 'backup_id' in source
      ? source.backup_id
      : null;
  return (
    <>
      <Select
        data-autofocus
        label={t('restore.which')}
        placeholder={t('restore.choose')}
        allowDeselect={false}
        value={value}
        onChange={(chosen) => {
          setIsElsewhere(chosen === elsewhere);
          onChoose(chosen === null || chosen === elsewhere ? undefined : { backup_id: chosen });
        }}
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
        <form
          className={form.form}
          onSubmit={(event) => {
            event.preventDefault();
            if (path.trim() !== '') onChoose({ path: path.trim() });
          }}
        >
          <TextInput
            label={t('restore.pathLabel')}
            classNames={{ input: form.mono ?? '' }}
            value={path}
            onChange={(event) => {
              setPath(event.currentTarget.value);
              onChoose(undefined);
            }}
          />
          <div className={form.actions}>
            <Button type="submit" disabled={path.trim() === ''}>
              {t('restore.look')}
            </Button>
          </div>
        </form>
      )}
    </>
  );
}

function Confirm({
  source,
  preview,
  broughtKey,
  onClose,
  onBusy,
  onDone,
}: {
  source: RestoreSource;
  preview: RestorePreview;
  broughtKey: BroughtKey | undefined;
  onClose: () => void;
  onBusy: (isBusy: boolean) => void;
  onDone: (result: RestoreResult) => void;
}) {
  const { t } = useTranslation(['backups', 'common']);
  const restoring = useRestoreLedger();
  const [isAware, setIsAware] = useState(false);
  const [erasesAgain, setErasesAgain] = useState(true);
  const { obstacle, lost, relation } = preview;
  const confirm = preview.backup?.head_hash ?? null;
  if (obstacle !== null || confirm === null) {
    return (
      <Obstacle preview={preview}>
        <div className={form.actions}>
          <Button onClick={onClose}>{t('close', { ns: 'common' })}</Button>
        </div>
      </Obstacle>
    );
  }
  const isAnother = relation === 'another';
  return (
    <>
      <Sides preview={preview} />
      <Losses preview={preview} />
      <div>
        <h3 className={classes.fieldLabel}>{t('restore.means')}</h3>
        <ul className={classes.points}>
          <li>{t(isAnother ? 'restore.keptAnother' : 'restore.kept')}</li>
          {preview.brings_key && <li>{t('restore.bringsKey')}</li>}
          <li>{t('restore.declared')}</li>
          {lost.entries > 0 && <li>{t('restore.outside')}</li>}
          <li>{t(isAnother ? 'restore.accessAnother' : 'restore.access')}</li>
          <li>{t('restore.jobs')}</li>
        </ul>
      </div>
      {lost.erasable > 0 && (
        <Checkbox
          checked={erasesAgain}
          disabled={restoring.isPending}
          onChange={(event) => setErasesAgain(event.currentTarget.checked)}
          label={t('restore.eraseAgain')}
          description={t(erasesAgain ? 'restore.eraseAgainText' : 'restore.eraseNotText')}
        />
      )}
      <Checkbox
        checked={isAware}
        disabled={restoring.isPending}
        onChange={(event) => setIsAware(event.currentTarget.checked)}
        label={t(
          isAnother
            ? 'restore.confirmAnother'
            : lost.entries > 0
              ? 'restore.confirm'
              : 'restore.confirmSame',
        )}
      />
      <FormFailure
        failure={restoring.error === null ? undefined : toFailure(restoring.error)}
        title={t('restore.failed')}
      />
      <div className={form.actions}>
        <span className={form.actionsNote} role="status">
          {restoring.isPending && t('restore.restoring')}
        </span>
        <Button disabled={restoring.isPending} onClick={onClose}>
          {t('cancel', { ns: 'common' })}
        </Button>
        <Button
          variant="filled"
          disabled={!isAware}
          loading={restoring.isPending}
          onClick={() => {
            onBusy(true);
            restoring.mutate(
              {
                ...source,
                confirm,
                erase_again: erasesAgain,
                ...(broughtKey === undefined ? {} : { key: broughtKey }),
              },
              { onSuccess: onDone, onSettled: () => onBusy(false) },
            );
          }}
        >
          {t('restore.submit')}
        </Button>
      </div>
    </>
  );
}

/** Why a backup cannot be restored as it is. */
function Obstacle({ preview, children }: { preview: RestorePreview; children: ReactNode }) {
  const { t } = useTranslation('backups');
  return (
    <>
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
      {children}
    </>
  );
}

/** Whether somebody has to bring the key with which the backup was signed. */
function isKeyMissing(preview: RestorePreview | undefined): boolean {
  return keyObstacles.has(preview?.obstacle ?? '');
}

type Side = RestorePreview['present'];

/** The ledger as it is, and as it would be. */
function Sides({ preview }: { preview: RestorePreview }) {
  const { t } = useTranslation('backups');
  const cell = (side: Side, show: (facts: NonNullable<Side>) => ReactNode) =>
    side === null ? <span className={classes.dim}>{t('restore.unreadable')}</span> : show(side);
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
        <code className={classes.mono} title={hash ?? ''}>
          {hash === null ? t('restore.nothing') : shortHash(hash)}
        </code>
      ),
    ],
  ];
  return (
    <dl className={classes.sides}>
      <dt aria-hidden="true" />
      <dd className={classes.sideHead}>{t('restore.side.now')}</dd>
      <dd className={classes.sideHead}>{t('restore.side.after')}</dd>
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
          <ul className={classes.points}>
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
    <div className={form.form} role="status">
      <strong>{t(result.opened ? 'restore.done' : 'restore.doneClosed')}</strong>
      <p className={form.text}>
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
      <div className={form.actions}>
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
