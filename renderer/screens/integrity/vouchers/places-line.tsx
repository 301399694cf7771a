/** Copies of checkpoints that are kept elsewhere: folders, what was found there, copies by hand. */
import { useState } from 'react';
import { ActionIcon, Button, Menu } from '@mantine/core';
import {
  IconCopy,
  IconFolderPlus,
  IconGitCompare,
  IconMail,
  IconPrinter,
  IconTrash,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { KnownCheckpoint } from '../../../../shared/contract/checkpoints.ts';
import type { PlaceState, VoucherPlace, Vouchers } from '../../../../shared/contract/vouchers.ts';
import { useMay } from '../../../api/capabilities.ts';
import { useCheckpoints } from '../../../api/checkpoints.ts';
import { newIdempotencyKey } from '../../../api/client.ts';
import { useSetPlaces } from '../../../api/vouchers.ts';
import { useIsReadOnly } from '../../../api/workspace.ts';
import { notify } from '../../../state/notices.ts';
import { useNow } from '../../../ui/chain/use-now.ts';
import { copyText } from '../../../ui/clipboard.ts';
import { formatAgo, formatCount } from '../../../ui/format.ts';
import { notifyFailure } from '../../../ui/notify-failure.ts';
import { StatusBadge, type StatusTone } from '../../../ui/status-badge.tsx';
import { PaperDialog } from './paper-dialog.tsx';
import { PlaceDialog } from './place-dialog.tsx';
import { SheetDialog } from './sheet-dialog.tsx';
import { VoucherFact, VoucherLine } from './voucher-line.tsx';

const tones: Readonly<Record<PlaceState, StatusTone>> = {
  waiting: 'mute',
  kept: 'ok',
  gone: 'warn',
  unwritable: 'warn',
  silent: 'warn',
  damaged: 'warn',
  other_key: 'bad',
  forked: 'bad',
  rolled_back: 'bad',
};

export function PlacesLine({ vouchers }: { readonly vouchers: Vouchers }) {
  const { t } = useTranslation('vouchers');
  const may = useMay();
  const isReadOnly = useIsReadOnly();
  const [adding, setAdding] = useState(false);
  const [comparing, setComparing] = useState(false);
  const [printing, setPrinting] = useState(false);
  const newest = useCheckpoints({ limit: 1, offset: 0 }).data?.data[0];
  const { places } = vouchers;
  return (
    <VoucherLine
      name={t('places.name')}
      actions={
        <>
          <CopyMenu
            newest={newest}
            onPaper={() => setPrinting(true)}
            onCompare={() => setComparing(true)}
          />
          {may('setPlaces') && (
            <Button
              leftSection={<IconFolderPlus size={14} stroke={1.75} />}
              disabled={isReadOnly}
              onClick={() => setAdding(true)}
            >
              {t('places.add')}
            </Button>
          )}
        </>
      }
    >
      {places.length === 0 && <span className="pd-dim">{t('places.none')}</span>}
      {places.map((place) => (
        <PlaceFact key={place.path} place={place} vouchers={vouchers} />
      ))}
      <PlaceDialog
        key={places.length}
        opened={adding}
        onClose={() => setAdding(false)}
        vouchers={vouchers}
      />
      <SheetDialog opened={printing} onClose={() => setPrinting(false)} note={newest?.note ?? ''} />
      <PaperDialog opened={comparing} onClose={() => setComparing(false)} />
    </VoucherLine>
  );
}

function PlaceFact({
  place,
  vouchers,
}: {
  readonly place: VoucherPlace;
  readonly vouchers: Vouchers;
}) {
  const { t } = useTranslation('vouchers');
  const now = useNow();
  const may = useMay();
  const setting = useSetPlaces();
  const { path, size, at, state } = place;
  const remove = () =>
    setting.mutate(
      {
        body: {
          places: vouchers.places
            .filter((each) => each.path !== path)
            .map((each) => ({ path: each.path })),
        },
        idempotencyKey: newIdempotencyKey(),
      },
      {
        onSuccess: () => notify({ title: t('places.removed') }),
        onError: (error) => {
          notifyFailure(t('place.failed'), error);
        },
      },
    );
  return (
    <VoucherFact
      who={<code className="pd-anywhere">{path}</code>}
      state={<StatusBadge tone={tones[state]}>{t(`places.state.${state}`)}</StatusBadge>}
      action={
        may('setPlaces') && (
          <ActionIcon
            size="sm"
            aria-label={t('places.remove', { path })}
            loading={setting.isPending}
            onClick={remove}
          >
            <IconTrash size={14} />
          </ActionIcon>
        )
      }
    >
      {size !== null && <span>{t('entries', { count: size, size: formatCount(size) })}</span>}
      {at !== null && <span title={at}>{formatAgo(at, now)}</span>}
      {place.same_volume && <span>{t('places.sameVolume')}</span>}
    </VoucherFact>
  );
}

/** Copies that a person makes: text, e-mail, paper. */
function CopyMenu({
  newest,
  onPaper,
  onCompare,
}: {
  /** Undefined where none was signed yet. */
  readonly newest: KnownCheckpoint | undefined;
  readonly onPaper: () => void;
  readonly onCompare: () => void;
}) {
  const { t } = useTranslation('vouchers');
  const may = useMay();
  const note = newest?.note ?? '';
  const size = newest?.size ?? 0;
  const mail = `mailto:?subject=${encodeURIComponent(t('copy.subject', { count: size, size }))}&body=${encodeURIComponent(note)}`;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button>{t('copy.title')}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconCopy size={14} />}
          disabled={newest === undefined}
          onClick={() => void copyText(note, t('copy.what'))}
        >
          {t('copy.text')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconMail size={14} />}
          component="a"
          href={mail}
          disabled={newest === undefined}
        >
          {t('copy.mail')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconPrinter size={14} />}
          disabled={newest === undefined}
          onClick={onPaper}
        >
          {t('copy.paper')}
        </Menu.Item>
        {may('getConsistency') && (
          <Menu.Item leftSection={<IconGitCompare size={14} />} onClick={onCompare}>
            {t('copy.compare')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
