/** What whoever is asked for help wants to know, to be read and copied. */
import { Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Recovery } from '../../../shared/contract/recovery.ts';
import { showHidden } from '../../../shared/hidden-text.ts';
import { copyText } from '../../ui/clipboard.ts';
import { formatBytes, formatCount } from '../../ui/format.ts';
import { InEnglish } from '../../ui/in-english.tsx';
import classes from './recovery.module.css';

export function RecoveryDetails({ recovery }: { recovery: Recovery }) {
  const { t } = useTranslation('recovery');
  const facts = factsOf();
  const text = facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <details className={classes.details}>
      <summary>{t('details.title')}</summary>
      <dl className={classes.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {name === t('details.message') ? <InEnglish>{value}</InEnglish> : showHidden(value)}
            </dd>
          </div>
        ))}
      </dl>
      <Button
        leftSection={<IconCopy size={14} stroke={1.75} />}
        onClick={() => void copyText(text, t('details.what'))}
      >
        {t('details.copy')}
      </Button>
    </details>
  );

  function factsOf(): (readonly [name: string, value: string])[] {
    const { crash, versions, path, file_bytes: size, free_bytes: free } = recovery;
    const bytes = (count: number) => `${formatBytes(count)} (${formatCount(count)} bytes)`;
    const fileSize = size === null ? t('details.absent') : bytes(size);
    const all: (readonly [string, string | null | undefined])[] = [
      [t('details.fault'), recovery.fault],
      [t('details.code'), recovery.code],
      [t('details.message'), recovery.message],
      [t('details.path'), path],
      [t('details.size'), path === null ? null : fileSize],
      [t('details.free'), free === null ? null : bytes(free)],
      [t('details.format'), versions === null ? null : String(versions.found)],
      [t('details.known'), versions === null ? null : `1–${versions.known}`],
      [t('details.thread'), crash === null ? null : `${crash.thread} × ${crash.times}`],
      [t('details.ledger'), t(`ledger.${recovery.workspace}`)],
      [t('details.directory'), recovery.data_directory],
      [t('details.since'), recovery.since],
      [t('details.version'), recovery.version],
    ];
    return all.flatMap(([name, value]) =>
      value === null || value === undefined ? [] : [[name, value] as const],
    );
  }
}
