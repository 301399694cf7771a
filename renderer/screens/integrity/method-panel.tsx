/** What a verification does, with the figures of this one, and the ledger it speaks of. */
import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Chain, Verification } from '../../../shared/contract/chain.ts';
import { copyText } from '../../ui/clipboard.ts';
import { formatCount } from '../../ui/format.ts';
import classes from './integrity.module.css';

function Fact({ label, value, copy = false }: { label: string; value: string; copy?: boolean }) {
  const { t } = useTranslation('integrity');
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <span data-mono={copy || undefined}>{value}</span>
        {copy && (
          <ActionIcon
            size="sm"
            aria-label={t('method.copyHash', { what: label })}
            onClick={() => void copyText(value, label)}
          >
            <IconCopy size={13} />
          </ActionIcon>
        )}
      </dd>
    </div>
  );
}

export function MethodPanel({
  chain,
  verification,
}: {
  chain: Chain | undefined;
  verification: Verification | null;
}) {
  const { t } = useTranslation('integrity');
  const none = t('method.notChecked');
  return (
    <div className={classes.method}>
      <section>
        <h3 className={classes.caption}>
          {verification === null ? t('method.would') : t('method.title')}
        </h3>
        <ol className={classes.steps}>
          {(['entries', 'fields', 'links', 'columns', 'rows', 'signatures'] as const).map(
            (step) => (
              <li key={step}>{t(`method.${step}`)}</li>
            ),
          )}
        </ol>
        {verification !== null && (
          <dl className={classes.factList}>
            <Fact label={t('method.checked')} value={formatCount(verification.checked)} />
            <Fact
              label={t('method.head')}
              value={verification.head_hash ?? none}
              copy={verification.head_hash !== null}
            />
            <Fact
              label={t('method.root')}
              value={verification.root_hash ?? none}
              copy={verification.root_hash !== null}
            />
          </dl>
        )}
      </section>
      {chain !== undefined && (
        <section>
          <h3 className={classes.caption}>{t('ledger.title')}</h3>
          <dl className={classes.factList}>
            <Fact label={t('ledger.origin')} value={chain.origin} copy />
            <Fact label={t('ledger.size')} value={formatCount(chain.size)} />
            <Fact label={t('ledger.records')} value={formatCount(chain.record_count)} />
            <Fact label={t('ledger.head')} value={chain.head.hash} copy />
            <Fact
              label={t('ledger.root')}
              value={chain.root_hash ?? none}
              copy={chain.root_hash !== null}
            />
            <Fact label={t('ledger.key')} value={chain.vkey} copy />
          </dl>
        </section>
      )}
    </div>
  );
}
