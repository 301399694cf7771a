/** `npm run icons`: draws the application's mark in every size and container that the packages need. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openChromium } from '../e2e/support/open-chromium.ts';

const root = path.resolve(import.meta.dirname, '..');
const folder = path.join(root, 'electron', 'icons');
const mark = readFileSync(path.join(root, 'renderer', 'app', 'mark.svg'), 'utf8');

/** Pixels by the type that Apple's container gives them. */
const appleTypes = { icp4: 16, icp5: 32, ic07: 128, ic08: 256, ic09: 512, ic10: 1024 };
const windowsSizes = [16, 24, 32, 48, 64, 128, 256];

async function draw(sizes) {
  const browser = await openChromium();
  const page = await browser.newPage();
  const pictures = new Map();
  for (const size of sizes) {
    await page.setViewportSize({ width: size, height: size });
    await page.setContent(
      `<style>body { margin: 0 } svg { display: block; width: 100vw }</style>${mark}`,
    );
    pictures.set(size, await page.screenshot({ omitBackground: true }));
  }
  await browser.close();
  return pictures;
}

/** Pictures behind their types and lengths, big-endian, the whole behind its own. */
function appleIcon(pictures) {
  const chunks = Object.entries(appleTypes).map(([type, size]) => chunk(type, pictures.get(size)));
  return chunk('icns', Buffer.concat(chunks));
}

function chunk(type, content) {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([head, content]);
}

/** A directory of pictures (256 is written as 0), then the pictures. */
function windowsIcon(pictures) {
  const directory = Buffer.alloc(6 + 16 * windowsSizes.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(windowsSizes.length, 4);
  let offset = directory.length;
  for (const [index, size] of windowsSizes.entries()) {
    const place = 6 + 16 * index;
    const { length } = pictures.get(size);
    directory.writeUInt8(size % 256, place);
    directory.writeUInt8(size % 256, place + 1);
    directory.writeUInt16LE(1, place + 4);
    directory.writeUInt16LE(32, place + 6);
    directory.writeUInt32LE(length, place + 8);
    directory.writeUInt32LE(offset, place + 12);
    offset += length;
  }
  return Buffer.concat([directory, ...windowsSizes.map((size) => pictures.get(size))]);
}

const pictures = await draw(new Set([...Object.values(appleTypes), ...windowsSizes]));
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, 'icon.png'), pictures.get(512));
writeFileSync(path.join(folder, 'icon.icns'), appleIcon(pictures));
writeFileSync(path.join(folder, 'icon.ico'), windowsIcon(pictures));
