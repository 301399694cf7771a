/** What the console's page gets of the desktop: a handful of named functions, nothing of Electron. */
import { contextBridge, ipcRenderer, webFrame } from 'electron';
import { channels, type OpenedThing, type ShellInformation } from './shell/commands.ts';

contextBridge.exposeInMainWorld('proofdesk', {
  platform: process.platform,

  /** Calls `listener` with the name of each command chosen in the menu, until the answer is called. */
  onCommand(listener: (command: string) => void): () => void {
    const receive = (_event: unknown, command: unknown) => {
      if (typeof command === 'string') listener(command);
    };
    ipcRenderer.on(channels.command, receive);
    return () => void ipcRenderer.off(channels.command, receive);
  },

  /** Calls `listener` when the system asked to open something, until the answer is called. */
  onArrival(listener: () => void): () => void {
    const receive = () => listener();
    ipcRenderer.on(channels.arrived, receive);
    return () => void ipcRenderer.off(channels.arrived, receive);
  },

  /** What the system asked to open since this was asked last. */
  takeOpened: (): Promise<readonly OpenedThing[]> => ipcRenderer.invoke(channels.opened),

  /** Tells which commands there are; what is not in the agreed form is refused. */
  offerCommands: (menu: unknown): Promise<unknown> => ipcRenderer.invoke(channels.offer, menu),

  /** Shows everything larger or smaller, from 0.8 to 2; anything else is not done. */
  zoom(factor: number): void {
    if (factor >= 0.8 && factor <= 2) webFrame.setZoomFactor(factor);
  },

  /** Version, data directory and how the ledger's key is kept. */
  information: (): Promise<ShellInformation> => ipcRenderer.invoke(channels.information),
});
