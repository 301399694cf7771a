/** What a PDF lacks to be an archive of its own (PDF/A-3b), and the files that go along in it. */
import { inflateSync } from 'node:zlib';

const required = [
  '%PDF-1.7',
  '<pdfaid:part>3</pdfaid:part>',
  '<pdfaid:conformance>B</pdfaid:conformance>',
  '/S /GTS_PDFA1',
] as const;
const ofFile = [
  '<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>',
  '/AFRelationship /Alternative',
  '/AF [',
  '/EmbeddedFiles',
] as const;

/** Parts that are missing, and fonts that are not embedded; none for an archive. */
export function archiveFaults(bytes: Uint8Array, { hasFile }: { readonly hasFile: boolean }) {
  const text = Buffer.from(bytes).toString('latin1');
  const parts = hasFile ? [...required, ...ofFile] : required;
  const fonts = [...text.matchAll(/\/Type \/FontDescriptor[\s\S]*?endobj/g)].map(([font]) => font);
  const isEmbedded = (font: string) => /\/FontFile[23] \d+ 0 R/.test(font);
  return [
    ...parts.filter((part) => !text.includes(part)),
    ...(text.includes('/Encrypt') ? ['is encrypted'] : []),
    ...(fonts.length > 0 && fonts.every(isEmbedded) ? [] : ['has a font that is not embedded']),
  ];
}

/** The embedded files, as texts. */
export function attachedTexts(bytes: Uint8Array): string[] {
  const text = Buffer.from(bytes).toString('latin1');
  return [...text.matchAll(/\/Type \/EmbeddedFile[\s\S]*?stream\n([\s\S]*?)\nendstream/g)].map(
    ([, stream = '']) => inflateSync(Buffer.from(stream, 'latin1')).toString('utf8'),
  );
}
