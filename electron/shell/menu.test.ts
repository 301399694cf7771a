/** The menu mirrors what the window offers: each command once, with its name, key and state. */
import type { MenuItemConstructorOptions } from 'electron';
import { describe, expect, it } from 'vitest';
import type { OfferedMenu } from './commands.ts';
import { menuTemplate } from './menu.ts';

const offered: OfferedMenu = {
  titles: {
    file: 'Datei',
    view: 'Ansicht',
    go: 'Gehe zu',
    ledger: 'Buch',
    help: 'Hilfe',
    dataFolder: 'Ordner öffnen',
  },
  leaving: { title: 'T', text: 'X', leave: 'L', stay: 'S' },
  commands: [
    { id: 'go.decisions', title: 'Entscheidungen', group: 'go', keys: ['alt+2'], enabled: true },
    { id: 'go.billing-invoices', title: 'Rechnungen', group: 'go', keys: [], enabled: true },
    { id: 'palette.open', title: 'Befehle', group: 'do', keys: ['mod+k'], enabled: true },
    { id: 'decision.new', title: 'Neu…', group: 'do', keys: [], enabled: false },
    { id: 'list.search', title: 'R&D suchen', group: 'view', keys: ['/'], enabled: true },
    { id: 'pane.next', title: 'Bereich', group: 'view', keys: ['f6'], enabled: true },
    { id: 'verification.start', title: 'Prüfen', group: 'do', keys: [], enabled: true },
    { id: 'workspace.demo', title: 'Demo', group: 'do', keys: [], enabled: true },
    { id: 'undo', title: 'Zurück', group: 'do', keys: ['mod+z'], enabled: true },
    { id: 'help.open', title: 'Tasten', group: 'view', keys: ['?'], enabled: true },
  ],
};

function template(changes: Partial<Parameters<typeof menuTemplate>[0]> = {}) {
  const sent: string[] = [];
  const menus = menuTemplate({
    platform: 'linux',
    isDevelopment: false,
    offered,
    send: (command) => sent.push(command),
    openDataFolder: () => sent.push('folder'),
    ...changes,
  });
  const items = menus.flatMap(({ submenu }) => (Array.isArray(submenu) ? submenu : []));
  return { menus, items, sent };
}

const labelsOf = (menus: readonly MenuItemConstructorOptions[]) =>
  menus.map(({ label, role }) => label ?? role);

describe('The menu', () => {
  it('has every offered command once, in the words of the window, and sends its name', () => {
    const { menus, items, sent } = template();
    expect(labelsOf(menus)).toEqual([
      '&Datei',
      'editMenu',
      '&Ansicht',
      '&Gehe zu',
      '&Buch',
      '&Hilfe',
    ]);
    const ids = items.flatMap(({ id }) => id ?? []);
    const expected = offered.commands.map(({ id }) => id).filter((id) => id !== 'undo');
    expect(ids.toSorted()).toEqual(expected.toSorted());
    for (const item of items) {
      if (item.id !== undefined) Reflect.apply(item.click ?? (() => undefined), item, []);
    }
    expect(sent.toSorted()).toEqual(expected.toSorted());
  });

  it('says which of them cannot be done now', () => {
    const disabled = template().items.filter(({ enabled }) => enabled === false);
    expect(disabled.map(({ id }) => id)).toEqual(['decision.new']);
  });

  it('takes only keys that nobody types with', () => {
    const keys = template().items.flatMap(({ id, accelerator }) =>
      accelerator === undefined ? [] : [[id, accelerator]],
    );
    expect(Object.fromEntries(keys)).toEqual({
      'go.decisions': 'Alt+2',
      'palette.open': 'CmdOrCtrl+K',
      'decision.new': 'CmdOrCtrl+N',
      'pane.next': 'F6',
    });
  });

  it('shows a sign in a name as it is', () => {
    expect(template().items.find(({ id }) => id === 'list.search')?.label).toBe('R&&D suchen');
  });

  it('is a sensible one before the window has spoken', () => {
    const { menus, items } = template({ offered: undefined });
    expect(labelsOf(menus)).toEqual(['&File', 'editMenu', '&View', '&Ledger', '&Help']);
    expect(items.some(({ id }) => id === 'verification.start')).toBe(true);
  });

  it('has its own first menu on a Mac, and developer tools only while developing', () => {
    expect(labelsOf(template({ platform: 'darwin' }).menus)[0]).toBe('appMenu');
    const rolesOf = (isDevelopment: boolean) =>
      template({ isDevelopment }).items.map(({ role }) => role);
    expect(rolesOf(true)).toContain('toggleDevTools');
    expect(rolesOf(false)).not.toContain('toggleDevTools');
  });
});
