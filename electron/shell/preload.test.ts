/** What a page finds at `window.proofdesk`: these functions and nothing of Electron. */
import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { channels } from './commands.ts';

const bridgeSchema = z.strictObject({
  platform: z.string(),
  onCommand: z.function({
    input: [z.custom<(command: string) => void>()],
    output: z.custom<() => void>(),
  }),
  onArrival: z.function({ input: [z.custom<() => void>()], output: z.custom<() => void>() }),
  takeOpened: z.function({ input: [], output: z.promise(z.unknown()) }),
  offerCommands: z.function({ input: [z.unknown()], output: z.promise(z.unknown()) }),
  zoom: z.function({ input: [z.unknown()], output: z.void() }),
  information: z.function({ input: [], output: z.promise(z.unknown()) }),
});

let renderer: EventEmitter & { invoke: (...message: unknown[]) => Promise<unknown> };
let exposed: Record<string, unknown>;
let invoked: unknown[][];
let zoomed: unknown[];

beforeEach(async () => {
  vi.resetModules();
  invoked = [];
  zoomed = [];
  exposed = {};
  renderer = Object.assign(new EventEmitter(), {
    invoke: async (...message: unknown[]) => {
      invoked.push(message);
      return { version: '1.2.3' };
    },
  });
  vi.doMock('electron', () => ({
    contextBridge: {
      exposeInMainWorld: (name: string, value: unknown) => {
        exposed[name] = value;
      },
    },
    ipcRenderer: renderer,
    webFrame: { setZoomFactor: (factor: unknown) => zoomed.push(factor) },
  }));
  await import('../preload.ts');
});

describe('preload', () => {
  it('exposes one object of five members', () => {
    expect(Object.keys(exposed)).toEqual(['proofdesk']);
    expect(bridgeSchema.parse(exposed['proofdesk']).platform).toBe(process.platform);
  });

  it('hands on the names of commands, never the event, until it is told to stop', () => {
    const heard: unknown[][] = [];
    const { onCommand } = bridgeSchema.parse(exposed['proofdesk']);
    const stop = onCommand((...given: unknown[]) => heard.push(given));
    renderer.emit(channels.command, { sender: 'secret' }, 'import.open');
    renderer.emit(channels.command, { sender: 'secret' }, { not: 'a name' });
    renderer.emit(channels.command, { sender: 'secret' });
    stop();
    renderer.emit(channels.command, { sender: 'secret' }, 'help.open');
    expect(heard).toEqual([['import.open']]);
    expect(renderer.listenerCount(channels.command)).toBe(0);
  });

  it('says that something arrived and hands it over when asked, with nothing of the event', async () => {
    const heard: unknown[][] = [];
    const { onArrival, takeOpened } = bridgeSchema.parse(exposed['proofdesk']);
    const stop = onArrival((...given: unknown[]) => heard.push(given));
    renderer.emit(channels.arrived, { sender: 'secret' }, 'more');
    stop();
    renderer.emit(channels.arrived, { sender: 'secret' });
    expect(heard).toEqual([[]]);
    await takeOpened();
    expect(invoked).toEqual([[channels.opened]]);
  });

  it('hands the offered commands on to their channel', async () => {
    const { offerCommands } = bridgeSchema.parse(exposed['proofdesk']);
    await offerCommands({ commands: [] });
    expect(invoked).toEqual([[channels.offer, { commands: [] }]]);
  });

  it('zooms within its bounds', () => {
    const { zoom } = bridgeSchema.parse(exposed['proofdesk']);
    for (const factor of [1.5, 0.8, 2, 0.1, 5, Number.NaN, 'big']) zoom(factor);
    expect(zoomed).toEqual([1.5, 0.8, 2]);
  });

  it('asks for the information on its channel, and sends nothing along', async () => {
    const { information } = bridgeSchema.parse(exposed['proofdesk']);
    expect(await information()).toEqual({ version: '1.2.3' });
    expect(invoked).toEqual([[channels.information]]);
  });
});
