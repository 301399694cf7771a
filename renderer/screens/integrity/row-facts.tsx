/** A row that is not what the journal says: the sentence, its table and column, and where to go from here. */
import { ActionIcon, Anchor } from '@mantine/core';
import { IconArrowRight, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Finding } from '../../../shared/contract/chain.ts';
import { useMay } from '../../api/capabilities.ts';
import { settingsAddress } from '../../ui/addresses.ts';
import { copyText } from '../../ui/clipboard.ts';
import { formatCount } from '../../ui/format.ts';
import { PlaceWay } from '../../ui/places/place-link.tsx';
import { rowAddress } from './row-address.ts';
import { useColumnWord, useRowSentence } from './use-row-sentence.ts';
import classes from './integrity.module.css';

export function RowFacts({ finding }: { finding: Finding }) {
  const { t } = useTranslation('rows');
  const may = useMay();
  const sentence = useRowSentence();
  const columnWord = useColumnWord();
  const { table, row, column, seq } = finding;
  if (table === null || row === null) return null;
  const address = rowAddress(table, row);
  return (
    <>
      <p className={classes.message}>{sentence(finding)}.</p>
      <p className="pd-flush pd-wrapping pd-gap-8">
        {address !== undefined && (
          <Anchor component={PlaceWay} href={address}>
            {t('open')} <IconArrowRight size={13} />
          </Anchor>
        )}
        {may('listBackups') && (
          <Anchor component={PlaceWay} href={settingsAddress('backup')}>
            {t('compare')} <IconArrowRight size={13} />
          </Anchor>
        )}
      </p>
      <dl className={classes.detailFacts}>
        <div>
          <dt>{t('row')}</dt>
          <dd>
            <code>{row}</code>
            <ActionIcon
              size="sm"
              aria-label={t('copyRow')}
              onClick={() => void copyText(row, t('rowKey'))}
            >
              <IconCopy size={13} />
            </ActionIcon>
          </dd>
        </div>
        <div>
          <dt>{t('table')}</dt>
          <dd>
            <code>{table}</code>
          </dd>
        </div>
        <div>
          <dt>{t('column')}</dt>
          <dd>
            {column === null ? (
              t('wholeRow')
            ) : (
              <>
                {columnWord(column)} <code>{column}</code>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{t('entry')}</dt>
          <dd>{seq === null ? t('computed') : formatCount(seq)}</dd>
        </div>
      </dl>
    </>
  );
}
