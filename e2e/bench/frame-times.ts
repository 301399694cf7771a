/**
 * Frame times of the decisions grid over many records, in the production build and a real browser:
 * `npm run bench -- --only grid [--records 1000000] [--keep DIR]`. With --keep a demo ledger made
 * earlier is used again. Needs a build (`npm run build`).
 */
import { parseArgs } from 'node:util';
import type { CDPSession, Page } from '@playwright/test';
import { openChromium } from '../support/open-chromium.ts';
import { startHost, temporaryDirectory } from '../support/host.ts';

interface Frames {
  /** Milliseconds between one frame and the next. */
  readonly gaps: number[];
  /** Rows without content, summed over the frames. */
  readonly skeletons: number;
}

declare global {
  /** The recording of the page, while there is one. */
  var recordedFrames:
    | { gaps: number[]; skeletons: number; last: number; stopped: boolean }
    | undefined;
}

const { values } = parseArgs({
  options: { records: { type: 'string', default: '1000000' }, keep: { type: 'string' } },
});
const records = Number(values.records);

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Records every frame of the page from now until `stopRecording`. */
async function startRecording(page: Page): Promise<void> {
  await page.evaluate(() => {
    const state: NonNullable<typeof globalThis.recordedFrames> = {
      gaps: [],
      skeletons: 0,
      last: performance.now(),
      stopped: false,
    };
    globalThis.recordedFrames = state;
    function frame(now: number) {
      if (state.stopped) return;
      state.gaps.push(now - state.last);
      state.last = now;
      state.skeletons += document.querySelectorAll('[role="row"][aria-busy="true"]').length;
      requestAnimationFrame(frame);
    }
    requestAnimationFrame(frame);
  });
}

async function stopRecording(page: Page): Promise<Frames> {
  return page.evaluate(() => {
    const state = globalThis.recordedFrames;
    if (state === undefined) return { gaps: [], skeletons: 0 };
    state.stopped = true;
    return { gaps: state.gaps.slice(2), skeletons: state.skeletons };
  });
}

/** Repeats `act` at `rate` a second for `seconds`, as an input device would, late or not. */
async function atRate(rate: number, seconds: number, act: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  const total = rate * seconds;
  for (let index = 0; index < total; index += 1) {
    const wait = started + (index * 1_000) / rate - performance.now();
    if (wait > 0) {
      await new Promise((settle) => {
        setTimeout(settle, wait);
      });
    }
    await act();
  }
  return total / ((performance.now() - started) / 1_000);
}

function report(name: string, { gaps, skeletons }: Frames, more = ''): void {
  const sorted = gaps.toSorted((left, right) => left - right);
  const figures = [0.5, 0.95, 0.99, 1].map((share) => percentile(sorted, share).toFixed(1));
  const [middle, most, nearlyAll, worst] = figures;
  process.stdout.write(
    `${name.padEnd(34)} frames ${String(gaps.length).padStart(5)}  p50 ${middle} ms  p95 ${most} ms  p99 ${nearlyAll} ms  worst ${worst} ms  skeleton rows ${skeletons}${more}\n`,
  );
}

async function heapMegabytes(session: CDPSession): Promise<string> {
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return (usedSize / 1_048_576).toFixed(1);
}

const own = values.keep === undefined ? temporaryDirectory('frames') : undefined;
const host = await startHost({ directory: values.keep ?? own?.path ?? '', demo: records });
const browser = await openChromium();
try {
  process.stdout.write(
    `${records} records, host ready after ${(host.startedIn / 1_000).toFixed(1)} s\n`,
  );
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(host.url);
  await page.goto(`${host.origin}/#/decisions`);
  const grid = page.getByRole('grid').first();
  await grid.getByRole('row', { selected: false }).nth(5).waitFor();
  const session = await page.context().newCDPSession(page);
  await grid.hover();

  for (const [name, delta] of [
    ['wheel, slow (100 px at 30 Hz)', 100],
    ['wheel, fast (600 px at 30 Hz)', 600],
  ] as const) {
    await startRecording(page);
    await atRate(30, 5, () => page.mouse.wheel(0, delta));
    report(name, await stopRecording(page));
  }

  await grid.focus();
  await startRecording(page);
  const rate = await atRate(30, 5, () => page.keyboard.press('ArrowDown'));
  report('arrow key held (30 Hz)', await stopRecording(page), `  ${rate.toFixed(1)} keys/s`);

  await startRecording(page);
  await atRate(10, 3, () => page.keyboard.press('PageDown'));
  report('page down (10 Hz)', await stopRecording(page));

  for (const key of ['End', 'Home']) {
    const started = performance.now();
    await page.keyboard.press(key);
    const edge = key === 'End' ? records + 1 : 2;
    await grid.locator(`[role="row"][aria-rowindex="${edge}"]:not([aria-busy])`).waitFor();
    process.stdout.write(
      `${key} to the ${key === 'End' ? 'last' : 'first'} row shown: ${(performance.now() - started).toFixed(0)} ms\n`,
    );
  }

  process.stdout.write(`heap after collection: ${await heapMegabytes(session)} MB\n`);
} finally {
  await browser.close();
  await host.stop();
  own?.remove();
}
