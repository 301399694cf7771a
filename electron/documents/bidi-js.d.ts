/** The part of bidi-js (UAX #9) that documents use; the package brings no types. */
declare module 'bidi-js' {
  interface Bidi {
    getEmbeddingLevels(
      text: string,
      direction?: 'ltr' | 'rtl',
    ): { readonly levels: Uint8Array; readonly paragraphs: readonly { readonly level: number }[] };
    getMirroredCharacter(character: string): string | null;
    getReorderedString(text: string, levels: ReturnType<Bidi['getEmbeddingLevels']>): string;
  }
  export default function bidiFactory(): Bidi;
}
