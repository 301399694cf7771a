/** Messages from the window: only its own top frame is heard, and only in the agreed form. */
import type { IpcMain, IpcMainInvokeEvent } from 'electron';
import { z } from 'zod';
import { isInternalUrl } from '../policy/internal-url.ts';
import { channels, type OfferedMenu, type OpenedThing, type ShellInformation } from './commands.ts';

/** What is checked of a sender. */
type Sender = Pick<IpcMainInvokeEvent, 'senderFrame'>;

/** Whether a message comes from the console's own page, not from a frame inside it or what replaced it. */
function isTrustedSender({ senderFrame }: Sender): boolean {
  return senderFrame !== null && senderFrame.parent === null && isInternalUrl(senderFrame.url);
}

/**
 * Answers `channel` with `handler`, given arguments that match `schema`.
 * Everybody else's message is rejected, without saying why.
 */
function handleTrusted<Arguments extends z.ZodTuple>(
  ipcMain: Pick<IpcMain, 'handle'>,
  channel: string,
  schema: Arguments,
  handler: (...given: z.output<Arguments>) => unknown,
): void {
  ipcMain.handle(channel, (event, ...given: unknown[]) => {
    const parsed = isTrustedSender(event) ? schema.safeParse(given) : undefined;
    if (parsed?.success !== true) throw new Error(`${channel} was refused.`);
    return handler(...parsed.data);
  });
}

/** Answers the window's question about what the API cannot know. */
export function answerInformation(
  ipcMain: Pick<IpcMain, 'handle'>,
  information: () => ShellInformation,
): void {
  handleTrusted(ipcMain, channels.information, z.tuple([]), information);
}

/** Answers the window's question for what the system asked to open. */
export function answerOpened(
  ipcMain: Pick<IpcMain, 'handle'>,
  take: () => readonly OpenedThing[],
): void {
  handleTrusted(ipcMain, channels.opened, z.tuple([]), take);
}

const title = z.string().min(1).max(300);
const offeredMenuSchema = z.strictObject({
  titles: z.strictObject({
    file: title,
    view: title,
    go: title,
    ledger: title,
    help: title,
    dataFolder: title,
  }),
  commands: z
    .array(
      z.strictObject({
        id: z.string().regex(/^[\w.-]{1,200}$/),
        title,
        group: z.enum(['go', 'do', 'row', 'view']),
        keys: z.array(z.string().min(1).max(40)).max(8),
        enabled: z.boolean(),
      }),
    )
    .max(500),
  leaving: z.strictObject({ title, text: title, leave: title, stay: title }),
});

/** Hears which commands the window offers; the menu is made of them. */
export function hearOffers(
  ipcMain: Pick<IpcMain, 'handle'>,
  offered: (menu: OfferedMenu) => void,
): void {
  handleTrusted(ipcMain, channels.offer, z.tuple([offeredMenuSchema]), offered);
}
