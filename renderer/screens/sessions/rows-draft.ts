/** Which rows a dialog is about, before they are ids. */

export type RowsSource = 'selected' | 'filter' | 'ids';

export interface RowsDraft {
  readonly source: RowsSource;
  /** What was typed or pasted as ids. */
  readonly text: string;
}

/** Ids in a pasted text: separated by white space, commas or semicolons; quotes and repetitions dropped. */
export function idsIn(text: string): string[] {
  const words = text.split(/[\s,;]+/).map((word) => word.replaceAll(/^["']+|["']+$/g, ''));
  return [...new Set(words.filter((word) => word !== ''))];
}

/** A dialog starts with the selection where there is one, else with the filter. */
export function firstDraft(selected: number): RowsDraft {
  return { source: selected > 0 ? 'selected' : 'filter', text: '' };
}
