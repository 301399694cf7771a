/** Whether the page is on its way to paper: what is drawn for a screen alone is then drawn whole. */
import { create } from 'zustand';

export const usePrinting = create<boolean>(() => false);

/** Rows of a grid that go to paper at once; more go into a file. */
export const printedRows = 1_000;

let schemeBefore: string | null = null;

/** Paper is white, whatever the screen is. */
function setPrinting(printing: boolean): void {
  if (printing === usePrinting.getState()) return;
  const { dataset } = document.documentElement;
  if (printing) {
    schemeBefore = dataset['mantineColorScheme'] ?? null;
    dataset['mantineColorScheme'] = 'light';
  } else if (schemeBefore !== null) {
    dataset['mantineColorScheme'] = schemeBefore;
  }
  usePrinting.setState(printing, true);
}

/** Follows the browser's printing from the start of the console on. */
export function followPrinting(): void {
  window.addEventListener('beforeprint', () => setPrinting(true));
  window.addEventListener('afterprint', () => setPrinting(false));
  // Where a page is only shown as it would be printed.
  window.matchMedia('print').addEventListener('change', ({ matches }) => setPrinting(matches));
}
