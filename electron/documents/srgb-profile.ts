/** The colour space of documents as an ICC profile (ICC.1:2001-04, IEC 61966-2-1): small, and the same each time. */

/** Steps of the curve from 0 to 1; 16 bits each. */
const steps = 1_024;
const headerBytes = 128;

/** The primaries and the white point under D50, X Y Z. */
const white = [0.9642, 1, 0.8249] as const;
const primaries = {
  rXYZ: [0.43607, 0.22249, 0.01392],
  gXYZ: [0.38515, 0.71687, 0.09708],
  bXYZ: [0.14307, 0.06061, 0.7141],
} as const;

/** The bytes of the profile. */
export function srgbProfile(): Buffer {
  const curve = curveTag();
  const tags: readonly (readonly [string, Buffer])[] = [
    ['desc', descriptionTag('sRGB IEC61966-2.1')],
    ['cprt', textTag('No copyright, use freely')],
    ['wtpt', xyzTag(white)],
    ...Object.entries(primaries).map(([name, values]) => [name, xyzTag(values)] as const),
    ['rTRC', curve],
    ['gTRC', curve],
    ['bTRC', curve],
  ];
  const table = Buffer.alloc(4 + tags.length * 12);
  table.writeUInt32BE(tags.length, 0);
  const bodies: Buffer[] = [];
  const places = new Map<Buffer, number>();
  let offset = headerBytes + table.length;
  for (const [index, [name, body]] of tags.entries()) {
    // The three curves are one.
    if (!places.has(body)) {
      places.set(body, offset);
      const padded = Buffer.concat([body, Buffer.alloc((4 - (body.length % 4)) % 4)]);
      bodies.push(padded);
      offset += padded.length;
    }
    table.write(name, 4 + index * 12, 'latin1');
    table.writeUInt32BE(places.get(body) ?? 0, 8 + index * 12);
    table.writeUInt32BE(body.length, 12 + index * 12);
  }
  return Buffer.concat([header(offset), table, ...bodies]);
}

/** Version 2.1 of a display profile, RGB to XYZ. */
function header(size: number): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  bytes.writeUInt32BE(size, 0);
  bytes.writeUInt32BE(0x02_10_00_00, 8);
  bytes.write('mntrRGB XYZ ', 12, 'latin1');
  for (const [index, value] of [1998, 2, 9, 6, 49, 0].entries()) {
    bytes.writeUInt16BE(value, 24 + index * 2);
  }
  bytes.write('acsp', 36, 'latin1');
  for (const [index, value] of white.entries()) bytes.writeInt32BE(fixed(value), 68 + index * 4);
  return bytes;
}

/** s15Fixed16Number. */
function fixed(value: number): number {
  return Math.round(value * 65_536);
}

function xyzTag(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(20);
  bytes.write('XYZ ', 0, 'latin1');
  for (const [index, value] of values.entries()) bytes.writeInt32BE(fixed(value), 8 + index * 4);
  return bytes;
}

function curveTag(): Buffer {
  const bytes = Buffer.alloc(12 + steps * 2);
  bytes.write('curv', 0, 'latin1');
  bytes.writeUInt32BE(steps, 8);
  for (let index = 0; index < steps; index += 1) {
    const value = index / (steps - 1);
    const linear = value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    bytes.writeUInt16BE(Math.round(linear * 65_535), 12 + index * 2);
  }
  return bytes;
}

function textTag(text: string): Buffer {
  return Buffer.concat([Buffer.from('text\0\0\0\0', 'latin1'), Buffer.from(`${text}\0`, 'latin1')]);
}

/** textDescriptionType: ASCII, with the empty Unicode and ScriptCode parts that it must have. */
function descriptionTag(text: string): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(text.length + 1, 0);
  return Buffer.concat([
    Buffer.from('desc\0\0\0\0', 'latin1'),
    count,
    Buffer.from(`${text}\0`, 'latin1'),
    Buffer.alloc(8 + 3 + 67),
  ]);
}
