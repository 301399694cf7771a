/** What can be done for one holder: its schedule, its account, the statement of a year. */
import { useState } from 'react';
import { Button } from '@mantine/core';
import { IconBuildingBank, IconCalendar } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { PayoutPreferences } from '../../../shared/contract/billing.ts';
import { useMay } from '../../api/capabilities.ts';
import { useHolder } from '../../api/holders.ts';
import { HolderDialog } from './holder-dialog.tsx';
import { PreferencesDialog } from './preferences-dialog.tsx';
import { YearStatements } from './statement-files.tsx';

export function HolderTools({
  holder,
  preferences,
}: {
  readonly holder: string;
  readonly preferences: readonly PayoutPreferences[];
}) {
  const { t } = useTranslation('payouts');
  const may = useMay();
  const [open, setOpen] = useState<'schedule' | 'account'>();
  // Who looks at it is written down: it is read as it is opened.
  const details = useHolder(holder, open === 'account').data;
  const schedule = preferences.find(({ holder_id: id }) => id === holder);
  const close = () => setOpen(undefined);
  return (
    <div className="pd-row pd-wraps pd-gap-8 pd-to-end">
      <span className="pd-space" />
      <YearStatements holder={holder} year={new Date().toISOString().slice(0, 4)} />
      {schedule !== undefined && may('setPayoutPreferences') && (
        <Button
          leftSection={<IconCalendar size={14} stroke={1.75} />}
          onClick={() => setOpen('schedule')}
        >
          {t('preferences.edit')}
        </Button>
      )}
      {may('changeHolder') && (
        <Button
          leftSection={<IconBuildingBank size={14} stroke={1.75} />}
          onClick={() => setOpen('account')}
        >
          {t('account.edit')}
        </Button>
      )}
      {schedule !== undefined && (
        <PreferencesDialog opened={open === 'schedule'} preferences={schedule} onClose={close} />
      )}
      {details !== undefined && (
        <HolderDialog opened={open === 'account'} holder={details} onClose={close} />
      )}
    </div>
  );
}
