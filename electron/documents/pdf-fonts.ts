/** Inter for documents, in its subsets: which of them writes a character. */
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

export type FontWeight = 'regular' | 'bold';

const files = {
  regular: { latin, latinExtended, cyrillic, greek, vietnamese },
  bold: {
    latin: latinBold,
    latinExtended: latinExtendedBold,
    cyrillic: cyrillicBold,
    greek: greekBold,
    vietnamese: vietnameseBold,
  },
} as const satisfies Record<FontWeight, Record<string, string>>;

/** Name, weight and bytes of every font. Names are the same in every run. */
export function documentFonts(): { name: string; weight: FontWeight; bytes: Buffer }[] {
  return (['regular', 'bold'] as const).flatMap((weight) =>
    Object.entries(files[weight]).map(([subset, url]) => ({
      name: `${weight}-${subset}`,
      weight,
      bytes: Buffer.from(url.slice(url.indexOf(',') + 1), 'base64'),
    })),
  );
}
