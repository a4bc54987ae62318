import { describe, expect, test } from 'vitest';
import type { TransitionId } from '../../openapi/catalogue.ts';
import { type Alternative, type Conclude, NotYet } from './alternative.ts';
import { type Explained, explore, type Unexplained } from './explore.ts';
import { Judge } from './judge.ts';
import { CaseEnded, Violation } from './outcome.ts';
import { Tally } from './tally.ts';

interface Word {
  text: string;
}

const start: Word = { text: '' };

function setUp(conclusive = true) {
  const tally = new Tally();
  const judge = new Judge(tally);
  const read = (settle: Conclude<Word>, from: readonly Word[] = [start]) =>
    explore(judge, conclusive, from, settle);
  return { tally, judge, read };
}

const textsOf = (found: Explained<Word> | Unexplained) =>
  'states' in found ? found.states.map(({ text }) => text) : found.refusal.message;

/** Two letters of two choices each. */
const spell: Conclude<Word> = (alternative, state) => {
  state.text += alternative.choose(['a', 'b']);
  state.text += alternative.choose(state.text === 'a' ? ['x', 'y'] : ['z']);
};

const wantText = (alternative: Alternative, requirement: 'AUTH-001' | 'AUTH-002', holds: boolean) =>
  alternative.require(requirement, holds, 'another text', 'this one', 'first');

describe('every alternative of a step is explored', () => {
  test('depth first, the likeliest first', () => {
    expect(textsOf(setUp().read(spell))).toEqual(['ax', 'ay', 'bz']);
  });

  test('from every state; equal states are kept once, whatever the order of their keys', () => {
    const { read } = setUp();
    const found = read(
      (alternative, state) => {
        state.text = alternative.choose(['left', 'right']);
      },
      [{ text: '1' }, { text: '2' }],
    );
    expect(textsOf(found)).toEqual(['left', 'right']);
    const judge = new Judge(new Tally());
    const turned = explore(
      judge,
      true,
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      () => {},
    );
    expect('states' in turned && turned.states).toEqual([{ a: 1, b: 2 }]);
  });

  test('without changing the state it starts from', () => {
    const { read } = setUp();
    read(spell);
    expect(start).toEqual({ text: '' });
  });

  test('too many alternatives end the case, because the target shows too little', () => {
    const endless: Conclude<Word> = (alternative) => {
      for (let bit = 0; bit < 11; bit += 1) alternative.choose([0, 1]);
    };
    expect(() => setUp().read(endless)).toThrow('more than 1000 ways');
  });
});

describe('an alternative that contradicts the observations is dropped', () => {
  test('only the remaining alternatives are continued', () => {
    const { read } = setUp();
    const found = read((alternative, state) => {
      spell(alternative, state);
      wantText(alternative, 'AUTH-001', state.text !== 'ax');
    });
    expect(textsOf(found)).toEqual(['ay', 'bz']);
  });

  test('only evaluations and transitions of the kept alternative count', () => {
    const { read, tally } = setUp();
    const found = read((alternative) => {
      const way = alternative.choose(['first', 'second', 'third']);
      const transition: TransitionId = way === 'first' ? 'payroll/save' : 'payroll/approve';
      alternative.took(transition, 'payroll A');
      alternative.heldBack('payroll/collect-funds');
      wantText(alternative, way === 'first' ? 'AUTH-001' : 'AUTH-002', way !== 'first');
    });
    if (!('states' in found)) throw found.refusal;
    found.alternative.commit(tally, new Map());
    expect(tally.evaluations).toEqual({ 'AUTH-002': 1 });
    expect(tally.coverage.transitions).toEqual({ 'payroll/approve': 1 });
    expect(tally.coverage.heldBack).toMatchObject({ 'payroll/collect-funds': 1 });
  });

  test('if no alternative explains the observations, the likeliest one describes the violation', () => {
    const { read } = setUp();
    const found = read((alternative, state) => {
      spell(alternative, state);
      wantText(alternative, state.text === 'ax' ? 'AUTH-002' : 'AUTH-001', false);
    });
    expect('refusal' in found && found.refusal).toBeInstanceOf(Violation);
    expect(textsOf(found)).toContain('AUTH-002');
  });

  test('an exception of the model is not a contradiction', () => {
    const slip = () => {
      throw new TypeError('a slip');
    };
    expect(() => setUp().read(slip)).toThrow('a slip');
  });
});

describe('a rule whose violation was reported already', () => {
  const likelyBroken: Conclude<Word> = (alternative, state) => {
    state.text = alternative.choose(['likely', 'other']);
    alternative.require('AUTH-001', state.text !== 'likely', 'other', state.text);
  };

  test('keeps the alternative that breaks it, after those that break no rule', () => {
    const { read, judge } = setUp();
    expect(textsOf(read(likelyBroken))).toEqual(['other']);
    judge.mute('AUTH-001');
    expect(textsOf(read(likelyBroken))).toEqual(['other', 'likely']);
  });

  test('ends the case if the rule is about states', () => {
    const { read, judge } = setUp();
    judge.mute('AUTH-001');
    const found = read((alternative) => wantText(alternative, 'AUTH-001', false));
    expect('refusal' in found && found.refusal).toBeInstanceOf(CaseEnded);
  });
});

describe('while a finding shrinks', () => {
  /** The likely alternative breaks the rule in focus, the other one breaks another rule. */
  const both =
    (other: 'now' | 'first'): Conclude<Word> =>
    (alternative, state) => {
      state.text = alternative.choose(['likely', 'other']);
      if (state.text === 'likely') alternative.require('AUTH-001', false, 'other', state.text, 'first');
      else alternative.require('AUTH-002', false, 'likely', state.text, other);
    };

  test.each(['now', 'first'] as const)(
    'an alternative that breaks another rule, to be judged %s, does not explain it away',
    (other) => {
      const { read, judge } = setUp();
      judge.focusOn('AUTH-001');
      const found = read(both(other));
      expect('refusal' in found && found.refusal).toBeInstanceOf(Violation);
    },
  );

  test('a violated requirement that is not in focus ends the case only if it is about states', () => {
    const { read, judge } = setUp();
    judge.focusOn('AUTH-001');
    const soft = read((alternative, state) => {
      state.text = 'gone on';
      alternative.require('AUTH-002', false, 'this', 'that');
    });
    expect(textsOf(soft)).toEqual(['gone on']);
    const hard = read((alternative) => wantText(alternative, 'AUTH-002', false));
    expect('refusal' in hard && hard.refusal).toBeInstanceOf(CaseEnded);
  });
});

describe('an asynchronous effect', () => {
  const late: Conclude<Word> = (alternative) =>
    alternative.require('AUTH-001', false, 'done', 'not done', 'in time');
  const lateAtOnce: Conclude<Word> = (alternative) =>
    alternative.require('AUTH-001', false, 'done', 'not done', 'at once');

  test.each([
    ['in time', late, false],
    ['at once', lateAtOnce, true],
  ] as const)('due %s may still come where the target cannot say that it is done', (_, settle, isDue) => {
    const found = setUp(false).read(settle);
    expect('refusal' in found && found.refusal).toBeInstanceOf(NotYet);
    expect(found).toMatchObject({ refusal: { meaning: { isDue } } });
  });

  test('that may be lost is left out from then on, once it was awaited in vain', () => {
    const { judge, read } = setUp(false);
    const lost: Conclude<Word> = (alternative) =>
      alternative.require('AUTH-001', false, 'an event', 'no event', 'if at all');
    expect(read(lost)).toMatchObject({ refusal: { meaning: { canBeLeft: true } } });
    judge.giveUp('AUTH-001');
    expect(read(lost)).toHaveProperty('states');
  });

  test('is overdue if the target offers drain', () => {
    const found = setUp(true).read(late);
    expect('refusal' in found && found.refusal).toBeInstanceOf(Violation);
  });

  test('may arrive before another alternative is reported as a violation', () => {
    const found = setUp(false).read((alternative, state) => {
      state.text = alternative.choose(['likely', 'other']);
      if (state.text === 'likely') wantText(alternative, 'AUTH-002', false);
      late(alternative, state);
    });
    expect('refusal' in found && found.refusal).toBeInstanceOf(NotYet);
  });

  test('is not waited for when its violation was reported already', () => {
    const { read, judge } = setUp(false);
    judge.mute('AUTH-001');
    const found = read(late);
    expect('refusal' in found && found.refusal).toBeInstanceOf(CaseEnded);
  });
});

describe('an alternative that only lacks an event which may still come', () => {
  const announced: Conclude<Word> = (alternative, state) => {
    state.text = alternative.choose(['as it was', 'announced later']);
    if (state.text === 'announced later')
      alternative.require('AUTH-001', false, 'an event', 'none', 'if at all');
  };

  test('is kept beside one that explains everything', () => {
    expect(textsOf(setUp(false).read(announced))).toEqual(['as it was', 'announced later']);
  });

  test('is dropped where nothing can come any more', () => {
    expect(textsOf(setUp(true).read(announced))).toEqual(['as it was']);
  });

  test('is waited for if nothing else explains what was seen', () => {
    const found = setUp(false).read((alternative, state) => {
      announced(alternative, state);
      if (state.text === 'as it was') wantText(alternative, 'AUTH-002', false);
    });
    expect('refusal' in found && found.refusal).toBeInstanceOf(NotYet);
  });
});
