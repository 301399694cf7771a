/** A real file should import with nothing typed but the model's name. */
import { describe, expect, test } from 'vitest';
import { detectDelimiter, readCsvSample, wholeLines } from '../../../ui/import/csv-sample.ts';
import { guessMapping, mappingProblems } from './guess-mapping.ts';

const lending = [
  'rownames,deny,pirat,chist,unemp,selfemp',
  '1,no,0.22100000381469725,5,3.9,no',
  '2,yes,0.265,2,3.2,no',
  '',
].join('\n');

function guess(text: string): Record<string, string> {
  const { columns, rows } = readCsvSample(text);
  return Object.fromEntries(guessMapping(columns, rows).map((each) => [each.column, each.target]));
}

describe('guessMapping', () => {
  test('lending decisions: the denial is the output, the row number context, the rest input', () => {
    expect(guess(lending)).toEqual({
      rownames: 'context.rownames',
      deny: 'output.deny',
      pirat: 'input.pirat',
      chist: 'input.chist',
      unemp: 'input.unemp',
      selfemp: 'input.selfemp',
    });
  });

  test('names that say where they belong', () => {
    expect(
      guess(
        'model,input.age,output_label,Confidence,ApplicationId,policy,created_at\nm,3,yes,0.5,A-1,p,2026',
      ),
    ).toEqual({
      model: 'model_id',
      'input.age': 'input.age',
      output_label: 'output.label',
      Confidence: 'confidence',
      ApplicationId: 'transaction_id',
      policy: 'policy_id',
      created_at: 'context.created_at',
    });
  });

  test('unique text in an id column is the transaction, repeated or numeric ids are context', () => {
    expect(guess('id,branch_id,age\nA-1,7,30\nA-2,7,31')).toEqual({
      id: 'transaction_id',
      branch_id: 'context.branch_id',
      age: 'input.age',
    });
  });

  test('what a profile reads goes where it looks for it, by name and by what stands in it', () => {
    expect(
      guess(
        [
          'customer_number,decision_date,date_of_birth,sex,age,race,branch,score,status',
          '0017,2026-01-31,1980-02-01,f,41,a,x,0.2,open',
          '0018,2026-02-01,1970-02-01,m,52,b,y,0.3,open',
        ].join('\n'),
      ),
    ).toEqual({
      customer_number: 'context.subject',
      decision_date: 'context.decided_at',
      date_of_birth: 'input.date_of_birth',
      sex: 'context.groups.sex',
      age: 'input.age',
      race: 'context.groups.race',
      branch: 'input.branch',
      score: 'output.score',
      status: 'input.status',
    });
  });

  test('what was decided when must be a time in every row, and a person is text', () => {
    const columns = ['customer', 'decided', 'income'];
    const rows = [['0017', '2026-01-31', '41000']];
    expect(guessMapping(columns, rows).map(({ type }) => type)).toEqual(['string', 'time', 'auto']);
  });

  test('the best name of a time wins, and a name whose values are no times has none', () => {
    expect(guess('timestamp,decided,approved\n1769800000,2026-01-30T10:00:00Z,yes')).toEqual({
      timestamp: 'context.timestamp',
      decided: 'context.decided_at',
      approved: 'output.approved',
    });
    expect(guess('timestamp,approved\n1769800000,yes')).toMatchObject({
      timestamp: 'context.decided_at',
    });
    expect(guess('decided,approved\n31/01/2026,yes')).toMatchObject({ decided: 'input.decided' });
    expect(guess('decided,approved\n2026-01-30T10:00:00,yes')).toMatchObject({
      decided: 'input.decided',
    });
  });

  test('who a decision is about is mostly somebody else, a group has a few values, a subject stays a text', () => {
    expect(guess('customer,sex\na,f\na,f\na,f')).toEqual({
      customer: 'input.customer',
      sex: 'input.sex',
    });
    const { columns, rows } = readCsvSample('client_id\n0012\n0013');
    expect(guessMapping(columns, rows)).toEqual([
      { column: 'client_id', target: 'context.subject', type: 'string' },
    ]);
    expect(guess('context.subject,sex\n1,f\n2,m')).toEqual({
      'context.subject': 'context.subject',
      sex: 'context.groups.sex',
    });
  });

  test('a percentage is no confidence', () => {
    expect(guess('confidence,decision\n93,yes')).toMatchObject({ confidence: 'input.confidence' });
  });

  test('dots do not nest, blanks get a name, equal targets stay apart', () => {
    const { columns, rows } = readCsvSample('alk.phos,,a,input.a,a\n1,2,3,4,5');
    expect(guessMapping(columns, rows).map((each) => each.target)).toEqual([
      String.raw`input.alk\.phos`,
      'context.column_2',
      'input.a',
      'input.a_2',
      '',
    ]);
  });
});

describe('mappingProblems', () => {
  const { columns, rows } = readCsvSample(lending);
  const choices = guessMapping(columns, rows);

  test('only the model is missing, and a constant is enough', () => {
    expect(mappingProblems(choices, { model_id: ' ' })).toEqual([{ kind: 'no_model' }]);
    expect(mappingProblems(choices, { model_id: 'lender' })).toEqual([]);
  });

  test('two columns of one name cannot be told apart', () => {
    const twice = readCsvSample('a,deny,a\n1,2,3');
    const problems = mappingProblems(guessMapping(twice.columns, twice.rows), { model_id: 'm' });
    expect(problems).toEqual([{ kind: 'same_column', column: 'a' }]);
  });

  test('targets that cannot be, clash, or leave nothing', () => {
    const problems = mappingProblems(
      [
        { column: 'a', target: 'input', type: 'auto' },
        { column: 'b', target: 'input.x', type: 'auto' },
        { column: 'c', target: 'input.x', type: 'auto' },
        { column: 'd', target: 'input.x.y', type: 'auto' },
        { column: 'e', target: '', type: 'auto' },
      ],
      { model_id: 'm' },
    );
    expect(problems).toEqual([
      { kind: 'bad_target', column: 'a' },
      { kind: 'same_target', column: 'c', target: 'input.x' },
      { kind: 'below_value', column: 'd', target: 'input.x' },
      { kind: 'no_output' },
    ]);
  });
});

describe('the sample', () => {
  test.each([
    ['a,b\n1,2', ','],
    ['a;b;c\n1,5;2;3\n2,5;3;4', ';'],
    ['a\tb\n1\t2', '\t'],
    ['a|b\n"x,y"|2', '|'],
    ['alone\n1', ','],
  ])('detects the delimiter of %j', (text, delimiter) => {
    expect(detectDelimiter(text)).toBe(delimiter);
  });

  test('a byte order mark, quotes and line ends inside cells', () => {
    const sample = readCsvSample('\uFEFFa,b\r\n"x, ""y""\nz",2\r\n');
    expect(sample.columns).toEqual(['a', 'b']);
    expect(sample.rows).toEqual([['x, "y"\nz', '2']]);
  });

  test('a file that is no CSV says why', () => {
    expect(readCsvSample('a,b\n"open,1').problem).toBeDefined();
  });

  test('a cut line at the end of the slice is left out', () => {
    expect(wholeLines('a,b\n1,2\n3,', false)).toBe('a,b\n1,2\n');
    expect(wholeLines('a,b\n3,4', true)).toBe('a,b\n3,4');
  });
});
