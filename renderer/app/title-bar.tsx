/** The title bar: product, workspace, palette, jobs, notifications, density, theme, help, who signs. */
import { ActionIcon, Menu, Tooltip } from '@mantine/core';
import {
  IconApi,
  IconBaselineDensityMedium,
  IconBaselineDensitySmall,
  IconBaselineDensityLarge,
  IconCheck,
  IconHelp,
  IconKeyboard,
  IconMoon,
  IconSearch,
  IconShieldQuestion,
  IconSun,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { openDialog } from '../state/dialogs.ts';
import { prefer, usePreferences, type Density } from '../state/preferences.ts';
import { verdictsAddress } from '../ui/addresses.ts';
import { KeyHint } from '../ui/key-hint.tsx';
import { useShownScheme } from './color-scheme.ts';
import { JobsTray } from './jobs-tray.tsx';
import { KeySession } from './key-session.tsx';
import { NoticeCenter } from './notice-center.tsx';
import { WhoAmI } from './who-am-i.tsx';
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
      <span className="pd-space" />
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
      <HelpMenu />
      <WhoAmI />
      <KeySession />
    </header>
  );
}

/** The keys, and the pages of the help. */
function HelpMenu() {
  const { t } = useTranslation(['shell', 'help']);
  const label = t('nav.help');
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Tooltip label={label}>
          <ActionIcon aria-label={label}>
            <IconHelp size={17} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconKeyboard size={15} stroke={1.6} />}
          rightSection={<KeyHint name="?" />}
          onClick={() => openDialog({ kind: 'help' })}
        >
          {t('help.open')}
        </Menu.Item>
        <Menu.Item
          component="a"
          href={verdictsAddress}
          leftSection={<IconShieldQuestion size={15} stroke={1.6} />}
        >
          {t('pages.verdicts', { ns: 'help' })}
        </Menu.Item>
        <Menu.Item component="a" href="#/help/api" leftSection={<IconApi size={15} stroke={1.6} />}>
          {t('pages.api', { ns: 'help' })}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item component="a" href="#/help" leftSection={<IconHelp size={15} stroke={1.6} />}>
          {t('pages.all', { ns: 'help' })}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
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
