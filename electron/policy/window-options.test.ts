/** The exact preferences of the window: a change here is a change of the security floor. */
import { describe, expect, it } from 'vitest';
import { webPreferences, windowOptions } from './window-options.ts';

describe('window options', () => {
  it('have exactly these web preferences', () => {
    expect(webPreferences('/app/preload.cjs')).toEqual({
      preload: '/app/preload.cjs',
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
    });
  });

  it('are no smaller than the layout, and show the window only when it has painted', () => {
    const options = windowOptions({ preload: '/p', title: 'Proofdesk', dark: true });
    expect(options).toMatchObject({ minWidth: 960, minHeight: 600, show: false });
    expect(options.backgroundColor).toBe('#1f2229');
    expect(windowOptions({ preload: '/p', title: 'T', dark: false }).backgroundColor).toBe(
      '#ffffff',
    );
  });
});
