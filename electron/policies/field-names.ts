/** Classes of fields, and the names that speak of them in English and German. */
import { fieldClasses, type FieldClass } from '../../shared/contract/analysis.ts';
import type { SafeHarborClass } from '../../shared/contract/transformations.ts';
import { classByName, plainName } from '../transformations/safe-harbor-names.ts';

const classOfGroup: Readonly<Record<SafeHarborClass, FieldClass>> = {
  names: 'name',
  geographic: 'place',
  dates: 'date',
  telephone_numbers: 'phone',
  fax_numbers: 'phone',
  email_addresses: 'email',
  social_security_numbers: 'ssn',
  medical_record_numbers: 'identifier',
  health_plan_numbers: 'identifier',
  account_numbers: 'identifier',
  certificate_numbers: 'identifier',
  vehicle_identifiers: 'identifier',
  device_identifiers: 'identifier',
  web_urls: 'url',
  ip_addresses: 'ip',
  biometric_identifiers: 'image',
  photographs: 'image',
  other_identifiers: 'identifier',
};

/** Names beside those of the 18 classes, in lower case with `_` between words, umlauts written out or not. */
const namesOfClass: Partial<Record<FieldClass, string>> = {
  name: `doctor physician nurse provider vorname nachname familienname geburtsname rufname arzt aerztin ärztin
    hausarzt behandler ansprechpartner patientenname kundenname arbeitgeber`,
  place: `adresse anschrift strasse straße hausnummer ort wohnort stadt gemeinde landkreis kreis geburtsort`,
  postcode: 'plz postleitzahl',
  date: `born geboren geburtsdatum geburtstag sterbedatum todesdatum datum aufnahmedatum entlassungsdatum
    zeitpunkt zeitstempel`,
  age: 'alter lebensalter',
  phone: 'contact telefon telefonnummer handy mobil mobilnummer rufnummer',
  email: 'e_mail_adresse emailadresse',
  identifier: `twitter handle patientennummer patienten_id fallnummer versichertennummer versicherungsnummer
    kundennummer personalnummer steuernummer steuer_id ausweisnummer passnummer kontonummer kennzeichen
    aktenzeichen sozialversicherungsnummer krankenversichertennummer`,
  coordinates: 'gps koordinaten breitengrad laengengrad längengrad latitude longitude lat lng lon',
  image: 'foto lichtbild bild unterschrift fingerabdruck',
  free_text: `notes note comment comments remark remarks notizen notiz bemerkung bemerkungen kommentar anmerkung
    anmerkungen befund freitext`,
};

const classOfName = new Map(
  fieldClasses.flatMap((each) =>
    (namesOfClass[each] ?? '')
      .split(/\s+/)
      .filter((name) => name !== '')
      .map((name) => [name, each] as const),
  ),
);

const postcode = /(?:^|_)(?:zip|zip_?code|zip5|postal_code|postcode|postal|plz)$/;
const age = /(?:^|_)(?:ages?|alter)(?:_|$)/;
/** A state or a country is no place that tells who somebody is. */
const wideArea = /^(?:state|country|land|bundesland|staat)(?:_(?:code|name))?$/;
/** An id of somebody, and not of a thing. */
const ofPerson =
  /^(?:patient|subject|person|customer|client|user|member|participant|patienten|kunden|personal)_?(?:id|uid|nummer|number|no|nr)$/;

/** The class that the names of an address speak of, the innermost first; undefined where none does. */
export function classOfAddress(address: string): FieldClass | undefined {
  for (const segment of address.split('.').toReversed()) {
    const name = plainName(segment);
    const germanName = segment.toLowerCase();
    if (wideArea.test(name)) return undefined;
    if (postcode.test(name)) return 'postcode';
    if (age.test(name)) return 'age';
    const own = classOfName.get(name) ?? classOfName.get(germanName);
    if (own !== undefined) return own;
    const group = classByName([segment]);
    if (group !== undefined) return classOfGroup[group];
  }
  return undefined;
}

/** Tells whether an address is by its name the id of the person that a row is about. */
export function namesPerson(address: string): boolean {
  return ofPerson.test(plainName(address.split('.').at(-1) ?? ''));
}
