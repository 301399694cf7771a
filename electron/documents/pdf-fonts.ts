/** The fonts of documents: Inter in its subsets, Noto Sans for other scripts, and what the machine has for CJK. */
import cyrillicBold from '@fontsource/inter/files/inter-cyrillic-600-normal.woff?inline';
import cyrillic from '@fontsource/inter/files/inter-cyrillic-400-normal.woff?inline';
import greekBold from '@fontsource/inter/files/inter-greek-600-normal.woff?inline';
import greek from '@fontsource/inter/files/inter-greek-400-normal.woff?inline';
import latinBold from '@fontsource/inter/files/inter-latin-600-normal.woff?inline';
import latin from '@fontsource/inter/files/inter-latin-400-normal.woff?inline';
import latinExtendedBold from '@fontsource/inter/files/inter-latin-ext-600-normal.woff?inline';
import latinExtended from '@fontsource/inter/files/inter-latin-ext-400-normal.woff?inline';
import vietnameseBold from '@fontsource/inter/files/inter-vietnamese-600-normal.woff?inline';
import vietnamese from '@fontsource/inter/files/inter-vietnamese-400-normal.woff?inline';
import arabicBold from '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-600-normal.woff?inline';
import arabic from '@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff?inline';
import devanagariBold from '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-600-normal.woff?inline';
import devanagari from '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff?inline';
import hebrewBold from '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-600-normal.woff?inline';
import hebrew from '@fontsource/noto-sans-hebrew/files/noto-sans-hebrew-hebrew-400-normal.woff?inline';
import thaiBold from '@fontsource/noto-sans-thai/files/noto-sans-thai-thai-600-normal.woff?inline';
import thai from '@fontsource/noto-sans-thai/files/noto-sans-thai-thai-400-normal.woff?inline';
import { machineFonts } from './machine-fonts.ts';
import { plainFont } from './plain-font.ts';

export type FontWeight = 'regular' | 'bold';

/** A font of documents; it is read and unpacked when a character first needs it, once. */
export interface DocumentFont {
  /** The same in every run. */
  readonly name: string;
  readonly weight: FontWeight;
  /** Inter has figures of one width and kerning; of other fonts nothing is asked. */
  readonly isUsual: boolean;
  /** Characters that it may have; whether it has one, the font itself says. */
  readonly scripts: RegExp;
  /** Of a collection, the PostScript name of the face. */
  readonly face?: string;
  readonly bytes: () => Buffer;
}

const usual =
  /[^\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Thai}\p{Script=Devanagari}\p{Script=Han}]/u;
const scripts = {
  arabic: /[\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]/u,
  hebrew: /[\p{Script=Hebrew}\p{Script=Common}\p{Script=Inherited}]/u,
  thai: /[\p{Script=Thai}\p{Script=Common}\p{Script=Inherited}]/u,
  devanagari: /[\p{Script=Devanagari}\p{Script=Common}\p{Script=Inherited}]/u,
} as const;

const inter = {
  regular: { latin, latinExtended, cyrillic, greek, vietnamese },
  bold: {
    latin: latinBold,
    latinExtended: latinExtendedBold,
    cyrillic: cyrillicBold,
    greek: greekBold,
    vietnamese: vietnameseBold,
  },
} as const satisfies Record<FontWeight, Record<string, string>>;

const noto = {
  regular: { arabic, hebrew, thai, devanagari },
  bold: { arabic: arabicBold, hebrew: hebrewBold, thai: thaiBold, devanagari: devanagariBold },
} as const satisfies Record<FontWeight, Record<keyof typeof scripts, string>>;

const scriptNames = ['arabic', 'hebrew', 'thai', 'devanagari'] as const;

/** Every font of a weight, those that write most first. */
export function documentFonts(weight: FontWeight): readonly DocumentFont[] {
  return fontsOf[weight]();
}

const fontsOf = { regular: once(() => made('regular')), bold: once(() => made('bold')) };

function made(weight: FontWeight): readonly DocumentFont[] {
  return [
    ...Object.entries(inter[weight]).map(([subset, url]) => ({
      name: `${weight}-${subset}`,
      weight,
      isUsual: true,
      scripts: usual,
      bytes: once(() => packed(url)),
    })),
    ...scriptNames.map((script) => ({
      name: `${weight}-${script}`,
      weight,
      isUsual: false,
      scripts: scripts[script],
      bytes: once(() => packed(noto[weight][script])),
    })),
    // There is one weight of them: a bold one would cost as much again.
    ...machineFonts().map((font) => ({
      name: font.name,
      weight,
      isUsual: false,
      scripts: font.scripts,
      bytes: font.bytes,
      ...(font.face === undefined ? {} : { face: font.face }),
    })),
  ];
}

function packed(url: string): Buffer {
  return plainFont(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'));
}

export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
