/** What the desktop shell's preload offers; a browser has none of it. */

/** The shape of `window.proofdesk`. */
export interface DesktopBridge {
  /** Calls `listener` with the name of each command chosen in the native menu; the answer unsubscribes. */
  readonly onCommand?: (listener: (command: string) => void) => () => void;
  readonly platform?: string;
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
