import { describe, expect, it } from 'vitest';
import { selectById } from './select-by-id.ts';

const entries = [{ id: 'payroll.model' }, { id: 'payroll.list' }, { id: 'persons.list' }];

describe('selecting by id', () => {
  it.each([
    [[], ['payroll.model', 'payroll.list', 'persons.list']],
    [['payroll.*'], ['payroll.model', 'payroll.list']],
    [['*.list'], ['payroll.list', 'persons.list']],
    [
      ['persons.list', 'payroll.model'],
      ['payroll.model', 'persons.list'],
    ],
    [['payroll.{model,list}'], ['payroll.model', 'payroll.list']],
    [['persons.list,payroll.model'], ['payroll.model', 'persons.list']],
  ])('by %j gives %j', (patterns, wanted) => {
    expect(selectById(entries, patterns, 'check').map(({ id }) => id)).toEqual(wanted);
  });

  it('refuses a pattern that matches nothing, even beside one that does', () => {
    expect(() => selectById(entries, ['payroll.*', 'payroll.modle'], 'check')).toThrow(
      'No check matches "payroll.modle". Did you mean payroll.model?',
    );
  });
});
