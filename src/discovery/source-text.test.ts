import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { comment, literal, member, property, source, template } from './source-text.ts';

/** Characters that end a text, a line or a comment, or begin an expression. */
const character = fc.oneof(
  fc.constantFrom("'", '"', '`', '\\', '$', '{', '}', '*', '/', '\n', '\r', '\u2028', '\u2029', '\u202e'),
  fc.string({ unit: 'binary', maxLength: 1 }),
  fc.constantFrom('\ud800', '__proto__', 'constructor', '\u0000', '\u0085', '\ufeff'),
);
const text = fc.array(character).map((parts) => parts.join(''));
const evaluated = (code: string) => JSON.parse(runInNewContext(`JSON.stringify(${code})`));

it('a literal is the value, in one line', () => {
  fc.assert(
    fc.property(fc.jsonValue(), text, (value, own) => {
      const written = literal({ [own]: [own, value] });
      expect(written).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      expect(evaluated(written)).toEqual(JSON.parse(JSON.stringify({ [own]: [own, value] })));
    }),
  );
});

it('a template is its text and the values between', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      const written = template([{ text: before, insert: source`1 + 1` }, { text: after }]);
      expect(runInNewContext(written)).toBe(`${before}2${after}`);
    }),
  );
});

it('a property and a member have the name, and no name sets a prototype', () => {
  fc.assert(
    fc.property(text, (name) => {
      expect(Object.keys(runInNewContext(`({ ${property(name)}: 1 })`))).toEqual([name]);
      const own = Object.defineProperty({}, name, { value: 1 });
      expect(runInNewContext(`own${member(name)}`, { own })).toBe(1);
    }),
  );
});

it('a comment ends at the end of its line, and not before', () => {
  fc.assert(
    fc.property(text, (said) => {
      const written = comment(said);
      expect(written).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]|\*\//u);
      expect(runInNewContext(`${written}\n1`)).toBe(1);
    }),
  );
});

it.each([[undefined], [Number.NaN], [() => 1], [1n]])('%s is no literal', (value) => {
  expect(() => literal(value)).toThrow(TypeError);
});
