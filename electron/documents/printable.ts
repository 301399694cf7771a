/** Texts before they stand on a paper: which of their characters no font writes. */
import { DocumentPage } from './document-page.ts';
import {
  eastAsianScripts,
  fontToInstall,
  machineFonts,
  type EastAsianScript,
} from './machine-fonts.ts';

/** Characters that a paper shows as `[U+…]`, and what would write them. */
export interface Unprintable {
  /** Each once, in the order of the texts. */
  readonly characters: readonly string[];
  /** Packages of fonts to install, by their Debian names; none where no known one would help. */
  readonly fonts: readonly string[];
}

const lettersOf: Readonly<Record<EastAsianScript, RegExp>> = {
  japanese: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
  chinese: /[\p{Script=Han}\p{Script=Bopomofo}]/u,
  korean: /\p{Script=Hangul}/u,
};

/** A page that is never finished: it knows the fonts once they were asked for. */
let page: DocumentPage | undefined;

/** Characters of some texts that cannot be printed, with the fonts that would. */
export function unprintableOf(texts: readonly string[]): Unprintable {
  page ??= new DocumentPage('', new Date(0), '');
  const writer = page;
  const characters = [...new Set(texts.flatMap((text) => writer.unwritten(text)))];
  const there = new Set(machineFonts().map(({ script }) => script));
  const lacking = eastAsianScripts.filter(
    (script) => !there.has(script) && characters.some((each) => lettersOf[script].test(each)),
  );
  return { characters, fonts: lacking.map((script) => fontToInstall[script]) };
}
