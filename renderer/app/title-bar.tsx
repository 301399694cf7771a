/** The title bar: product, workspace, palette, jobs, notifications, density, theme. */
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconBaselineDensityLarge,
  IconCheck,
  IconHelp,
  IconMoon,
  IconSearch,
  IconSun,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../state/dialogs.ts';
import { prefer, usePreferences, type Density } from '../state/preferences.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { useShownScheme } from './color-scheme.ts';
import { JobsTray } from './jobs-tray.tsx';
import { NoticeCenter } from './notice-center.tsx';
import { WorkspaceMenu } from './workspace-menu.tsx';
import mark from './mark.svg';
import classes from './shell.module.css';

export function TitleBar() {
  const { t } = useTranslation('shell');
  return (
    <header className={classes.titleBar}>
      <span className={classes.product}>
        <img className={classes.mark} src={mark} alt="" />
        {t('product')}
      </span>
      <WorkspaceMenu />
      <span className={classes.gap} />
      <button
        type="button"
        className={classes.paletteButton}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => openDialog({ kind: 'palette' })}
      >
        <IconSearch className={classes.paletteIcon} size={14} aria-hidden="true" />
        <span className={classes.paletteText}>{t('palette.open')}</span>
        <KeyHint name="mod+k" />
      </button>
      <JobsTray />
      <NoticeCenter />
      <DensityMenu />
      <ThemeButton />
      <Tooltip label={t('help.open')}>
        <ActionIcon
          aria-label={t('help.open')}
          aria-keyshortcuts="?"
          onClick={() => openDialog({ kind: 'help' })}
        >
          <IconHelp size={17} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
    </header>
  );
}

const densities = [
  { name: 'compact', Icon: IconBaselineDensitySmall },
  { name: 'normal', Icon: IconBaselineDensityMedium },
  { name: 'roomy', Icon: IconBaselineDensityLarge },
] as const satisfies readonly { name: Density; Icon: unknown }[];

function DensityMenu() {
  const { t } = useTranslation('shell');
  const chosen = usePreferences((state) => state.density);
  const Current = densities.find(({ name }) => name === chosen)?.Icon ?? IconBaselineDensitySmall;
  return (
    <Menu position="bottom-end" width={160}>
      <Menu.Target>
        <Tooltip label={t('density.label')}>
          <ActionIcon aria-label={t('density.label')}>
            <Current size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        {densities.map(({ name, Icon }) => (
          <Menu.Item
            key={name}
            leftSection={<Icon size={15} stroke={1.6} />}
            rightSection={name === chosen ? <IconCheck size={14} /> : null}
            onClick={() => prefer({ density: name })}
          >
            {t(`density.${name}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

function ThemeButton() {
  const { t } = useTranslation('shell');
  const shown = useShownScheme();
  const label = t(shown === 'dark' ? 'theme.switchToLight' : 'theme.switchTo');
  return (
    <Tooltip label={label}>
      <ActionIcon
        aria-label={label}
        onClick={() => prefer({ colorScheme: shown === 'dark' ? 'light' : 'dark' })}
      >
        {shown === 'dark' ? (
          <IconSun size={17} stroke={1.6} />
        ) : (
          <IconMoon size={17} stroke={1.6} />
        )}
      </ActionIcon>
    </Tooltip>
  );
}
