/** Decision profiles as a person confirms them, by which decisions wait for a review. */
import type { Api } from './api.ts';
import { expect } from './test.ts';

const outcome = {
  path: '/output/decision',
  favourable: ['approve'],
  adverse: ['decline'],
  undecided: ['refer'],
};

const noReview = {
  below: null,
  undecided: false,
  second_person: false,
  sample_percent: 0,
  blind_percent: 0,
  due_hours: null,
  reason_codes: [],
};

/** Confirms what the decisions of a model mean, and which of them people review. */
export async function confirmProfile(api: Api, modelId: string, review: object): Promise<void> {
  const profile = {
    outcome,
    decided_at: null,
    subject: null,
    groups: [],
    version: null,
    amount: null,
    columns: [],
    reasons: null,
    review: { ...noReview, ...review },
    small_group: 30,
  };
  const path = `/models/${encodeURIComponent(modelId)}/profiles`;
  const answer = await api.send('POST', path, { body: { profile, accept_unseen: true } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
}
