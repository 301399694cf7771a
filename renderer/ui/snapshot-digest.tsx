/** The first twelve digits of a SHA-256, with a button that copies all of it. */
import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copyText } from './clipboard.ts';
import { shortHash } from './format.ts';

/** @param sha256 `sha256:<hex>` @param what names it for the button and the toast */
export function SnapshotDigest({
  sha256,
  what,
}: {
  readonly sha256: string;
  readonly what: string;
}) {
  const { t } = useTranslation('common');
  return (
    <span className="pd-inline pd-gap-4">
      <code className="pd-mono" title={sha256}>
        {shortHash(sha256)}
      </code>
      <ActionIcon
        size="sm"
        aria-label={t('copyWhat', { what })}
        onClick={() => void copyText(sha256, what)}
      >
        <IconCopy size={13} />
      </ActionIcon>
    </span>
  );
}
