/** The native menu: the console's commands under their usual names and keys. */
import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommand } from './commands.ts';

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  /** Whether the developer's tools are offered. */
  readonly isDevelopment: boolean;
  readonly send: (command: MenuCommand) => void;
  readonly openDataFolder: () => void;
}

/** The menu, top to bottom. */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const { platform, isDevelopment, send } = options;
  const isMac = platform === 'darwin';
  const item = (label: string, command: MenuCommand, accelerator?: string) => ({
    label,
    click: () => send(command),
    ...(accelerator === undefined ? {} : { accelerator }),
  });
  const line: MenuItemConstructorOptions = { type: 'separator' };

  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: '&File',
      submenu: [
        item('New decision…', 'decision.new', 'CmdOrCtrl+N'),
        item('Import…', 'import.open', 'CmdOrCtrl+O'),
        line,
        item('Verify the ledger', 'verification.start'),
        line,
        item('Open your own ledger', 'workspace.local'),
        item('Open the demo ledger', 'workspace.demo'),
        item('Make the demo ledger anew…', 'workspace.reset-demo'),
        line,
        { role: isMac ? 'close' : 'quit' },
      ],
    },
    // On a Mac, cut, copy and paste work only when the menu has them.
    { role: 'editMenu' },
    {
      label: '&View',
      submenu: [
        item('Command palette', 'palette.open', 'CmdOrCtrl+K'),
        item('Show or hide the navigation', 'navigation.toggle'),
        item('Light or dark', 'theme.toggle'),
        line,
        { role: 'resetZoom' },
        { role: 'zoomIn' },
        { role: 'zoomOut' },
        { role: 'togglefullscreen' },
        ...(isDevelopment ? ([line, { role: 'reload' }, { role: 'toggleDevTools' }] as const) : []),
      ],
    },
    ...(isMac ? [{ role: 'windowMenu' } as const] : []),
    {
      label: '&Help',
      role: 'help',
      submenu: [
        item('Keyboard shortcuts', 'help.open'),
        { label: 'Open the data folder', click: options.openDataFolder },
        ...(isMac ? [] : ([line, { role: 'about' }] as const)),
      ],
    },
  ];
}
