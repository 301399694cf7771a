/** What the desktop shell's preload offers; a browser has none of it. */

/** Parts that the native menu is made of. */
export interface OfferedMenu {
  readonly titles: Readonly<
    Record<'file' | 'view' | 'go' | 'ledger' | 'help' | 'dataFolder', string>
  >;
  readonly commands: readonly {
    readonly id: string;
    readonly title: string;
    readonly group: 'go' | 'do' | 'row' | 'view';
    readonly keys: readonly string[];
    readonly enabled: boolean;
  }[];
  /** What the shell asks before typed text is lost with the window. */
  readonly leaving: Readonly<Record<'title' | 'text' | 'leave' | 'stay', string>>;
}

/** The shape of `window.proofdesk`. */
export interface DesktopBridge {
  /** Calls `listener` with the name of each command chosen in the native menu; the answer unsubscribes. */
  readonly onCommand?: (listener: (command: string) => void) => () => void;
  /** Calls `listener` when the system asked to open something; the answer unsubscribes. */
  readonly onArrival?: (listener: () => void) => () => void;
  /** What the system asked to open since this was asked last. */
  readonly takeOpened?: () => Promise<unknown>;
  readonly platform?: string;
  /** Tells the shell which commands there are, for its menu (electron/shell/commands.ts, OfferedMenu). */
  readonly offerCommands?: (menu: OfferedMenu) => Promise<unknown>;
  /** Shows everything in the window larger or smaller; 1 is the size as it is drawn. */
  readonly zoom?: (factor: number) => void;
}

declare global {
  interface Window {
    readonly proofdesk?: DesktopBridge;
  }
}

/** The bridge, or undefined in a browser. */
export function desktopBridge(): DesktopBridge | undefined {
  return window.proofdesk;
}
