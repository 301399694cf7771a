/** What makes a PDF an archive of its own (PDF/A-3b, ISO 19005-3) with an invoice for machines in it (Factur-X 1.0). */
import { deflateSync } from 'node:zlib';
import { srgbProfile } from './srgb-profile.ts';

/** A file that goes along in the document. */
export interface AttachedFile {
  readonly name: string;
  readonly text: string;
  readonly mediaType: string;
  readonly description: string;
  /** How it stands to the document: the same said otherwise, or what it was made from. */
  readonly relationship: 'Alternative' | 'Data';
}

export const invoiceFileName = 'factur-x.xml';

/** An invoice for machines as it goes along in its PDF. */
export function invoiceFile(xml: string): AttachedFile {
  return {
    name: invoiceFileName,
    text: xml,
    mediaType: 'text/xml',
    description: 'Invoice after EN 16931',
    relationship: 'Alternative',
  };
}

/** Part and conformance (ISO 19005-3, §6.6.4). */
const archive = `
        <rdf:Description xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" rdf:about="">
            <pdfaid:part>3</pdfaid:part>
            <pdfaid:conformance>B</pdfaid:conformance>
        </rdf:Description>`;

const invoiceSpace = 'urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#';
const properties = [
  ['DocumentFileName', 'The name of the embedded XML document'],
  ['DocumentType', 'The type of the hybrid document in capital letters'],
  ['Version', 'The actual version of the standard applying to the embedded XML document'],
  ['ConformanceLevel', 'The conformance level of the embedded XML document'],
] as const;

/** What the embedded file is, and the schema of those statements, which an archive must bring along. */
const ofInvoice = `
        <rdf:Description xmlns:fx="${invoiceSpace}" rdf:about="">
            <fx:DocumentType>INVOICE</fx:DocumentType>
            <fx:DocumentFileName>${invoiceFileName}</fx:DocumentFileName>
            <fx:Version>1.0</fx:Version>
            <fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
        </rdf:Description>
        <rdf:Description xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
            xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
            xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#" rdf:about="">
            <pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
                <pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema>
                <pdfaSchema:namespaceURI>${invoiceSpace}</pdfaSchema:namespaceURI>
                <pdfaSchema:prefix>fx</pdfaSchema:prefix>
                <pdfaSchema:property><rdf:Seq>${properties.map(propertyText).join('')}</rdf:Seq></pdfaSchema:property>
            </rdf:li></rdf:Bag></pdfaExtension:schemas>
        </rdf:Description>`;

function propertyText([name, description]: readonly [string, string]): string {
  return `
                    <rdf:li rdf:parseType="Resource">
                        <pdfaProperty:name>${name}</pdfaProperty:name>
                        <pdfaProperty:valueType>Text</pdfaProperty:valueType>
                        <pdfaProperty:category>external</pdfaProperty:category>
                        <pdfaProperty:description>${description}</pdfaProperty:description>
                    </rdf:li>`;
}

/**
 * Makes a document an archive. The library would read its colour profile from its own folder, which a bundle has
 * not, so that the output intent is written here.
 */
export function makeArchive(
  document: PDFKit.PDFDocument,
  date: Date,
  files: readonly AttachedFile[],
): void {
  addMetadata(document, archive);
  addOutputIntent(document);
  for (const { name, text, mediaType, description, relationship } of files) {
    // Its type does not know the relationship.
    const options = { name, type: mediaType, description, relationship };
    document.file(Buffer.from(text, 'utf8'), {
      ...options,
      creationDate: date,
      modifiedDate: date,
    });
    if (name === invoiceFileName) addMetadata(document, ofInvoice);
  }
}

function addMetadata(document: PDFKit.PDFDocument, xml: string): void {
  const append: unknown = Reflect.get(document, 'appendXML');
  if (typeof append !== 'function') throw new Error('A document takes no metadata.');
  append.call(document, xml);
}

function addOutputIntent(document: PDFKit.PDFDocument): void {
  const profile = document.ref({ N: 3, Filter: 'FlateDecode' });
  profile.end(deflateSync(srgbProfile()));
  const intent = document.ref({
    Type: 'OutputIntent',
    S: 'GTS_PDFA1',
    // The library writes texts of this form as strings, others as names.
    Info: asString('sRGB IEC61966-2.1'),
    OutputConditionIdentifier: asString('sRGB IEC61966-2.1'),
    DestOutputProfile: profile,
  });
  intent.end('');
  const root: unknown = Reflect.get(document, '_root');
  const data: unknown =
    typeof root === 'object' && root !== null ? Reflect.get(root, 'data') : null;
  if (typeof data !== 'object' || data === null) throw new Error('A document has no root.');
  Reflect.set(data, 'OutputIntents', [intent]);
}

function asString(text: string): object {
  return Object(text);
}
