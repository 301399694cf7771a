/** How a bundle is checked without this program: the commands, to be copied. */
import { ActionIcon, Button } from '@mantine/core';
import { IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../../ui/clipboard.ts';
import { allCommands, checkCommands } from './commands.ts';
import classes from './bundles.module.css';

export function AuditorCommands() {
  const { t } = useTranslation('bundles');
  return (
    <section className={classes.auditor} aria-label={t('checks')}>
      <div className={classes.head}>
        <h3 className={classes.caption}>{t('checks')}</h3>
        <span className={classes.note}>{t('checksText')}</span>
        <span className={classes.space} />
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
            <span className={classes.commandWhat}>{t(`commands.${name}`)}</span>
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
      <p className={classes.note}>{t('notProven')}</p>
    </section>
  );
}
