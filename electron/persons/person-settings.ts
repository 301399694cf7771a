/** What letters and closed requests have alike: who decides, where to object, how long it is kept who a request was about. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  personSettingsSchema,
  usualPersonSettings,
  type PersonSettings,
} from '../../shared/contract/persons.ts';
import { writeWhole } from '../database/durable-files.ts';

const settingsName = 'person-settings.json';

/** Those of the ledger in `directory`; the usual ones where there are none, or no readable ones. */
export function readPersonSettings(directory: string): PersonSettings {
  try {
    const text = readFileSync(join(directory, settingsName), 'utf8');
    return personSettingsSchema.parse(JSON.parse(text));
  } catch {
    return usualPersonSettings;
  }
}

/** @throws what the file system says */
export function writePersonSettings(directory: string, settings: PersonSettings): void {
  writeWhole(directory, settingsName, `${JSON.stringify(settings, null, 2)}\n`);
}
