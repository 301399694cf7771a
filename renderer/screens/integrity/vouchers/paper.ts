/** A checkpoint on paper: what is written down, and whether what was written down is what the ledger has. */
import { parseCheckpoint } from '../../../../shared/ledger/checkpoint.ts';

/** Characters of a root that are compared at the least: fewer could be met by chance. */
export const leastCharacters = 16;

/** A text in groups of four, eight groups a line, as one copies it by hand. */
export function inGroups(text: string): string {
  const groups = text.match(/.{1,4}/g) ?? [];
  const lines = Array.from({ length: Math.ceil(groups.length / 8) }, (_, line) =>
    groups.slice(line * 8, line * 8 + 8).join(' '),
  );
  return lines.join('\n');
}

/** Words of the heads of what is written down. */
export interface PaperWords {
  readonly ledger: string;
  readonly size: string;
  readonly root: string;
  readonly signature: string;
}

/** The text of a sheet with a checkpoint. */
export function paperOf(note: string, words: PaperWords): string {
  const checkpoint = parseCheckpoint(note);
  if (checkpoint === undefined) return note;
  const { origin, size, root, signatures } = checkpoint;
  return [
    `${words.ledger}\n${origin}`,
    `${words.size}\n${size}`,
    `${words.root}\n${inGroups(root)}`,
    `${words.signature}\n${inGroups(signatures[0]?.blob ?? '')}`,
    '',
  ].join('\n\n');
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
