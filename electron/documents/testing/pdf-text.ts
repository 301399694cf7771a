/** The text of a PDF as a reader would copy it: content streams decoded through each font's ToUnicode. */
import { inflateSync } from 'node:zlib';

interface PdfObject {
  readonly head: string;
  readonly stream: string;
}

/** Lines of text in the order in which they were written. */
export function pdfText(bytes: Uint8Array): string {
  const objects = readObjects(Buffer.from(bytes).toString('latin1'));
  const of = (reference: string | undefined) => objects.get(Number(reference));
  const fonts = new Map<string, Map<string, string>>();
  for (const { head } of objects.values()) {
    for (const [, name = '', number] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(of(number)?.head ?? '')?.[1];
      if (unicode !== undefined) fonts.set(name, readMap(of(unicode)?.stream ?? ''));
    }
  }
  const lines: string[] = [];
  for (const { stream } of objects.values()) {
    if (!/\bBT\b/.test(stream)) continue;
    let font: Map<string, string> | undefined;
    for (const [, name, texts] of stream.matchAll(/\/(F\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)) {
      if (name !== undefined) font = fonts.get(name);
      else lines.push(decode(texts ?? '', font));
    }
  }
  return lines.join('\n');
}

function decode(texts: string, font: Map<string, string> | undefined): string {
  return [...texts.matchAll(/<([0-9a-f]*)>/gi)]
    .flatMap(([, hex = '']) => hex.toLowerCase().match(/.{4}/g) ?? [])
    .map((code) => font?.get(code) ?? '')
    .join('');
}

function readObjects(text: string): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>();
  for (const [, number, body = ''] of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const start = body.indexOf('stream\n');
    const head = start < 0 ? body : body.slice(0, start);
    const raw = start < 0 ? '' : body.slice(start + 7, body.lastIndexOf('\nendstream'));
    const stream =
      head.includes('/FlateDecode') && raw !== ''
        ? inflateSync(Buffer.from(raw, 'latin1')).toString('latin1')
        : raw;
    objects.set(Number(number), { head, stream });
  }
  return objects;
}

/** Glyph (four hex digits) to text. */
function readMap(map: string): Map<string, string> {
  const known = new Map<string, string>();
  for (const [, first = '', list = ''] of map.matchAll(/<(\w{4})> <\w{4}> \[([^\]]*)\]/g)) {
    for (const [index, [, code = '']] of [...list.matchAll(/<(\w*)>/g)].entries()) {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0');
      known.set(glyph, Buffer.from(code, 'hex').swap16().toString('utf16le'));
    }
  }
  return known;
}
