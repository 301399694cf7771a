/** The native menu: the commands of the window under its own names and keys, each of them once. */
import type { MenuItemConstructorOptions } from 'electron';
import type { MenuCommand, OfferedCommand, OfferedMenu } from './commands.ts';

export interface MenuOptions {
  readonly platform: NodeJS.Platform;
  /** Whether the developer's tools are offered. */
  readonly isDevelopment: boolean;
  /** What the window said last; undefined before it has spoken. */
  readonly offered: OfferedMenu | undefined;
  readonly send: (command: MenuCommand) => void;
  readonly openDataFolder: () => void;
}

/** Menu before the window has spoken, and if it never does. */
export const usual: OfferedMenu = {
  titles: {
    file: 'File',
    view: 'View',
    go: 'Go',
    ledger: 'Ledger',
    help: 'Help',
    dataFolder: 'Open the data folder',
  },
  commands: (
    [
      ['decision.new', 'New decision…', 'do'],
      ['import.open', 'Import…', 'do'],
      ['verification.start', 'Verify the ledger', 'do'],
      ['workspace.local', 'Open your own ledger', 'do'],
      ['workspace.demo', 'Open the demo ledger', 'do'],
      ['workspace.reset-demo', 'Make the demo ledger anew…', 'do'],
      ['palette.open', 'Command palette', 'view'],
      ['navigation.toggle', 'Show or hide the navigation', 'view'],
      ['theme.toggle', 'Light or dark', 'view'],
      ['help.open', 'Keyboard shortcuts', 'view'],
    ] as const
  ).map(([id, title, group]) => ({ id, title, group, keys: [], enabled: true })),
  leaving: {
    title: 'Leave without sending?',
    text: 'What you typed is lost.',
    leave: 'Leave',
    stay: 'Stay',
  },
};

/** Keys that the menus of every program have, which the console itself leaves alone. */
const usualKeys: Readonly<Record<string, string>> = {
  'decision.new': 'CmdOrCtrl+N',
  'import.open': 'CmdOrCtrl+O',
  'palette.open': 'CmdOrCtrl+K',
  'zoom.in': 'CmdOrCtrl+Plus',
  'zoom.out': 'CmdOrCtrl+-',
  'zoom.reset': 'CmdOrCtrl+0',
};

/** Not in the menu: the menu of editing has its own, which also works in text fields. */
const elsewhere: ReadonlySet<string> = new Set(['undo']);

type Place = 'make' | 'workspace' | 'view' | 'section' | 'place' | 'ledger' | 'help';

/** Where a command stands, by the first word of its name and by what it does. */
function placeOf({ id, group }: OfferedCommand): Place {
  const area = id.split('.')[0] ?? '';
  if (area === 'workspace') return 'workspace';
  if (area === 'help' || area === 'tour') return 'help';
  if (area === 'verification' || area === 'checkpoint' || area === 'bundle') return 'ledger';
  if (area === 'go') return /^go\.[a-z]+$/.test(id) ? 'section' : 'place';
  if (group === 'go') return 'place';
  if (area === 'palette' || group === 'view') return 'view';
  return 'make';
}

/** The menu, top to bottom. */
export function menuTemplate(options: MenuOptions): MenuItemConstructorOptions[] {
  const { platform, isDevelopment, send, offered = usual } = options;
  const isMac = platform === 'darwin';
  const { titles } = offered;
  const items = (place: Place): MenuItemConstructorOptions[] =>
    offered.commands
      .filter((command) => !elsewhere.has(command.id) && placeOf(command) === place)
      .map(({ id, title, keys, enabled }) => {
        const accelerator = acceleratorOf(id, keys);
        return {
          id,
          label: title.replaceAll('&', '&&'),
          enabled,
          click: () => send(id),
          ...(accelerator === undefined ? {} : { accelerator }),
        };
      });
  const [sections, places, make, ledger] = [
    items('section'),
    items('place'),
    items('make'),
    items('ledger'),
  ];

  return [
    ...(isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: `&${titles.file}`,
      submenu: inParts([make, items('workspace'), [{ role: isMac ? 'close' : 'quit' }]]),
    },
    // On a Mac, cut, copy and paste work only when the menu has them.
    { role: 'editMenu' },
    {
      label: `&${titles.view}`,
      submenu: inParts([
        items('view'),
        [{ role: 'togglefullscreen' }],
        isDevelopment ? [{ role: 'reload' }, { role: 'toggleDevTools' }] : [],
      ]),
    },
    ...menuOf(`&${titles.go}`, [sections, places]),
    ...menuOf(`&${titles.ledger}`, [ledger]),
    ...(isMac ? [{ role: 'windowMenu' } as const] : []),
    {
      label: `&${titles.help}`,
      role: 'help',
      submenu: inParts([
        items('help'),
        [{ label: titles.dataFolder, click: options.openDataFolder }],
        isMac ? [] : [{ role: 'about' }],
      ]),
    },
  ];
}

/** A menu of these parts; none where all of them are empty. */
function menuOf(
  label: string,
  parts: readonly MenuItemConstructorOptions[][],
): MenuItemConstructorOptions[] {
  return parts.every((part) => part.length === 0) ? [] : [{ label, submenu: inParts(parts) }];
}

/** Parts below each other with a line between them. */
function inParts(parts: readonly MenuItemConstructorOptions[][]): MenuItemConstructorOptions[] {
  return parts
    .filter((part) => part.length > 0)
    .flatMap((part, index) => (index === 0 ? part : [{ type: 'separator' } as const, ...part]));
}

const keyNames: Readonly<Record<string, string>> = {
  mod: 'CmdOrCtrl',
  alt: 'Alt',
  shift: 'Shift',
  escape: 'Escape',
  enter: 'Enter',
  space: 'Space',
};

/**
 * A key as the menu writes it. A key without Ctrl, Cmd or Alt is left to the window: in a menu it
 * would be taken away from whoever types.
 */
function acceleratorOf(id: string, keys: readonly string[]): string | undefined {
  const named = usualKeys[id];
  if (named !== undefined) return named;
  const key = keys.find((each) => /^(mod|alt)\+|^f\d{1,2}$/.test(each));
  return key
    ?.split('+')
    .map((part) => keyNames[part] ?? part.toUpperCase())
    .join('+');
}
