/** The one window: opened at the console's address, brought back when its page crashes or hangs. */
import type { BrowserWindow, BrowserWindowConstructorOptions, MessageBoxOptions } from 'electron';
import { appOrigin } from '../policy/internal-url.ts';
import { windowOptions } from '../policy/window-options.ts';
import { channels, type MenuCommand } from './commands.ts';

/** What is used of a BrowserWindow. */
export type ShellWindow = Pick<
  BrowserWindow,
  'on' | 'once' | 'show' | 'focus' | 'restore' | 'isMinimized' | 'loadURL' | 'destroy'
> & { readonly webContents: Pick<BrowserWindow['webContents'], 'on' | 'send' | 'reload'> };

export interface MainWindowOptions {
  readonly create: (options: BrowserWindowConstructorOptions) => ShellWindow;
  readonly ask: (question: MessageBoxOptions) => Promise<{ response: number }>;
  readonly quit: () => void;
  readonly preload: string;
  readonly isDark: () => boolean;
  readonly log: (line: string) => void;
}

export interface MainWindow {
  /** Opens the window, or brings the open one to the front. */
  show(): void;
  send(command: MenuCommand): void;
  /** Tells the page that there is something to open. */
  tellArrival(): void;
  destroy(): void;
}

export function createMainWindow(options: MainWindowOptions): MainWindow {
  let window: ShellWindow | undefined;

  function open(): ShellWindow {
    const opened = options.create(
      windowOptions({ preload: options.preload, title: 'Proofdesk', dark: options.isDark() }),
    );
    opened.once('ready-to-show', () => opened.show());
    opened.on('closed', () => {
      if (window === opened) window = undefined;
    });
    opened.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit') return;
      options.log(`The window's page ended: ${reason}.`);
      void offerReload(opened, 'The window stopped working.');
    });
    opened.on('unresponsive', () => {
      options.log('The window does not answer.');
      void offerReload(opened, 'The window does not answer.');
    });
    opened.loadURL(`${appOrigin}/`).catch((error: unknown) => {
      options.log(`The console did not load: ${error instanceof Error ? error.message : ''}`);
    });
    return opened;
  }

  async function offerReload(broken: ShellWindow, message: string): Promise<void> {
    const { response } = await options.ask({
      type: 'error',
      message,
      detail: 'The ledger is not affected: it is kept by another part of Proofdesk.',
      buttons: ['Reload', 'Wait', 'Quit'],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    });
    if (window !== broken) return;
    if (response === 0) broken.webContents.reload();
    if (response === 2) options.quit();
  }

  return {
    show() {
      if (window === undefined) {
        window = open();
        return;
      }
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    send(command) {
      window?.webContents.send(channels.command, command);
    },
    tellArrival() {
      window?.webContents.send(channels.arrived);
    },
    destroy() {
      window?.destroy();
      window = undefined;
    },
  };
}
