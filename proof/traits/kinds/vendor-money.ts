/** What vendors make of payrolls, payouts and wallets. Written from the document and from experience alone. */
import { eachItem, fieldsOf, textOf } from '../json.ts';
import {
  answerOf,
  answers,
  atMost,
  businessOf,
  invalid,
  isOne,
  isSuccess,
  refusal,
  refusals,
  refused,
} from '../steps.ts';
import type { RelayedAnswer, Trait } from '../trait.ts';
import {
  carriedOutLater,
  eachOf,
  isMoney,
  payoutReads,
  payrollReads,
  timesOf,
  totals,
} from './vendor-steps.ts';

export const vendorMoneyTraits: Readonly<Record<string, Trait>> = {
  'totals of a payroll after its approval': {
    legal: 'debit, gross, net, tax … (Money). When they are calculated is not shown.',
    hooks: () =>
      answers(payrollReads, (json) =>
        eachOf(json, (payroll) => {
          if (!/^(?:draft|saved)$/i.test(textOf(payroll.status))) return payroll;
          const none = totals.filter((name) => isMoney(payroll[name]));
          return {
            ...payroll,
            ...Object.fromEntries(none.map((name) => [name, timesOf(payroll[name], 0)])),
            ...(payroll.numPeople !== undefined && { numPeople: 0 }),
          };
        }),
      ),
  },
  'salaries are net': {
    legal: 'entries: {personId, salary: Money}. How gross, net, tax and the others follow is not shown.',
    hooks: () =>
      answers(payrollReads, (json) =>
        eachOf(json, (payroll) => {
          if (!isMoney(payroll.gross)) return payroll;
          const gross = timesOf(payroll.gross, 1.37);
          return {
            ...payroll,
            gross,
            net: payroll.gross,
            tax: timesOf(payroll.gross, 0.2),
            pension: timesOf(payroll.gross, 0.1),
            statutoryDeductions: timesOf(payroll.gross, 0.07),
            employerContributions: timesOf(gross, 0.21),
            debit: timesOf(gross, 1.2199),
          };
        }),
      ),
  },
  'debits in euros with a margin': {
    legal: 'debit, gross, net … (Money). How debit follows from the others, and its currency, is not shown.',
    hooks: () =>
      answers(payrollReads, (json) =>
        eachOf(json, (payroll) =>
          isMoney(payroll.debit)
            ? { ...payroll, debit: { ...timesOf(payroll.debit, 0.9437), currency: 'EUR' } }
            : payroll,
        ),
      ),
  },
  'all between approval and completion is Processing': {
    legal: 'Mapping between webhook values and GET values: not shown beyond completed to Completed.',
    hooks: () =>
      answers(payrollReads, (json) =>
        eachOf(json, (payroll) =>
          /^(?:approved|scheduled|processing)$/i.test(textOf(payroll.status))
            ? { ...payroll, status: 'Processing' }
            : payroll,
        ),
      ),
  },
  'pay days are working days': {
    legal: 'payrollDate: date. Which dates are valid is not shown.',
    hooks: () =>
      refusals('POST /v1/payrolls/*/save', ({ json }) => {
        const day = new Date(textOf(fieldsOf(json).payrollDate)).getUTCDay();
        return day === 0 || day === 6 ? invalid('payrollDate must be a business day') : undefined;
      }),
  },
  'periods of a person may not overlap': {
    legal: 'save payroll: condition entries valid. Which are valid is not shown.',
    hooks: () => {
      const periods = new Map<string, readonly { from: string; to: string; path: string }[]>();
      return {
        http: async (asked, next) => {
          if (!isOne(asked, 'POST /v1/payrolls/*/save')) return next(asked);
          const { entries, payPeriod } = fieldsOf(asked.json);
          const from = textOf(fieldsOf(payPeriod).fromDate);
          const to = textOf(fieldsOf(payPeriod).toDate);
          const persons = [entries].flat().map((entry) => textOf(fieldsOf(entry).personId));
          const overlaps = persons.some((person) =>
            (periods.get(person) ?? []).some(
              (other) => other.path !== asked.path && other.from <= to && from <= other.to,
            ),
          );
          if (from !== '' && overlaps) return refused(asked, next, invalid('payPeriod overlaps another'));
          const answer = await next(asked);
          if (isSuccess(answer))
            for (const person of persons)
              periods.set(person, [...(periods.get(person) ?? []), { from, to, path: asked.path }]);
          return answer;
        },
      };
    },
  },
  'approvals are carried out later': {
    legal:
      'saved → approval → approved: when is not shown, but for a past payrollDate, which completes immediately.',
    hooks: () => {
      const future = new Set<string>();
      const { later, control } = carriedOutLater(700, answerOf(202, { status: 'pending' }));
      return {
        control,
        http: async (asked, next) => {
          if (
            isOne(asked, 'POST /v1/payrolls/*/approve') &&
            future.delete(`${businessOf(asked)} ${asked.path}`)
          )
            return later(asked, next);
          const answer = await next(asked);
          const isLater = textOf(fieldsOf(asked.json).payrollDate) > new Date().toISOString().slice(0, 10);
          const path = `${businessOf(asked)} ${asked.path.replace(/save$/, 'approve')}`;
          if (isOne(asked, 'POST /v1/payrolls/*/save') && isSuccess(answer)) {
            if (isLater) future.add(path);
            else future.delete(path);
          }
          return answer;
        },
      };
    },
  },
  'a fee on each payout': {
    legal: 'amount, sourceAmount, feeAmount (Money). How they follow from each other is not shown.',
    hooks: () =>
      answers(`${payoutReads}, POST /v1/payouts`, (json) =>
        eachOf(json, (payout) =>
          isMoney(payout.amount)
            ? {
                ...payout,
                feeAmount: { amount: 137, currency: fieldsOf(payout.amount).currency },
                sourceAmount: timesOf(payout.amount, 1.0145),
              }
            : payout,
        ),
      ),
  },
  'no id of a quote without a quote': {
    legal: 'Payout: id, beneficiaryId, quoteId … That a payout without a quote has one is not said.',
    hooks: () =>
      answers(`${payoutReads}, POST /v1/payouts`, (json) =>
        eachOf(json, ({ quoteId: _, ...payout }) => payout),
      ),
  },
  'a payout like the last is refused': {
    legal: 'POST /v1/payouts: request and response not shown, nor whether it may be repeated.',
    hooks: () =>
      atMost(
        1,
        'POST /v1/payouts',
        (asked) => {
          const { reference: _, ...payout } = fieldsOf(asked.json);
          return asked.json === undefined ? '' : `${businessOf(asked)} ${JSON.stringify(payout)}`;
        },
        () => refusal(409, 'possible_duplicate', 'A like payout was just made'),
      ),
  },
  'the same beneficiary twice is one': {
    legal: 'POST /v1/beneficiaries response {id}. Whether the same details make another one is not shown.',
    hooks: () => {
      const made = new Map<string, RelayedAnswer>();
      return {
        http: async (asked, next) => {
          if (!isOne(asked, 'POST /v1/beneficiaries') || asked.json === undefined) return next(asked);
          const { name, email, paymentDetails } = fieldsOf(asked.json);
          const like = `${businessOf(asked)} ${JSON.stringify([name, email, paymentDetails])}`;
          const earlier = made.get(like);
          if (earlier !== undefined) return refused(asked, next, earlier);
          const answer = await next(asked);
          if (isSuccess(answer)) made.set(like, answer);
          return answer;
        },
      };
    },
  },
  'wallets with two balances': {
    legal: 'Hold wallets; the document shows no operation that reads them, nor its shape.',
    hooks: () =>
      answers('GET /v1/wallets', (json) =>
        eachItem(json, ({ balance, ...wallet }) =>
          balance === undefined ? wallet : { ...wallet, availableBalance: balance, ledgerBalance: balance },
        ),
      ),
  },
  'deposits arrive after a second': {
    legal: 'business-deposits adds test funds to the wallet. When, and its response body: not shown.',
    hooks: () => {
      const { later, control } = carriedOutLater(1_000, answerOf(202, { status: 'accepted' }));
      return {
        control,
        http: async (asked, next) => {
          const { value, description } = fieldsOf(asked.json);
          const isValid =
            isMoney(value) &&
            Intl.supportedValuesOf('currency').includes(textOf(fieldsOf(value).currency)) &&
            Number(fieldsOf(value).amount) > 0 &&
            typeof description === 'string';
          return isOne(asked, 'POST /v1/sandbox/business-deposits') && isValid
            ? later(asked, next)
            : next(asked);
        },
      };
    },
  },
  'three deposits for a business': {
    legal: 'POST /v1/sandbox/business-deposits adds test funds. How often is not shown.',
    hooks: () =>
      atMost(3, 'POST /v1/sandbox/business-deposits', businessOf, () =>
        refusal(422, 'faucet_limit', 'No more test funds today'),
      ),
  },
};
