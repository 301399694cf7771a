/** Reads the file that goes along in a document of ours: what the machine gets is what was issued, to the byte. */
import { inflateSync } from 'node:zlib';

const start = '/Type /EmbeddedFile';

/** The text of the attached file; undefined for a document that has none. */
export function attachedFile(pdf: Uint8Array): string | undefined {
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const head = bytes.indexOf(start);
  const stream = head === -1 ? -1 : bytes.indexOf('stream\n', head);
  if (stream === -1) return undefined;
  const [, length] = /\/Length (\d+)/.exec(bytes.toString('latin1', head, stream)) ?? [];
  if (length === undefined) return undefined;
  const from = stream + 'stream\n'.length;
  return inflateSync(bytes.subarray(from, from + Number(length))).toString('utf8');
}
