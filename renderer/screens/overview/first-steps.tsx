/** The overview of an empty ledger: what can be done first. */
import { Button } from '@mantine/core';
import { IconLayoutDashboard, IconPlus, IconTestPipe, IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/capabilities.ts';
import { useIsReadOnly } from '../../api/workspace.ts';
import { runCommand } from '../../ui/commands/commands.ts';
import { verdictsAddress } from '../../ui/addresses.ts';
import { EmptyState } from '../../ui/states.tsx';

export function FirstSteps() {
  const { t } = useTranslation('overview');
  const may = useMay();
  const isReadOnly = useIsReadOnly();
  return (
    <EmptyState
      icon={<IconLayoutDashboard size={20} stroke={1.6} />}
      title={t('first.title')}
      actions={
        <>
          {!isReadOnly && may('createImport') && (
            <Button
              variant="filled"
              leftSection={<IconUpload size={14} stroke={1.75} />}
              onClick={() => void runCommand('import.open')}
            >
              {t('first.import')}
            </Button>
          )}
          {!isReadOnly && may('createRecord') && (
            <Button
              leftSection={<IconPlus size={14} stroke={1.75} />}
              onClick={() => void runCommand('decision.new')}
            >
              {t('first.decision')}
            </Button>
          )}
          <Button
            leftSection={<IconTestPipe size={14} stroke={1.75} />}
            onClick={() => void runCommand('workspace.demo')}
          >
            {t('first.demo')}
          </Button>
          <Button component="a" href={verdictsAddress}>
            {t('first.meaning')}
          </Button>
        </>
      }
    >
      {t('first.text')}
    </EmptyState>
  );
}
