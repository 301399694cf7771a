/** The one window: opened at the console's address, brought back when its page crashes or hangs. */
import type {
  BrowserWindow,
  BrowserWindowConstructorOptions,
  MessageBoxOptions,
  MessageBoxSyncOptions,
} from 'electron';
import { appOrigin } from '../policy/internal-url.ts';
import { windowOptions } from '../policy/window-options.ts';
import { channels, type LeavingWords, type MenuCommand } from './commands.ts';

/** Members of a BrowserWindow that are used here. */
export type ShellWindow = Pick<
  BrowserWindow,
  'on' | 'once' | 'show' | 'focus' | 'restore' | 'isMinimized' | 'loadURL' | 'close' | 'destroy'
> & { readonly webContents: Pick<BrowserWindow['webContents'], 'on' | 'send' | 'reload'> };

export interface MainWindowOptions {
  readonly create: (options: BrowserWindowConstructorOptions) => ShellWindow;
  readonly ask: (question: MessageBoxOptions) => Promise<{ response: number }>;
  /** The same while everything waits: a page that goes cannot. Answers the index of the button. */
  readonly askNow: (question: MessageBoxSyncOptions) => number;
  /** The words of the question before typed text is lost, as the page has told them. */
  readonly leavingWords: () => LeavingWords;
  readonly quit: () => void;
  readonly preload: string;
  readonly isDark: () => boolean;
  readonly log: (line: string) => void;
}

/** A page that hangs, or is gone, answers neither to a closing nor to a question; milliseconds. */
const patienceMs = 5_000;

export class MainWindow {
  readonly #options: MainWindowOptions;
  #window: ShellWindow | undefined;
  /** Told when somebody was asked whether to leave what is typed: whether they do. */
  #answered: ((leaves: boolean) => void) | undefined;

  constructor(options: MainWindowOptions) {
    this.#options = options;
  }

  /** Opens the window, or brings the open one to the front. */
  show(): void {
    if (this.#window === undefined) {
      this.#window = this.#open();
      return;
    }
    if (this.#window.isMinimized()) this.#window.restore();
    this.#window.show();
    this.#window.focus();
  }

  send(command: MenuCommand): void {
    this.#window?.webContents.send(channels.command, command);
  }

  /** Tells the page that there is something to open. */
  tellArrival(): void {
    this.#window?.webContents.send(channels.arrived);
  }

  /** Closes the window; answers false where somebody stays for the sake of what is typed in it. */
  close(): Promise<boolean> {
    const closing = this.#window;
    if (closing === undefined) return Promise.resolve(true);
    return new Promise((resolve) => {
      const hangs = setTimeout(() => closing.destroy(), patienceMs);
      const end = (isClosed: boolean) => {
        clearTimeout(hangs);
        this.#answered = undefined;
        resolve(isClosed);
      };
      this.#answered = (leaves) => {
        if (!leaves) end(false);
      };
      closing.once('closed', () => end(true));
      closing.close();
    });
  }

  destroy(): void {
    this.#window?.destroy();
    this.#window = undefined;
  }

  #open(): ShellWindow {
    const opened = this.#options.create(
      windowOptions({
        preload: this.#options.preload,
        title: 'Proofdesk',
        dark: this.#options.isDark(),
      }),
    );
    opened.once('ready-to-show', () => opened.show());
    opened.on('closed', () => {
      if (this.#window === opened) this.#window = undefined;
    });
    opened.webContents.on('will-prevent-unload', (event) => {
      const leaves = this.#asksToLeave();
      if (leaves) event.preventDefault();
      this.#answered?.(leaves);
    });
    opened.webContents.on('render-process-gone', (_event, { reason }) => {
      if (reason === 'clean-exit') return;
      this.#options.log(`The window's page ended: ${reason}.`);
      void this.#offerReload(opened, 'The window stopped working.');
    });
    opened.on('unresponsive', () => {
      this.#options.log('The window does not answer.');
      void this.#offerReload(opened, 'The window does not answer.');
    });
    opened.loadURL(`${appOrigin}/`).catch((error: unknown) => {
      this.#options.log(`The console did not load: ${error instanceof Error ? error.message : ''}`);
    });
    return opened;
  }

  /** Whoever presses Escape or closes the question stays. */
  #asksToLeave(): boolean {
    const { title, text, leave, stay } = this.#options.leavingWords();
    const response = this.#options.askNow({
      type: 'question',
      message: title,
      detail: text,
      buttons: [stay, leave],
      defaultId: 0,
      cancelId: 0,
      noLink: true,
    });
    return response === 1;
  }

  async #offerReload(broken: ShellWindow, message: string): Promise<void> {
    const { response } = await this.#options.ask({
      type: 'error',
      message,
      detail: 'The ledger is not affected: it is kept by another part of Proofdesk.',
      buttons: ['Reload', 'Wait', 'Quit'],
      defaultId: 0,
      cancelId: 1,
      noLink: true,
    });
    if (this.#window !== broken) return;
    if (response === 0) broken.webContents.reload();
    if (response === 2) this.#options.quit();
  }
}
