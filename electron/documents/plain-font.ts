/** A WOFF font with its tables unpacked once: the document library would unpack them for every document. */
import { inflateSync } from 'node:zlib';

const woffHeader = 44;
const woffEntry = 20;
const fontHeader = 12;
const fontEntry = 16;

/** The font of a WOFF 1.0 file as a plain TrueType or OpenType file (W3C WOFF 1.0, §3 to §5). */
export function plainFont(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const at = woffHeader + index * woffEntry;
    const [offset, packed, length] = [at + 4, at + 8, at + 12].map((each) =>
      woff.readUInt32BE(each),
    );
    const bytes = woff.subarray(offset, (offset ?? 0) + (packed ?? 0));
    return {
      tag: woff.subarray(at, at + 4),
      checksum: woff.subarray(at + 16, at + 20),
      bytes: packed === length ? bytes : inflateSync(bytes),
    };
  });
  const power = Math.floor(Math.log2(count));
  const header = Buffer.alloc(fontHeader);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(2 ** power * 16, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(count * 16 - 2 ** power * 16, 10);
  let offset = fontHeader + count * fontEntry;
  const entries: Buffer[] = [];
  const bodies: Buffer[] = [];
  for (const { tag, checksum, bytes } of tables) {
    const place = Buffer.alloc(8);
    place.writeUInt32BE(offset, 0);
    place.writeUInt32BE(bytes.length, 4);
    entries.push(tag, checksum, place);
    const padding = Buffer.alloc((4 - (bytes.length % 4)) % 4);
    bodies.push(bytes, padding);
    offset += bytes.length + padding.length;
  }
  return Buffer.concat([header, ...entries, ...bodies]);
}
