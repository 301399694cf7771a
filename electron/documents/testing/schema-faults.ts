/** What the schema of EN 16931 (Factur-X) says against an invoice for machines. */
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { validateXML } from 'xmllint-wasm';

const folder = path.join(
  path.dirname(createRequire(import.meta.url).resolve('@stackforge-eu/factur-x')),
  '..',
  'schema',
  'en16931',
);
const main = 'FACTUR-X_EN16931.xsd';

/** One message a fault; none for a valid text. */
export async function schemaFaults(xml: string): Promise<string[]> {
  const file = (fileName: string) => ({
    fileName,
    contents: readFileSync(path.join(folder, fileName), 'utf8'),
  });
  const { errors } = await validateXML({
    xml: [{ fileName: 'factur-x.xml', contents: xml }],
    schema: [file(main)],
    preload: readdirSync(folder)
      .filter((each) => each !== main && each.endsWith('.xsd'))
      .map(file),
  });
  return errors.map(({ message }) => message);
}
