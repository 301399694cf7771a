/** Many accounts and limits: a page of the list, and changing one limit, against few. */
import { join } from 'node:path';
import { z } from 'zod';
import { openApi, type ApiUnderTest } from './api-under-test.ts';
import { median, milliseconds, type Benchmark } from './measurement.ts';

const few = { accounts: 20, limits: 5 } as const;
const many = { accounts: 2_000, limits: 500 } as const;
const rounds = 30;
/** As many times as long with many as with few, at most. */
const most = 8;
/** Bytes of the largest page. */
const largestPage = 60_000;
const limitShape = z.looseObject({ limit_id: z.string() });

/** Issue "Money": lists come in pages, and one limit is changed at the price of what it concerns. */
export const benchmarkBillingScale: Benchmark = async ({ directory }) => {
  const small = await filled(join(directory, 'few'), few);
  const large = await filled(join(directory, 'many'), many);
  const page = Buffer.byteLength(await large.api.call('GET', '/billing/accounts?limit=100'));
  const times: { small: number[]; large: number[] } = { small: [], large: [] };
  for (let round = 0; round < rounds; round += 1) {
    times.small.push(await changed(small, round));
    times.large.push(await changed(large, round));
  }
  await small.api.close();
  await large.api.close();
  const [baseline, measured] = [median(times.small), median(times.large)];
  return [
    {
      name: `a limit among ${many.limits} of ${many.accounts} accounts`,
      measured,
      baseline,
      ratio: baseline / measured,
      required: 1 / most,
      detail: `against one among ${few.limits} of ${few.accounts}`,
    },
    {
      name: `100 of ${many.accounts} accounts, bytes to most`,
      ratio: largestPage / page,
      required: 1,
      detail: `${page} bytes`,
    },
  ];
};

interface Filled {
  readonly api: ApiUnderTest;
  readonly limit: string;
}

async function filled(
  directory: string,
  { accounts, limits }: { readonly accounts: number; readonly limits: number },
): Promise<Filled> {
  const api = await openApi(directory);
  const post = (path: string, body: object) =>
    api.call('POST', path, { body: JSON.stringify(body), status: 201 });
  const idOf = (place: number) => `lab-${String(place).padStart(4, '0')}`;
  const address = {
    line1: '400 Harbor Boulevard, Building 12',
    city: 'San Francisco',
    state: 'California',
    postal_code: '02210-1234',
    country: 'US',
  };
  for (let place = 0; place < accounts; place += 1) {
    const account_id = idOf(place);
    const email = `accounts-payable@${account_id}.example`;
    await post('/billing/accounts', { account_id, name: `Laboratory ${place}`, email, address });
  }
  for (let place = 0; place < limits; place += 1) {
    const terms = { period: 'MONTHLY', mode: 'HARD', amount: 1_000 };
    await post('/billing/limits', { account_id: idOf(place % accounts), ...terms });
  }
  const ofAll = await post('/billing/limits', { period: 'MONTHLY', mode: 'HARD', amount: 5_000 });
  return { api, limit: limitShape.parse(JSON.parse(ofAll)).limit_id };
}

/** Changes the limit of all accounts. */
function changed({ api, limit }: Filled, round: number): Promise<number> {
  const body = {
    period: 'MONTHLY',
    mode: 'HARD',
    amount: 5_000 + round,
    alert_thresholds: [50, 80, 100],
    auto_suspend: false,
  };
  return milliseconds(() =>
    api.call('PUT', `/billing/limits/${limit}`, { body: JSON.stringify(body) }),
  );
}
