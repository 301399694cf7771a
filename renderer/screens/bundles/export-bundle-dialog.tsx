/** An evidence bundle for an auditor: what goes in, what it holds, how it is checked, and the file. */
import { useState } from 'react';
import { Radio, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { bundleResultSchema } from '../../../shared/contract/bundles.ts';
import { limits } from '../../../shared/contract/limits.ts';
import { bundlePath, useCreateBundle } from '../../api/bundles.ts';
import { useChain } from '../../api/chain.ts';
import { useCheckpoints } from '../../api/checkpoints.ts';
import { TagsInput } from '../../ui/form/choices.tsx';
import layout from '../../ui/form/form.module.css';
import type { Form } from '../../ui/form/use-api-form.ts';
import { useHeld } from '../../ui/form/use-held.ts';
import { ExportForm } from '../../ui/list/export-modal.tsx';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { activeFields, chipText, fieldName } from '../../ui/filter/decision-filters.ts';
import { AuditorCommands } from './auditor-commands.tsx';
import {
  bundleBody,
  areEarlierSizes,
  entryIndex,
  isComplete,
  lastOf,
  offeredKinds,
  type BundleDraft,
  type Selected,
} from './bundle-draft.ts';
import classes from './bundles.module.css';

export interface ExportBundleDialogProps extends Selected {
  readonly opened: boolean;
  readonly onClose: () => void;
}

export function ExportBundleDialog({ opened, onClose, ...selected }: ExportBundleDialogProps) {
  const { t } = useTranslation(['bundles', 'jobs']);
  const { filter, recordIds } = selected;
  const creating = useCreateBundle();
  const size = useChain().data?.size ?? 0;
  /** The tiles of the tree are no bundle: its commands and its other name do not fit them. */
  const [isTiles, setTiles] = useState(false);
  const isSelected = recordIds.length > 0 || (filter !== null && activeFields(filter).length > 0);
  const initial: BundleDraft = {
    kind: firstKind(selected, isSelected),
    from: '1',
    to: '',
    source: recordIds.length > 0 ? 'marked' : 'filter',
    since: [],
  };
  return (
    <ExportForm
      opened={opened}
      onClose={onClose}
      title={t('title')}
      size={720}
      submit={t('start')}
      failed={t('startFailed')}
      initial={initial}
      bodyOf={(draft) => bundleBody(filled(draft, size), selected)}
      send={(body, idempotencyKey) => {
        setTiles(body.format === 'tiles');
        return creating.mutateAsync({ body, idempotencyKey });
      }}
      file={{
        words: {
          making: t('making'),
          makingText: t('makingText'),
          done: t('done'),
          failed: t('failed'),
          stopped: t('jobs:result.canceled.bundle'),
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
        ...(!isTiles && {
          other: {
            label: t('downloadForDesk'),
            rename: (name: string) => name.replace(/\.zip$/, '.pdbundle'),
          },
          below: <AuditorCommands />,
        }),
      }}
    >
      {(form) => <Ask form={form} selected={selected} size={size} />}
    </ExportForm>
  );
}

function firstKind({ payoutId, figure }: Selected, isSelected: boolean): BundleDraft['kind'] {
  if (payoutId !== undefined) return 'payout';
  if (figure !== undefined) return 'figure';
  return isSelected ? 'selection' : 'full';
}

/** A range ends at the newest entry unless told. */
function filled(draft: BundleDraft, size: number): BundleDraft {
  return { ...draft, to: draft.to === '' ? String(lastOf(size)) : draft.to };
}

/** Of those that are known here, so many of the newest. */
const offeredCheckpoints = 20;

const contents = ['entries', 'payloads', 'proofs', 'keys', 'views'] as const;

interface AskProps {
  readonly form: Form<BundleDraft>;
  readonly selected: Selected;
  /** Entries of the ledger. */
  readonly size: number;
}

function Ask({ form, selected, size }: AskProps) {
  const { t } = useTranslation('bundles');
  const last = lastOf(size);
  const draft = filled(form.values, size);
  useHeld(!isComplete(draft, selected, size));
  const index = (name: 'from' | 'to') => ({
    label: t(name),
    inputMode: 'numeric' as const,
    ...form.getInputProps(name),
    value: draft[name],
    error:
      entryIndex(draft[name], last) === undefined &&
      t('rangeBad', { from: 1, to: formatCount(last) }),
  });
  return (
    <>
      <p className={layout.text}>{t('text')}</p>
      <Radio.Group label={t('what')} {...form.getInputProps('kind')}>
        <div className={classes.kinds}>
          {offeredKinds(selected).map((kind) => (
            <Radio
              key={kind}
              size="xs"
              value={kind}
              label={t(`kind.${kind}`)}
              description={
                kind === 'full' && selected.figure !== undefined
                  ? t('fullOfFigure', { entries: formatCount(size) })
                  : t(`kindText.${kind}`, { entries: formatCount(size) })
              }
              data-autofocus={kind === draft.kind || undefined}
            />
          ))}
        </div>
      </Radio.Group>
      {draft.kind === 'range' && (
        <div className={classes.range}>
          <TextInput {...index('from')} />
          <TextInput {...index('to')} />
        </div>
      )}
      {draft.kind === 'selection' && <Source form={form} selected={selected} />}
      {draft.kind !== 'tiles' && (
        <>
          <Since form={form} size={size} />
          <section aria-label={t('holds')}>
            <h3 className="pd-heading">{t('holds')}</h3>
            <ul className={classes.holds}>
              {contents.map((each) => (
                <li key={each}>{t(`contents.${each}`)}</li>
              ))}
            </ul>
            <p className="pd-note">{t(draft.kind === 'payout' ? 'secretsOfPayout' : 'secrets')}</p>
          </section>
          <AuditorCommands />
        </>
      )}
    </>
  );
}

/** Earlier checkpoints that the bundle shows to be its beginning: those known here are offered, any may be typed. */
function Since({ form, size }: Omit<AskProps, 'selected'>) {
  const { t } = useTranslation('bundles');
  const known = useCheckpoints({ limit: offeredCheckpoints, offset: 0 }).data?.data ?? [];
  const { since } = form.values;
  return (
    <TagsInput
      label={t('since')}
      description={t('sinceHint')}
      placeholder={since.length === 0 ? t('sincePlaceholder') : ''}
      inputMode="numeric"
      data={known.map((each) => String(each.size))}
      maxTags={limits.bundleSince}
      splitChars={[',', ' ']}
      value={[...since]}
      onChange={(sizes) => form.setFieldValue('since', sizes)}
      error={!areEarlierSizes(since, size) && t('rangeBad', { from: 1, to: formatCount(size) })}
    />
  );
}

/** What is selected: the marked rows, those of the filter, or a choice between the two. */
function Source({ form, selected: { filter, recordIds } }: Omit<AskProps, 'size'>) {
  const { t } = useTranslation('bundles');
  const { t: decisions } = useTranslation('decisions');
  const count = recordIds.length;
  const marked = t('marked', { count, formatted: formatCount(count) });
  const chips = filter === null ? [] : activeFields(filter);
  return (
    <div className={classes.source}>
      {count > 0 && chips.length > 0 && (
        <Radio.Group aria-label={t('source')} {...form.getInputProps('source')}>
          <div className={classes.kinds}>
            <Radio size="xs" value="marked" label={marked} />
            <Radio size="xs" value="filter" label={t('filtered')} />
          </div>
        </Radio.Group>
      )}
      {count > 0 && chips.length === 0 && <p className={layout.text}>{marked}</p>}
      {form.values.source === 'filter' && filter !== null && chips.length > 0 && (
        <p className="pd-flow pd-flush pd-gap-6">
          {chips.map((field) => (
            <span key={field} className={classes.chip}>
              {fieldName(field, decisions)} <bdi>{chipText(filter, field, decisions)}</bdi>
            </span>
          ))}
        </p>
      )}
      {count === 0 && chips.length === 0 && (
        <p className={layout.text}>{t(filter === null ? 'noSource' : 'everything')}</p>
      )}
    </div>
  );
}
