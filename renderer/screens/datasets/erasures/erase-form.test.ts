import { expect, test } from 'vitest';
import { isIdOf } from '../../../signing/shown-entry.ts';
import {
  bodyOf,
  entityIn,
  entityTypesOf,
  idsIn,
  shownErasure,
  type EraseForm,
} from './erase-form.ts';

const form: EraseForm = {
  what: 'record_ids',
  record_ids: 'rec_1\n rec_2 \n\nrec_1',
  entity: '',
  entity_type: 'string',
  legal_basis: ' GDPR Art. 17(1)(b) ',
  reason: ' Consent was withdrawn. ',
  signer: { person_id: 'usr_1', passphrase: '' },
};
const actor = { id: 'operator', role: 'operator' };
const said = { legal_basis: 'GDPR Art. 17(1)(b)', reason: 'Consent was withdrawn.' };

test('Ids are one a line, each once', () => {
  expect(idsIn('a\r\nb\n\n  a  \nc d')).toEqual(['a', 'b', 'c d']);
  expect(idsIn(' \n ')).toEqual([]);
});

test.each([
  ['string', ' P-1', ' P-1'],
  ['string', '1', '1'],
  ['string', ' ', undefined],
  ['number', ' 12 ', 12],
  ['number', 'P-1', undefined],
  ['number', '', undefined],
  ['boolean', 'true', true],
  ['boolean', 'false', false],
  ['boolean', 'yes', undefined],
] as const)('As a %s, “%s” is %j', (entity_type, entity, value) => {
  expect(entityIn({ entity, entity_type })).toBe(value);
});

test('Types are those that the rows have had', () => {
  expect(entityTypesOf(['null', 'number'])).toEqual(['number']);
  expect(entityTypesOf(['string', 'object', 'number'])).toEqual(['string', 'number']);
  expect(entityTypesOf(undefined)).toEqual(['string']);
});

test('The request names what goes, and who erases it', () => {
  expect(bodyOf(form, { actor })).toEqual({ record_ids: ['rec_1', 'rec_2'], ...said, actor });
  const entity = { ...form, what: 'entity', entity: '7', entity_type: 'number' } as const;
  expect(bodyOf(entity, { signer: 'usr_1' })).toEqual({ entity: 7, ...said, signer: 'usr_1' });
  expect(bodyOf({ ...form, what: 'dataset' }, { actor })).toEqual({
    scope: 'dataset',
    ...said,
    actor,
  });
});

test('What is shown of an entry refuses another dataset’s rows, more rows and another scope', () => {
  const { members, values } = shownErasure('claims', form, actor);
  expect(values).toEqual({ reason: said.reason });
  expect(members).toMatchObject({
    dataset_id: 'claims',
    scope: 'rows',
    legal_basis: said.legal_basis,
  });
  const { count, rows, id } = members;
  if (typeof count !== 'function' || typeof rows !== 'function') throw new Error('no rules');
  expect([0, 1, 2, 3, 1.5, '1'].map((each) => count(each))).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
  ]);
  expect(['0100', '', 'zz', 1].map((each) => rows(each))).toEqual([true, false, false, false]);
  expect(typeof id).toBe(typeof isIdOf('ers'));
  const whole = shownErasure('claims', { ...form, what: 'dataset' }, actor).members;
  expect(whole['scope']).toBe('dataset');
  expect(whole['rows']).toBeUndefined();
});
