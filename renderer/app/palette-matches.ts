/** What a text typed into the palette means: a command by its words, or an id or hash to open. */
import type { Command, CommandGroup } from './commands.ts';

const groupOrder: readonly CommandGroup[] = ['go', 'do', 'row', 'view'];

/**
 * How well `text` fits `title`, higher is better, 0 not at all: the start of the title, the start of a
 * word, every typed word somewhere.
 */
export function fit(title: string, text: string): number {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const name = title.toLowerCase();
  if (words.length === 0) return 1;
  if (name.startsWith(words.join(' '))) return 4;
  const starts = name.split(/[^\p{L}\p{N}]+/u);
  if (words.every((word) => starts.some((start) => start.startsWith(word)))) return 3;
  return words.every((word) => name.includes(word)) ? 2 : 0;
}

/** The commands that fit a text, best first, in the order of their groups among equals. */
export function matchingCommands(commands: readonly Command[], text: string): Command[] {
  return commands
    .filter((command) => command.unlisted !== true && command.isEnabled?.() !== false)
    .map((command) => ({ command, rank: fit(command.title, text) }))
    .filter(({ rank }) => rank > 0)
    .toSorted(
      (one, other) =>
        other.rank - one.rank ||
        groupOrder.indexOf(one.command.group) - groupOrder.indexOf(other.command.group),
    )
    .map(({ command }) => command);
}

/** What a record is looked up by. */
export type RecordLookup =
  | { readonly kind: 'id'; readonly id: string }
  | { readonly kind: 'hash'; readonly prefix: string }
  | { readonly kind: 'seq'; readonly seq: number };

const shortestHash = 6;

/** A pasted id, hash (or the first six digits of one, or more) or `#12` journal index; else undefined. */
export function recordLookup(text: string): RecordLookup | undefined {
  const trimmed = text.trim();
  if (/^rec_[0-9a-z]+$/i.test(trimmed)) {
    return { kind: 'id', id: `rec_${trimmed.slice(4).toUpperCase()}` };
  }
  const seq = /^#(\d{1,15})$/.exec(trimmed)?.[1];
  if (seq !== undefined) return { kind: 'seq', seq: Number(seq) };
  const digits = /^(?:sha256:)?([0-9a-f]{1,64})$/i.exec(trimmed)?.[1];
  if (digits === undefined || digits.length < shortestHash) return undefined;
  return { kind: 'hash', prefix: digits.toLowerCase() };
}

/** What else is opened by its pasted id: a data session, or the evidence of something done in one. */
export interface SessionLookup {
  readonly kind: 'session' | 'evidence';
  readonly id: string;
}

/** A whole pasted `sess_…`, `ev_…` or `transform_…`; else undefined. */
export function sessionLookup(text: string): SessionLookup | undefined {
  const parts = /^(sess|ev|transform)_([0-9a-z]{26})$/i.exec(text.trim());
  if (parts === null) return undefined;
  const [, prefix = '', rest = ''] = parts;
  const id = `${prefix.toLowerCase()}_${rest.toUpperCase()}`;
  return { kind: id.startsWith('sess_') ? 'session' : 'evidence', id };
}

/** An invoice or a payout, opened by its pasted id. */
export interface BillingLookup {
  readonly kind: 'invoice' | 'payout';
  readonly id: string;
}

/** A whole pasted `inv_…` or `payout_…`; else undefined. */
export function billingLookup(text: string): BillingLookup | undefined {
  const parts = /^(inv|payout)_([0-9a-z]{26})$/i.exec(text.trim());
  if (parts === null) return undefined;
  const [, prefix = '', rest = ''] = parts;
  const id = `${prefix.toLowerCase()}_${rest.toUpperCase()}`;
  return { kind: id.startsWith('inv_') ? 'invoice' : 'payout', id };
}
