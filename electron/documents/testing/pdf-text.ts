/** The text of a PDF as a reader would copy it: content streams decoded through each font's ToUnicode. */
import { inflateSync } from 'node:zlib';

interface PdfObject {
  readonly head: string;
  readonly stream: string;
}

/** Lines of text in the order in which they were written. */
export function pdfText(bytes: Uint8Array): string {
  return drawnTexts(bytes)
    .map(({ text }) => text)
    .join('\n');
}

/** Lines as they are seen, from left to right and from the top down, page after page. */
export function pdfLines(bytes: Uint8Array): string[] {
  const lines: DrawnText[][] = [];
  for (const each of drawnTexts(bytes)) {
    const last = lines.at(-1);
    const before = last?.[0];
    if (before !== undefined && before.page === each.page && before.y === each.y) last?.push(each);
    else lines.push([each]);
  }
  return lines.map((line) =>
    line
      .toSorted((one, other) => one.x - other.x)
      .map(({ text }) => text)
      .join(''),
  );
}

interface DrawnText {
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly text: string;
}

function drawnTexts(bytes: Uint8Array): DrawnText[] {
  const objects = readObjects(Buffer.from(bytes).toString('latin1'));
  const of = (reference: string | undefined) => objects.get(Number(reference));
  const fonts = new Map<string, Map<string, string>>();
  for (const { head } of objects.values()) {
    for (const [, name = '', number] of head.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const unicode = /\/ToUnicode (\d+) 0 R/.exec(of(number)?.head ?? '')?.[1];
      if (unicode !== undefined) fonts.set(name, readMap(of(unicode)?.stream ?? ''));
    }
  }
  const drawn: DrawnText[] = [];
  let page = 0;
  for (const { stream } of objects.values()) {
    if (!/\bBT\b/.test(stream)) continue;
    page += 1;
    for (const [, block = ''] of stream.matchAll(/\bBT\n([\s\S]*?)\nET\b/g)) {
      const [, x, y] = /^1 0 0 1 (\S+) (\S+) Tm/.exec(block) ?? [];
      const font = fonts.get(/\/(F\d+) [\d.]+ Tf/.exec(block)?.[1] ?? '');
      const texts = [...block.matchAll(/\[([^\]]*)\] TJ/g)].map(([, each = '']) =>
        decode(each, font),
      );
      drawn.push({ page, x: Number(x), y: Number(y), text: texts.join('') });
    }
  }
  return drawn;
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
    for (const [index, [, code = '']] of [...list.matchAll(/<([\w ]*)>/g)].entries()) {
      const glyph = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0');
      known.set(glyph, Buffer.from(code.replaceAll(' ', ''), 'hex').swap16().toString('utf16le'));
    }
  }
  return known;
}
