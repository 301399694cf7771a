/** A stand-in for `electron` with the effects a test looks at. Types of the real one keep it honest. */
import { EventEmitter } from 'node:events';
import type {
  App,
  BrowserWindowConstructorOptions,
  CustomScheme,
  MessageBoxOptions,
  MessageBoxSyncOptions,
  Protocol,
  SafeStorage,
  Shell,
} from 'electron';

// What Electron calls, as far as a test can play it: fewer details than the real callbacks get.
type PermissionRequestHandler = (
  contents: unknown,
  permission: string,
  answer: (granted: boolean) => void,
  details: { requestingUrl: string },
) => void;
type PermissionCheckHandler = (contents: unknown, permission: string, origin: string) => boolean;
type RequestListener = (
  details: { url: string },
  answer: (reply: { cancel?: boolean }) => void,
) => void;
type WindowOpenHandler = (details: { url: string }) => { action: string };
type InvokeHandler = (event: { senderFrame: FakeFrame | null }, ...given: unknown[]) => unknown;
type ProtocolHandler = Parameters<Protocol['handle']>[1];

export interface FakeFrame {
  readonly url: string;
  readonly parent: object | null;
}

interface FakeMenuItem {
  readonly label?: string;
  readonly role?: string;
  readonly click?: () => void;
  readonly submenu?: readonly FakeMenuItem[];
}

export class FakeWebContents extends EventEmitter {
  readonly sent: unknown[][] = [];
  reloads = 0;
  openHandler: WindowOpenHandler | undefined;

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.openHandler = handler;
  }

  send(...message: unknown[]): void {
    this.sent.push(message);
  }

  reload(): void {
    this.reloads += 1;
  }

  /** What becomes of a navigation event of this name: prevented or not. */
  isPrevented(event: string, url: string): boolean {
    let prevented = false;
    this.emit(event, {
      url,
      preventDefault: () => {
        prevented = true;
      },
    });
    return prevented;
  }
}

/** Everything that main.ts takes from `electron`, and what was done with it. */
export class FakeElectron {
  /** Effects in their order. */
  readonly journal: string[] = [];
  readonly schemes: CustomScheme[][] = [];
  readonly windows: FakeWindow[] = [];
  readonly opened: string[] = [];
  /** Schemes of links that the application took over. */
  readonly links: string[] = [];
  readonly questions: (MessageBoxOptions | MessageBoxSyncOptions)[] = [];
  readonly handlers = new Map<string, InvokeHandler>();
  readonly protocols = new Map<string, ProtocolHandler>();
  readonly switches: string[] = [];
  menu: readonly FakeMenuItem[] = [];
  isFirstInstance = true;
  userData = '/nowhere/Proofdesk';
  /** Answers to message boxes, one after the other; the last one stays. */
  answers: number[] = [0];

  readonly #ready = Promise.withResolvers<void>();
  readonly appEvents = new EventEmitter();
  readonly sessionEvents = new EventEmitter();
  permissionRequest: PermissionRequestHandler | undefined;
  permissionCheck: PermissionCheckHandler | undefined;
  devicePermission: (() => boolean) | undefined;
  beforeRequest: RequestListener | undefined;

  readonly app = {
    isPackaged: true,
    commandLine: { appendSwitch: (name: string) => void this.switches.push(name) },
    getPath: () => this.userData,
    setPath: (name: string, path: string) => void this.journal.push(`set ${name} ${path}`),
    requestSingleInstanceLock: () => this.isFirstInstance,
    whenReady: () => this.#ready.promise,
    isReady: () => this.journal.includes('ready'),
    setAsDefaultProtocolClient: (scheme: string) => {
      this.links.push(scheme);
      return true;
    },
    quit: () => {
      this.journal.push('quit');
      this.appEvents.emit('before-quit', {
        preventDefault: () => this.journal.push('quit held'),
      });
    },
    exit: (code?: number) => void this.journal.push(`exit ${code}`),
    on: (event: string, listener: (...details: unknown[]) => void) => {
      this.appEvents.on(event, listener);
    },
  } satisfies Pick<
    App,
    | 'isPackaged'
    | 'getPath'
    | 'setPath'
    | 'requestSingleInstanceLock'
    | 'whenReady'
    | 'isReady'
    | 'setAsDefaultProtocolClient'
    | 'quit'
  > & { exit(code?: number): void; commandLine: unknown; on: unknown };

  readonly protocol = {
    registerSchemesAsPrivileged: (schemes: CustomScheme[]) => {
      this.journal.push('register scheme');
      this.schemes.push(schemes);
    },
    handle: (scheme: string, handler: ProtocolHandler) => {
      this.journal.push(`handle ${scheme}`);
      this.protocols.set(scheme, handler);
    },
  } satisfies Pick<Protocol, 'registerSchemesAsPrivileged' | 'handle'>;

  readonly dialog = {
    showMessageBox: async (question: MessageBoxOptions) => {
      this.questions.push(question);
      const response = (this.answers.length > 1 ? this.answers.shift() : this.answers[0]) ?? 0;
      return { response, checkboxChecked: false };
    },
    showMessageBoxSync: (question: MessageBoxSyncOptions) => {
      this.questions.push(question);
      return (this.answers.length > 1 ? this.answers.shift() : this.answers[0]) ?? 0;
    },
  };

  readonly ipcMain = {
    handle: (channel: string, handler: InvokeHandler) => void this.handlers.set(channel, handler),
  };

  readonly Menu = {
    buildFromTemplate: (template: readonly FakeMenuItem[]) => template,
    setApplicationMenu: (menu: readonly FakeMenuItem[]) => {
      this.menu = menu;
    },
  };

  readonly nativeTheme = { shouldUseDarkColors: true };

  readonly safeStorage = {
    isAsyncEncryptionAvailable: async () => true,
    encryptStringAsync: async (text: string) => Buffer.from(`sealed ${text}`),
    decryptStringAsync: async (bytes: Buffer) => ({
      result: bytes.toString().replace('sealed ', ''),
      shouldReEncrypt: false,
    }),
    getSelectedStorageBackend: () => 'gnome_libsecret' as const,
  } satisfies Pick<
    SafeStorage,
    | 'isAsyncEncryptionAvailable'
    | 'encryptStringAsync'
    | 'decryptStringAsync'
    | 'getSelectedStorageBackend'
  >;

  readonly session = {
    defaultSession: {
      setPermissionRequestHandler: (handler: PermissionRequestHandler) => {
        this.permissionRequest = handler;
      },
      setPermissionCheckHandler: (handler: PermissionCheckHandler) => {
        this.permissionCheck = handler;
      },
      setDevicePermissionHandler: (handler: () => boolean) => {
        this.devicePermission = handler;
      },
      setSpellCheckerEnabled: (enable: boolean) => void this.journal.push(`spellcheck ${enable}`),
      webRequest: {
        onBeforeRequest: (listener: RequestListener) => {
          this.beforeRequest = listener;
        },
      },
      on: (event: string, listener: (...details: unknown[]) => void) => {
        this.sessionEvents.on(event, listener);
      },
    },
  };

  readonly shell = {
    openExternal: async (url: string) => void this.opened.push(url),
    openPath: async (path: string) => {
      this.opened.push(path);
      return '';
    },
  } satisfies Pick<Shell, 'openExternal' | 'openPath'>;

  readonly BrowserWindow: new (options: BrowserWindowConstructorOptions) => FakeWindow;

  constructor() {
    const { journal, windows, appEvents } = this;
    this.BrowserWindow = class extends FakeWindow {
      constructor(options: BrowserWindowConstructorOptions) {
        super(options, journal);
        windows.push(this);
        appEvents.emit('web-contents-created', {}, this.webContents);
      }
    };
  }

  /** The module, as an import of `electron` gets it. */
  exports(): Record<string, unknown> {
    const { app, BrowserWindow, dialog, ipcMain, Menu } = this;
    const { nativeTheme, protocol, safeStorage, session, shell } = this;
    return {
      app,
      BrowserWindow,
      dialog,
      ipcMain,
      Menu,
      nativeTheme,
      protocol,
      safeStorage,
      session,
      shell,
    };
  }

  /** Emits `ready` as Electron does: once, after main.ts was evaluated. */
  becomeReady(): void {
    this.journal.push('ready');
    this.#ready.resolve();
  }

  /** Sends an invoke message as the frame would. */
  async invoke(channel: string, frame: FakeFrame | null, ...given: unknown[]): Promise<unknown> {
    const handler = this.handlers.get(channel);
    if (handler === undefined) throw new Error(`Nobody handles ${channel}.`);
    return handler({ senderFrame: frame }, ...given);
  }

  /** The items of all menus. */
  menuItems(): FakeMenuItem[] {
    return this.menu.flatMap((menu) => menu.submenu ?? []);
  }

  /** Chooses a menu item by its label. */
  choose(label: string): void {
    const item = this.menuItems().find((each) => each.label === label);
    if (item?.click === undefined) throw new Error(`The menu has no ${label}.`);
    item.click();
  }

  /** How a permission is answered, when it is asked for and when it is checked. */
  permission(name: string, url: string): boolean[] {
    const answers: boolean[] = [];
    this.permissionRequest?.({}, name, (granted) => answers.push(granted), { requestingUrl: url });
    answers.push(this.permissionCheck?.({}, name, url) ?? true);
    return answers;
  }

  /** Whether a request of the window is canceled. */
  isCanceled(url: string): boolean | undefined {
    let canceled: boolean | undefined;
    this.beforeRequest?.({ url }, ({ cancel }) => {
      canceled = cancel;
    });
    return canceled;
  }

  /** Whether a download is refused. */
  isDownloadRefused(url: string): boolean {
    let refused = false;
    const event = {
      preventDefault: () => {
        refused = true;
      },
    };
    this.sessionEvents.emit('will-download', event, { getURL: () => url });
    return refused;
  }
}

export class FakeWindow extends EventEmitter {
  readonly webContents = new FakeWebContents();
  readonly options: BrowserWindowConstructorOptions;
  readonly loaded: string[] = [];
  isShown = false;
  isFocused = false;
  minimized = false;
  /** Whether its page asks before it goes. */
  holdsText = false;
  /** Whether its page answers nothing any more. */
  hangs = false;
  readonly #journal: string[];

  constructor(options: BrowserWindowConstructorOptions, journal: string[]) {
    super();
    this.options = options;
    this.#journal = journal;
    journal.push('open window');
  }

  async loadURL(url: string): Promise<void> {
    this.loaded.push(url);
  }

  show(): void {
    this.isShown = true;
  }

  focus(): void {
    this.isFocused = true;
  }

  isMinimized(): boolean {
    return this.minimized;
  }

  restore(): void {
    this.minimized = false;
  }

  /** As Electron does it: the page is asked first, and then whoever is in front of it. */
  close(): void {
    this.#journal.push('close window');
    if (this.hangs) return;
    if (!this.holdsText || this.webContents.isPrevented('will-prevent-unload', '')) {
      this.emit('closed');
    }
  }

  destroy(): void {
    this.#journal.push('destroy window');
    this.emit('closed');
  }
}
