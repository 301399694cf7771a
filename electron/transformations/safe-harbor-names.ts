/** By which names and values fields of the 18 classes are recognised (45 CFR 164.514(b)(2)(i)). */
import type { JsonValue } from '../../shared/contract/json.ts';
import { safeHarborClasses, type SafeHarborClass } from '../../shared/contract/transformations.ts';

/** Names in lower case with `_` between words. */
const namesOfClass: Readonly<Record<SafeHarborClass, string>> = {
  names: `name names full_name first_name last_name middle_name given_name given_names family_name
    surname maiden_name patient_name nickname initials mother_name mothers_maiden_name father_name
    spouse_name next_of_kin emergency_contact guardian relative employer employer_name`,
  geographic: `address addresses street street_address street_name house_number address_line
    address_line1 address_line2 address_line_1 address_line_2 line1 line2 city town village county
    district parish precinct neighborhood neighbourhood suburb zip zip_code zipcode zip5 postal_code
    postcode postal latitude longitude lat lng lon geo geocode geolocation coordinates birthplace
    place_of_birth census_tract home_address`,
  dates: `date dob birthday birthdate birthtime date_of_birth date_of_death age ages timestamp datetime
    birth_year year_of_birth birth_month birth_day admitted discharged`,
  telephone_numbers: `phone phones telephone telephone_number phone_number mobile mobile_phone
    mobile_number cell cell_phone cellphone tel home_phone work_phone contact_number`,
  fax_numbers: 'fax fax_number fax_no',
  email_addresses: 'email emails e_mail email_address mail mail_address',
  social_security_numbers: 'ssn social_security social_security_number social_security_no',
  medical_record_numbers: `mrn medical_record medical_record_number medical_record_no medical_record_id
    chart_number chart_no`,
  health_plan_numbers: `health_plan_number health_plan_id health_plan_beneficiary_number beneficiary_id
    beneficiary_number member_id member_number subscriber_id insurance_id insurance_number
    policy_number medicare_number medicaid_number`,
  account_numbers: `account account_id account_number account_no bank_account iban card_number
    credit_card credit_card_number`,
  certificate_numbers: `license license_number licence licence_number certificate_number
    driver_license drivers_license driver_license_number passport passport_number`,
  vehicle_identifiers:
    'vin vehicle_id vehicle_identifier license_plate licence_plate plate plate_number',
  device_identifiers: `device_id device_identifier device_serial device_serial_number serial serial_number
    imei udi mac_address implant_serial`,
  web_urls: 'url urls uri website web_site homepage link links profile_url',
  ip_addresses: 'ip ip_address ip_addresses ipv4 ipv6',
  biometric_identifiers: `fingerprint fingerprints finger_print voiceprint voice_print retina retina_scan
    iris iris_scan biometric biometrics face_template`,
  photographs:
    'photo photos photograph photographs picture portrait face_image full_face_photo headshot',
  other_identifiers: `id uid uuid guid identifier patient_id subject_id person_id user_id username
    user_name login customer_id client_id national_id tax_id case_number case_id claim_id claim_number
    encounter_id visit_id study_id enrollment_id`,
};

const classOfName = new Map(
  safeHarborClasses.flatMap((group) =>
    namesOfClass[group].split(/\s+/).map((name) => [name, group] as const),
  ),
);

/** Words that say what a name is about wherever they stand last. */
const classOfEnding: readonly (readonly [RegExp, SafeHarborClass])[] = [
  [/_(?:date|dob|timestamp|datetime|age|at)$|^date_/, 'dates'],
  [/_(?:zip|zip_code|postcode|city|county|street|address)$/, 'geographic'],
  [/_(?:phone|mobile|telephone)$/, 'telephone_numbers'],
  [/_fax$/, 'fax_numbers'],
  [/_email$/, 'email_addresses'],
  [/_ssn$/, 'social_security_numbers'],
  [/_mrn$/, 'medical_record_numbers'],
  [/_(?:url|uri|website)$/, 'web_urls'],
  [/_ip$/, 'ip_addresses'],
  [/_(?:first_name|last_name|full_name|surname)$/, 'names'],
  [/_(?:id|uuid|guid|identifier)$/, 'other_identifiers'],
];

/** Text that is wholly of one class, whatever its field is called. */
const classOfText: readonly (readonly [RegExp, SafeHarborClass])[] = [
  [/^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d.*)?$/, 'dates'],
  [/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'email_addresses'],
  [/^(?:https?|ftp):\/\/\S+$/i, 'web_urls'],
  [/^(?:\d{1,3}\.){3}\d{1,3}$/, 'ip_addresses'],
  [/^\d{3}-\d\d-\d{4}$/, 'social_security_numbers'],
  [/^\(?\d{3}\)?[ -]\d{3}-\d{4}$/, 'telephone_numbers'],
];

/** `patientName`, `Patient-Name` and `patient_name` are one name. */
export function plainName(name: string): string {
  return name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replaceAll(/[^a-zA-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .toLowerCase();
}

/** The class that a field's names speak of, the innermost first; undefined where none does. */
export function classByName(path: readonly string[]): SafeHarborClass | undefined {
  for (const segment of path.toReversed()) {
    const name = plainName(segment);
    const found = classOfName.get(name) ?? classOfEnding.find(([ending]) => ending.test(name))?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The class that every one of these values is of; undefined where they differ or are of none. */
export function classByValues(values: readonly JsonValue[]): SafeHarborClass | undefined {
  const texts = values.filter((value) => value !== null);
  const [first] = texts;
  if (typeof first !== 'string') return undefined;
  return classOfText.find(([pattern]) =>
    texts.every((text) => typeof text === 'string' && pattern.test(text)),
  )?.[1];
}
