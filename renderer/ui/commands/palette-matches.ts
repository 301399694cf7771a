/** Which commands a text typed into the palette means, by their words. */
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
