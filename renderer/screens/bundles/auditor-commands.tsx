/** How a bundle is checked without this program: the commands, to be copied. */
import { ActionIcon, Button } from '@mantine/core';
import { IconCopy, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { verifierPath } from '../../api/bundles.ts';
import { copyText } from '../../ui/clipboard.ts';
import { useFileDownload } from '../../ui/list/use-file-download.ts';
import { allCommands, checkCommands } from './commands.ts';
import classes from './bundles.module.css';

export function AuditorCommands() {
  const { t } = useTranslation('bundles');
  const { busy, download } = useFileDownload(verifierPath);
  return (
    <section className={classes.auditor} aria-label={t('checks')}>
      <div className="pd-flow pd-baseline pd-gap-4-10">
        <h3 className="pd-heading">{t('checks')}</h3>
        <span className="pd-note">{t('checksText')}</span>
        <span className="pd-space" />
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconDownload size={13} />}
          disabled={busy}
          onClick={() => download('auditor.py')}
        >
          {t('saveVerifier')}
        </Button>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconCopy size={13} />}
          onClick={() => void copyText(allCommands, t('commandsName'))}
        >
          {t('copyAll')}
        </Button>
      </div>
      <ol className={classes.commands}>
        {checkCommands.map(({ name, command }) => (
          <li key={name}>
            <span className="pd-grid-size pd-whole-line">{t(`commands.${name}`)}</span>
            <code className={classes.command} dir="ltr" lang="en">
              {command}
            </code>
            <ActionIcon
              size="sm"
              aria-label={t('copyCommand', { what: t(`commands.${name}`) })}
              onClick={() => void copyText(command, t('commandName'))}
            >
              <IconCopy size={13} />
            </ActionIcon>
          </li>
        ))}
      </ol>
      <p className="pd-note">{t('notProven')}</p>
    </section>
  );
}
