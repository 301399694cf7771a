/** Tarballs that are the same bytes for the same files: sorted names, owner 0, one time for all. */
const block = 512;

/** One field of a header: an octal number, or a text, in so many bytes. */
function field(header, text, at, length) {
  if (Buffer.byteLength(text) > length) throw new Error(`"${text}" is too long for a tarball.`);
  header.write(text, at, length, 'utf8');
}

/** A name of more than 100 bytes is parted at a slash. */
function parted(name) {
  if (Buffer.byteLength(name) <= 100) return ['', name];
  const at = name.indexOf('/', name.length - 101);
  return [name.slice(0, at), name.slice(at + 1)];
}

function headerOf({ name, mode, bytes }, seconds) {
  const header = Buffer.alloc(block);
  const [prefix, rest] = parted(name);
  field(header, rest, 0, 100);
  field(header, `${mode.toString(8).padStart(7, '0')}\0`, 100, 8);
  field(header, '0000000\0', 108, 8);
  field(header, '0000000\0', 116, 8);
  field(header, `${bytes.length.toString(8).padStart(11, '0')}\0`, 124, 12);
  field(header, `${seconds.toString(8).padStart(11, '0')}\0`, 136, 12);
  field(header, '        ', 148, 8);
  field(header, '0', 156, 1);
  field(header, 'ustar\0', 257, 6);
  field(header, '00', 263, 2);
  field(header, 'root', 265, 32);
  field(header, 'root', 297, 32);
  field(header, prefix, 345, 155);
  const sum = header.reduce((total, each) => total + each, 0);
  field(header, `${sum.toString(8).padStart(6, '0')}\0 `, 148, 8);
  return header;
}

/**
 * The pieces of a tarball of some files, one behind the other.
 * @param {{ name: string, mode: number, bytes: Buffer }[]} files
 * @param {number} seconds since 1970, of every file
 */
export function tarball(files, seconds) {
  const sorted = files.toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const parts = sorted.flatMap((file) => [
    headerOf(file, seconds),
    file.bytes,
    Buffer.alloc((block - (file.bytes.length % block)) % block),
  ]);
  return [...parts, Buffer.alloc(2 * block)];
}
