/** Tells the desktop's menu which commands there are, whenever they, their names or their states change. */
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useOfferedCommands } from '../ui/commands/commands.ts';
import { desktopBridge, type OfferedMenu } from '../ui/desktop-bridge.ts';

/** Does nothing in a browser. */
export function useMenuMirror(): void {
  const { t } = useTranslation(['help', 'common']);
  const commands = useOfferedCommands();
  const told = useRef('');
  // After every render: whether a command can be run is known only by asking it.
  useEffect(() => {
    const bridge = desktopBridge();
    if (bridge?.offerCommands === undefined) return;
    const menu: OfferedMenu = {
      titles: {
        file: t('menu.file'),
        view: t('menu.view'),
        go: t('menu.go'),
        ledger: t('menu.ledger'),
        help: t('menu.help'),
        dataFolder: t('menu.dataFolder'),
      },
      commands: commands
        .filter(({ scope }) => scope === 'global')
        .map(({ id, title, group, keys = [], isEnabled }) => ({
          id,
          title,
          group,
          keys,
          enabled: isEnabled?.() !== false,
        })),
      leaving: {
        title: t('leave.title', { ns: 'common' }),
        text: t('leave.text', { ns: 'common' }),
        leave: t('leave.leave', { ns: 'common' }),
        stay: t('leave.stay', { ns: 'common' }),
      },
    };
    const text = JSON.stringify(menu);
    if (text === told.current) return;
    told.current = text;
    // A menu that cannot be told keeps what it has.
    bridge.offerCommands(menu).catch(() => undefined);
  });
}
