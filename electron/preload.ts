/** What the console's page gets of the desktop: a handful of named functions, nothing of Electron. */
import { contextBridge, ipcRenderer } from 'electron';
import { channels, type ShellInformation } from './shell/commands.ts';

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

  /** Version, data directory and how the ledger's key is kept. */
  information: (): Promise<ShellInformation> => ipcRenderer.invoke(channels.information),
});
