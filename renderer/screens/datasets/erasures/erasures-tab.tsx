/** What was erased of a dataset: each act with who had been given the rows, the way to erase more, and to look a value up. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconEraser, IconListSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { DatasetErasure } from '../../../../shared/contract/dataset-erasures.ts';
import type { Dataset } from '../../../../shared/contract/datasets.ts';
import { showHidden } from '../../../../shared/hidden-text.ts';
import { useMay } from '../../../api/capabilities.ts';
import { erasurePageSize, useDatasetErasures } from '../../../api/dataset-erasures.ts';
import { formatCount } from '../../../ui/format.ts';
import { Instant } from '../../../ui/instant.tsx';
import { Section } from '../../../ui/page/detail-page.tsx';
import { Loaded } from '../../../ui/page/loaded.tsx';
import { Pager } from '../../../ui/page/pager.tsx';
import { useActorNames } from '../../../ui/signing/person-words.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { PlainTable } from '../../../ui/table/plain-table.tsx';
import { EraseRowsDialog } from './erase-rows-dialog.tsx';
import type { AskedErasure } from './erase-form.ts';
import { ErasureDialog } from './erasure-dialog.tsx';
import { ResolveDialog } from './resolve-dialog.tsx';

export function ErasuresTab({ dataset }: { readonly dataset: Dataset }) {
  const { t } = useTranslation('erasures');
  const [offset, setOffset] = useState(0);
  const [shown, setShown] = useState<DatasetErasure>();
  const query = useDatasetErasures(dataset.dataset_id, offset);
  return (
    <div className="pd-stack pd-slim pd-gap-12">
      <Section title={t('title')} actions={<Actions dataset={dataset} />}>
        <p className="pd-note">{t('note')}</p>
        <Loaded query={query} failed={t('failed')}>
          {({ data, pagination: { total } }) =>
            total === 0 ? (
              <EmptyState compact icon={<IconEraser size={20} stroke={1.6} />} title={t('empty')}>
                {t('emptyText')}
              </EmptyState>
            ) : (
              <>
                <Erasures erasures={data} onShow={setShown} />
                <Pager offset={offset} size={erasurePageSize} total={total} onOffset={setOffset} />
              </>
            )
          }
        </Loaded>
      </Section>
      <ErasureDialog erasure={shown} onClose={() => setShown(undefined)} />
    </div>
  );
}

/** What may be done here: there is something to erase as long as there is a row, or a key that was used. */
function Actions({ dataset }: { readonly dataset: Dataset }) {
  const { t } = useTranslation('erasures');
  const may = useMay();
  const [dialog, setDialog] = useState<'erase' | 'resolve'>();
  const [asked, setAsked] = useState<AskedErasure>();
  const close = () => setDialog(undefined);
  const erase = (what?: AskedErasure) => {
    setAsked(what);
    setDialog('erase');
  };
  const isFull = dataset.record_count > 0;
  const isErasable = isFull || dataset.status === 'active' || dataset.status === 'revoked';
  return (
    <div className="pd-wrapping pd-gap-8">
      {may('resolveDatasetValue') && dataset.status !== 'draft' && isFull && (
        <Button
          leftSection={<IconListSearch size={14} stroke={1.75} />}
          onClick={() => setDialog('resolve')}
        >
          {t('resolve.action')}
        </Button>
      )}
      {may('createDatasetErasure') && isErasable && (
        <Button leftSection={<IconEraser size={14} stroke={1.75} />} onClick={() => erase()}>
          {t('erase.action')}
        </Button>
      )}
      <ResolveDialog
        dataset={dataset}
        opened={dialog === 'resolve'}
        onClose={close}
        onErase={may('createDatasetErasure') ? erase : undefined}
      />
      <EraseRowsDialog
        key={JSON.stringify(asked)}
        dataset={dataset}
        asked={asked}
        opened={dialog === 'erase'}
        onClose={close}
      />
    </div>
  );
}

function Erasures({
  erasures,
  onShow,
}: {
  readonly erasures: readonly DatasetErasure[];
  readonly onShow: (erasure: DatasetErasure) => void;
}) {
  const { t } = useTranslation('erasures');
  const nameOf = useActorNames();
  return (
    <PlainTable
      label={t('title')}
      columns={[
        { label: t('when'), ofInstants: true },
        { label: t('what') },
        { label: t('basis') },
        { label: t('who') },
        { label: t('recipients'), about: t('recipientsNote') },
        { label: t('actions'), isSilent: true, fixed: true },
      ]}
    >
      {erasures.map((erasure) => {
        const { erasure_id: id, scope, count, recipients } = erasure;
        return (
          <tr key={id}>
            <th scope="row">
              <Instant at={erasure.created_at} precision="minute" />
            </th>
            <td>{t(`scope.${scope}`, { count, rows: formatCount(count) })}</td>
            <td>
              <bdi title={showHidden(erasure.legal_basis)}>{showHidden(erasure.legal_basis)}</bdi>
            </td>
            <td>
              <bdi>{nameOf(erasure.actor.id)}</bdi>
            </td>
            <td>
              {recipients.length === 0
                ? t('nobody')
                : t('accounts', {
                    count: recipients.length,
                    accounts: formatCount(recipients.length),
                  })}
            </td>
            <td>
              <Button size="compact-sm" onClick={() => onShow(erasure)}>
                {t('show')}
              </Button>
            </td>
          </tr>
        );
      })}
    </PlainTable>
  );
}
