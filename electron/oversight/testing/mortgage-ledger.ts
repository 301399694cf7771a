/** The mortgage file as decisions of a model, with the profile that the golden numbers are by. */
import type { ProfileDocument } from '../../../shared/contract/profiles.ts';
import { mortgageRows } from '../../../shared/oversight/testing/mortgage-file.ts';
import type { TestApi } from '../../api/test-api.ts';
import { profileOf } from './profile-of.ts';
import { untilApplied } from './until-applied.ts';

export const mortgageModel = 'mortgages';

const numbers = new Set(['pirat', 'hirat', 'lvrat', 'chist', 'mhist', 'unemp']);

export const mortgageProfile: ProfileDocument = profileOf({
  outcome: { path: '/output/deny', favourable: ['no'], adverse: ['yes'], undecided: [] },
  decided_at: { path: '/context/decided_at', format: 'iso' },
  groups: ['afam', 'single', 'hschool'].map((name) => ({ name, path: `/input/${name}` })),
  columns: [
    { name: 'lvrat', path: '/input/lvrat', kind: 'number' },
    { name: 'pirat', path: '/input/pirat', kind: 'number' },
    { name: 'hirat', path: '/input/hirat', kind: 'number' },
    { name: 'chist', path: '/input/chist', kind: 'number' },
    { name: 'mhist', path: '/input/mhist', kind: 'number' },
  ],
});

/** A line of NDJSON for each row; the first half was decided in January 1990, the second in February. */
export function mortgageLines(): string {
  return mortgageRows
    .map((row, place) => {
      const { deny, ...others } = row;
      const input = Object.fromEntries(
        Object.entries(others).map(([name, text]) => [
          name,
          numbers.has(name) ? Number(text) : text,
        ]),
      );
      const decided_at = place < mortgageRows.length / 2 ? '1990-01-15' : '1990-02-15';
      return JSON.stringify({
        model_id: mortgageModel,
        input,
        output: { deny },
        context: { decided_at },
      });
    })
    .join('\n');
}

/** Imports the file, and confirms the profile. */
export async function importMortgages(api: TestApi): Promise<void> {
  const headers = { 'content-type': 'application/x-ndjson' };
  const job = await api.finished(
    await api.send('POST', '/imports', { body: mortgageLines(), headers }),
  );
  if (job.status !== 'completed') throw new Error(JSON.stringify(job));
  const confirmed = await api.send('POST', `/models/${mortgageModel}/profiles`, {
    body: { profile: mortgageProfile },
  });
  if (confirmed.status !== 201) throw new Error(await confirmed.text());
  await untilApplied(api, mortgageModel);
}
