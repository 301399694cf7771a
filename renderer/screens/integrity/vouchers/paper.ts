/** A checkpoint on paper: what is written down, and whether what was written down is what the ledger has. */
import { parseCheckpoint } from '../../../../shared/ledger/checkpoint.ts';

/** Characters of a root that are compared at the least: fewer could be met by chance. */
export const leastCharacters = 16;

/** A text in groups of four, eight groups a line, as one copies it by hand. */
export function linesOfGroups(text: string): readonly string[] {
  const groups = text.match(/.{1,4}/g) ?? [];
  return Array.from({ length: Math.ceil(groups.length / 8) }, (_, line) =>
    groups.slice(line * 8, line * 8 + 8).join(' '),
  );
}

/** The parts of a checkpoint that are written down. */
export interface Sheet {
  readonly ledger: string;
  readonly size: number;
  readonly root: readonly string[];
  /** Of the ledger's own key. */
  readonly signature: readonly string[];
}

/** The sheet of a checkpoint; undefined for a note that is none. */
export function sheetOf(note: string): Sheet | undefined {
  const checkpoint = parseCheckpoint(note);
  if (checkpoint === undefined) return undefined;
  const { origin, size, root, signatures } = checkpoint;
  const signature = linesOfGroups(signatures[0]?.blob ?? '');
  return { ledger: origin, size, root: linesOfGroups(root), signature };
}

/** The text of a sheet, each part under its word. */
export function sheetText(sheet: Sheet, words: Readonly<Record<keyof Sheet, string>>): string {
  const parts = [
    [words.ledger, sheet.ledger],
    [words.size, String(sheet.size)],
    [words.root, ...sheet.root],
    [words.signature, ...sheet.signature],
  ];
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** A root as it was typed from a sheet, without the spaces of its groups. */
export function typedRoot(typed: string): string {
  return typed.replaceAll(/\s/g, '');
}

/** Tells whether the ledger's root, `sha256:<hex>`, begins with what was typed in base64. */
export function isRootOnPaper(root: string, typed: string): boolean {
  const bytes = root.slice('sha256:'.length).match(/../g) ?? [];
  const text = btoa(String.fromCodePoint(...bytes.map((each) => Number.parseInt(each, 16))));
  const given = typedRoot(typed);
  return given.length >= leastCharacters && text.startsWith(given);
}
