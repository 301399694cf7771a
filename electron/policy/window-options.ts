/** The security floor of a window. */
import type { BrowserWindowConstructorOptions, WebPreferences } from 'electron';

/** Exactly these: what is left to a default is one upgrade away from being different. */
export function webPreferences(preload: string): WebPreferences {
  return {
    preload,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    safeDialogs: true,
    spellcheck: false,
    enableWebSQL: false,
    plugins: false,
  };
}

/** A window that shows itself once its page has painted. */
export function windowOptions(options: {
  readonly preload: string;
  readonly title: string;
  readonly dark: boolean;
}): BrowserWindowConstructorOptions {
  return {
    title: options.title,
    width: 1_440,
    height: 900,
    minWidth: 960,
    minHeight: 600,
    show: false,
    backgroundColor: options.dark ? '#1f2229' : '#ffffff',
    webPreferences: webPreferences(options.preload),
  };
}
