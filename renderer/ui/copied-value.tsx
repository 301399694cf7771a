/** An id or hash cut to its room, with a button that copies the whole. */
import { ActionIcon } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copyText } from './clipboard.ts';
import classes from './copied-value.module.css';

/** `what` names the value for the button and the toast: "Session id". */
export function CopiedValue({ value, what }: { value: string; what: string }) {
  const { t } = useTranslation('common');
  return (
    <span className={classes.copied}>
      <code className="pd-mono pd-clip" title={value}>
        {value}
      </code>
      <ActionIcon
        size="sm"
        aria-label={t('copyWhat', { what })}
        onClick={() => void copyText(value, what)}
      >
        <IconCopy size={13} />
      </ActionIcon>
    </span>
  );
}
