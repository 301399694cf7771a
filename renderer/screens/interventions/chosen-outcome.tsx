/** The outcome chosen among those of the profile; behind "…" it is edited as JSON. */
import type { ComponentProps } from 'react';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { OutcomeChoice } from './outcome-choice.tsx';
import classes from './interventions.module.css';

export function ChosenOutcome({
  onJson,
  ...choice
}: ComponentProps<typeof OutcomeChoice> & {
  /** It is edited as JSON from then on; what was recorded is where that begins. */
  readonly onJson: () => void;
}) {
  const { t } = useTranslation('interventions');
  const asJson = () => {
    if (choice.text === '') choice.onChange(JSON.stringify(choice.recorded, null, 2));
    onJson();
  };
  return (
    <div className={classes.choosing}>
      <OutcomeChoice {...choice} />
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size={24} variant="subtle" aria-label={t('act.moreOfOutcome')}>
            <IconDots size={15} stroke={1.75} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={asJson}>{t('act.asJson')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  );
}
