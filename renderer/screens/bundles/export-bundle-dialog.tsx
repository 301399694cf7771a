/** An evidence bundle for an auditor: what goes in, what it holds, how it is checked, and the file. */
import { useState } from 'react';
import { Button, Radio, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { bundleResultSchema } from '../../../shared/contract/bundles.ts';
import type { Job } from '../../../shared/contract/jobs.ts';
import type { RecordFilter } from '../../../shared/contract/records.ts';
import { bundlePath, useCreateBundle } from '../../api/bundles.ts';
import { useChain } from '../../api/chain.ts';
import { toFailure, type ApiFailure } from '../../api/client.ts';
import { ExportModal } from '../../ui/list/export-modal.tsx';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { activeFields, chipText } from '../../ui/filter/decision-filters.ts';
import { FormFailure } from '../../ui/form/form-failure.tsx';
import { AuditorCommands } from './auditor-commands.tsx';
import { bundleBody, entryIndex, offeredKinds, type BundleDraft } from './bundle-draft.ts';
import classes from './bundles.module.css';

export interface ExportBundleDialogProps {
  readonly opened: boolean;
  readonly filter: RecordFilter | null;
  readonly recordIds: readonly string[];
  readonly onClose: () => void;
}

export function ExportBundleDialog(props: ExportBundleDialogProps) {
  const { t } = useTranslation(['bundles', 'jobs']);
  const [isTiles, setTiles] = useState(false);
  return (
    <ExportModal
      opened={props.opened}
      onClose={props.onClose}
      title={t('title')}
      size={720}
      file={{
        words: {
          making: t('making'),
          makingText: t('makingText'),
          done: t('done'),
          failed: t('failed'),
          stopped: t('jobs:result.canceledBundle'),
          again: t('again'),
          sha256: t('sha256'),
          download: t('download'),
          gone: t('gone'),
        },
        path: bundlePath,
        read: (job) => {
          const { data } = bundleResultSchema.safeParse(job.result);
          if (data === undefined) return undefined;
          const text = t('result', {
            entries: t('entries', { count: data.entries, amount: formatCount(data.entries) }),
            size: formatCount(data.size),
            bytes: formatBytes(data.bytes),
          });
          return { text, sha256: data.sha256 };
        },
        ...(isTiles
          ? {}
          : {
              other: {
                label: t('downloadForDesk'),
                rename: (name: string) => name.replace(/\.zip$/, '.pdbundle'),
              },
            }),
      }}
      {...(!isTiles && { foot: <AuditorCommands /> })}
    >
      {(started, close) => (
        <Ask {...props} onClose={close} onTiles={setTiles} onStarted={started} />
      )}
    </ExportModal>
  );
}

const contents = ['entries', 'payloads', 'proofs', 'keys', 'views'] as const;

function Ask({
  filter,
  recordIds,
  onClose,
  onTiles,
  onStarted,
}: ExportBundleDialogProps & {
  /** The tiles of the tree are no bundle: its commands do not fit them. */
  readonly onTiles: (isTiles: boolean) => void;
  readonly onStarted: (job: Job) => void;
}) {
  const { t } = useTranslation(['bundles', 'common']);
  const { t: decisions } = useTranslation('decisions');
  const chain = useChain();
  const size = chain.data?.size ?? 0;
  const last = Math.max(1, size - 1);
  const isSelected = recordIds.length > 0 || (filter !== null && activeFields(filter).length > 0);
  const [draft, setDraft] = useState<BundleDraft>({
    kind: isSelected ? 'selection' : 'full',
    from: '1',
    to: '',
    source: recordIds.length > 0 ? 'marked' : 'filter',
  });
  const [failure, setFailure] = useState<ApiFailure>();
  const creating = useCreateBundle();
  const filled = { ...draft, to: draft.to === '' ? String(last) : draft.to };
  const body = bundleBody(filled, { filter, recordIds }, last);
  const fault = (text: string) =>
    entryIndex(text, last) === undefined
      ? t('rangeBad', { from: 1, to: formatCount(last) })
      : undefined;
  const set = (part: Partial<BundleDraft>) => {
    setFailure(undefined);
    setDraft({ ...draft, ...part });
  };
  const chips = filter === null ? [] : activeFields(filter);
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (body === undefined) return;
        creating.mutate(body, {
          onSuccess: onStarted,
          onError: (error) => setFailure(toFailure(error)),
        });
      }}
    >
      <p className={classes.text}>{t('text')}</p>
      <FormFailure failure={failure} title={t('startFailed')} />
      <Radio.Group
        label={t('what')}
        value={draft.kind}
        onChange={(value) => {
          const kind = offeredKinds.find((each) => each === value);
          if (kind === undefined) return;
          set({ kind });
          onTiles(kind === 'tiles');
        }}
      >
        <div className={classes.kinds}>
          {offeredKinds.map((kind) => (
            <Radio
              key={kind}
              size="xs"
              value={kind}
              label={t(`kind.${kind}`)}
              description={t(`kindText.${kind}`, { entries: formatCount(size) })}
              data-autofocus={kind === draft.kind || undefined}
            />
          ))}
        </div>
      </Radio.Group>
      {draft.kind === 'range' && (
        <div className={classes.range}>
          <TextInput
            label={t('from')}
            inputMode="numeric"
            value={draft.from}
            error={fault(draft.from)}
            onChange={(event) => set({ from: event.currentTarget.value })}
          />
          <TextInput
            label={t('to')}
            inputMode="numeric"
            value={filled.to}
            error={fault(filled.to)}
            onChange={(event) => set({ to: event.currentTarget.value })}
          />
        </div>
      )}
      {draft.kind === 'selection' && (
        <div className={classes.source}>
          {recordIds.length > 0 && filter !== null && chips.length > 0 && (
            <Radio.Group
              aria-label={t('source')}
              value={draft.source}
              onChange={(value) => set({ source: value === 'marked' ? 'marked' : 'filter' })}
            >
              <div className={classes.kinds}>
                <Radio
                  size="xs"
                  value="marked"
                  label={t('marked', {
                    count: recordIds.length,
                    formatted: formatCount(recordIds.length),
                  })}
                />
                <Radio size="xs" value="filter" label={t('filtered')} />
              </div>
            </Radio.Group>
          )}
          {recordIds.length > 0 && chips.length === 0 && (
            <p className={classes.text}>
              {t('marked', {
                count: recordIds.length,
                formatted: formatCount(recordIds.length),
              })}
            </p>
          )}
          {draft.source === 'filter' && filter !== null && chips.length > 0 && (
            <p className={classes.chips}>
              {chips.map((field) => (
                <span key={field} className={classes.chip}>
                  {decisions(`field.${field}`)} <bdi>{chipText(filter, field, decisions)}</bdi>
                </span>
              ))}
            </p>
          )}
          {recordIds.length === 0 && chips.length === 0 && (
            <p className={classes.text}>{t(filter === null ? 'noSource' : 'everything')}</p>
          )}
        </div>
      )}
      {draft.kind !== 'tiles' && (
        <section aria-label={t('holds')}>
          <h3 className={classes.caption}>{t('holds')}</h3>
          <ul className={classes.holds}>
            {contents.map((each) => (
              <li key={each}>{t(`contents.${each}`)}</li>
            ))}
          </ul>
          <p className={classes.note}>{t('secrets')}</p>
        </section>
      )}
      <div className={classes.actions}>
        <Button onClick={onClose}>{t('cancel', { ns: 'common' })}</Button>
        <Button
          type="submit"
          variant="filled"
          disabled={body === undefined}
          loading={creating.isPending}
        >
          {t('start')}
        </Button>
      </div>
    </form>
  );
}
