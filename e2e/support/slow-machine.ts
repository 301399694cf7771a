/**
 * A machine that is slower than this one, for `npm run stress`: PROOFDESK_SLOW says by how much (1, or
 * nothing, is this machine as it is), PROOFDESK_SEED from which number its stutter is drawn.
 */
import process from 'node:process';
import type { Page } from '@playwright/test';
import { seeded } from './seeded.mjs';

/** By how much a machine is slowed. */
export const slow = Number(process.env['PROOFDESK_SLOW'] ?? 1);

/** Shortest and longest stretch in which a process runs or stands, in ms. */
const stretch = { shortest: 5, longest: 20 };

const next = seeded(Number(process.env['PROOFDESK_SEED'] ?? 0));

/**
 * Lets a process run one part in `slow`, in uneven stretches; answers what ends that. Does nothing on
 * Windows, where a process cannot be stopped for a while.
 */
export function stutter(pid: number): () => void {
  if (slow <= 1 || process.platform === 'win32') return () => undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const signal = (name: 'SIGSTOP' | 'SIGCONT'): boolean => {
    try {
      return process.kill(pid, name);
    } catch {
      return false;
    }
  };
  const step = () => {
    const isThere = signal(next() * slow < 1 ? 'SIGCONT' : 'SIGSTOP');
    const { shortest, longest } = stretch;
    if (isThere) timer = setTimeout(step, shortest + next() * (longest - shortest));
  };
  step();
  return () => {
    clearTimeout(timer);
    signal('SIGCONT');
  };
}

/** Slows the processor of a page; one that is closed meanwhile needs no slowing. */
export async function slowPage(page: Page): Promise<void> {
  if (slow <= 1) return;
  try {
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slow });
  } catch (error) {
    if (!page.isClosed()) throw error;
  }
}
