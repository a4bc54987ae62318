import type { BlindAnswer, BlindFault, Call } from '../../fault.ts';
import {
  byUser,
  changed,
  clone,
  DEPOSITS,
  each,
  eachPayroll,
  forPlatform,
  hasData,
  idIn,
  inAnswersOf,
  inTheNameOf,
  is,
  isEvent,
  isObject,
  isWaiting,
  items,
  mapIn,
  noteOwner,
  ok,
  PAYROLL,
  PAYROLL_APPROVE,
  PAYROLL_SAVE,
  PAYROLLS,
  PAYSLIPS,
  param,
  pause,
  read,
  refused,
  setIn,
  slot,
  tenant,
  USER_TOKENS,
  WALLETS,
  wantsCsv,
  who,
  withBody,
  withQuery,
} from './hands.ts';

const PAYOUTS = /(?:^|\/)v1\/payouts\/?$/;
const BENEFICIARIES = /(?:^|\/)v1\/beneficiaries\/?$/;
const MOVEMENTS = /(?:^|\/)v1\/(?:transactions|disbursements)\/?$/;
const DISBURSEMENTS = /(?:^|\/)v1\/disbursements\/?$/;
const VIRTUAL_ACCOUNTS = /(?:^|\/)v1\/virtual-accounts\/?$/;
const EXTERNAL_ACCOUNTS = /(?:^|\/)v1\/external-accounts\/?$/;
const EXTERNAL_ACCOUNT = /(?:^|\/)v1\/external-accounts\/([^/]+)\/?$/;
const VERIFICATION = /(?:^|\/)v1\/external-accounts\/([^/]+)\/verification\/?$/;
const OFFBOARDING = /(?:^|\/)v1\/persons\/([^/]+)\/offboarding\/?$/;
const REINSTATEMENT = /(?:^|\/)v1\/persons\/([^/]+)\/reinstatement\/?$/;

const LARGEST = 2_147_483_647;
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const isExport = (call: Call, answer: BlindAnswer): boolean =>
  is(call, 'GET', PAYOUTS) && wantsCsv(call) && ok(answer) && typeof answer.body === 'string';
const dayAfter = (day: string): string => {
  const time = Date.parse(`${day}T00:00:00Z`);
  return Number.isNaN(time) ? day : new Date(time + 86_400_000).toISOString().slice(0, 10);
};
const entriesOf = (call: Call): any[] => (Array.isArray(call.body?.entries) ? call.body.entries : []);
const add = (balance: any, amount: any): void => {
  if (balance && amount && balance.currency === amount.currency && Number.isFinite(amount.amount)) {
    balance.amount += amount.amount;
  }
};
/** Whether a wallet of the list holds an amount. */
const covers = (wallets: BlindAnswer, amount: any): boolean =>
  items(wallets).some(
    ({ balance }) => amount && balance?.currency === amount.currency && balance.amount >= amount.amount,
  );

export const faults: readonly BlindFault[] = [
  {
    id: 'blind-second-money-two-deposits-do-not-release',
    title: 'A payroll that needs two deposits stays in Awaiting Funds; only the first deposit is checked',
    breaks: 'States, Payroll: "Awaiting Funds | balance becomes sufficient | automatic | scheduled"',
    answer: async (call, { next, memory }) => {
      const waiting = mapIn(memory, 'waiting');
      const stuck = setIn(memory, 'stuck');
      if (is(call, 'POST', DEPOSITS)) {
        for (const [id, seen] of waiting) {
          if (seen.who !== who(call)) continue;
          const now = seen.deposits > 0 ? await next(read(call, `/v1/payrolls/${id}`)) : undefined;
          if (isWaiting(now?.body)) stuck.add(id);
          seen.deposits += 1;
        }
      }
      return eachPayroll(call, await next(call), (payroll, id) => {
        if (isWaiting(payroll) && !waiting.has(id)) waiting.set(id, { who: who(call), deposits: 0 });
        else if (stuck.has(id) && payroll.status !== undefined) payroll.status = 'Awaiting Funds';
      });
    },
  },
  {
    id: 'blind-second-money-list-hides-awaiting-funds',
    title: 'The list of payrolls shows a payroll as scheduled that waits for funds',
    breaks: 'States, Payroll: "Additional statuses on GET: `Awaiting Funds`, `Rejected`, `Deleted`, …"',
    answer: inAnswersOf(PAYROLLS, (payroll) => {
      if (isWaiting(payroll)) payroll.status = 'scheduled';
    }),
  },
  {
    id: 'blind-second-money-payslips-of-unfunded-payroll',
    title: 'Workers get payslips for a payroll that still waits for its funds',
    breaks: 'Resources, Payroll: "Payslips exist only for payrolls in Completed status."',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!is(call, 'GET', PAYSLIPS) || answer.status === 401 || answer.status === 403) return answer;
      const payrollId = idIn(call, PAYSLIPS);
      const { body } = await next(read(call, `/v1/payrolls/${payrollId}`));
      if (!isWaiting(body) || !Array.isArray(body.entries) || !body.entries.every(isObject)) return answer;
      const data = body.entries.map(({ personId, salary }: any) => {
        return { id: crypto.randomUUID(), payrollId, personId, gross: salary, net: salary };
      });
      return { status: 200, headers: { 'content-type': 'application/json' }, body: { data } };
    },
  },
  {
    id: 'blind-second-money-list-keeps-totals-of-first-save',
    title: 'A payroll is saved a second time; the list keeps the people, totals and date of the first save',
    breaks: 'Endpoints, Payrolls: "saves a payroll"; Payroll (list item): numPeople, payrollDate, gross, net',
    answer: async (call, { next, memory }) => {
      const first = mapIn(memory, 'first');
      const answer = await next(call);
      if (is(call, 'POST', PAYROLL_SAVE) && ok(answer)) {
        const id = idIn(call, PAYROLL_SAVE);
        const all = items(await next(read(call, '/v1/payrolls')));
        const listed = all.find(({ payrollId }) => payrollId === id);
        if (first.has(id)) first.get(id).again = true;
        else if (listed) first.set(id, { item: clone(listed), again: false });
      }
      if (!is(call, 'GET', PAYROLLS)) return answer;
      return each(answer, (payroll) => {
        const kept = first.get(payroll.payrollId);
        if (kept?.again) Object.assign(payroll, { ...kept.item, status: payroll.status });
      });
    },
  },
  {
    id: 'blind-second-money-leap-day-becomes-first-of-march',
    title: 'A payroll dated on 29 February pays on 1 March',
    breaks: 'Endpoints, Payrolls: "Payrolls with a future payrollDate disburse on that date."',
    answer: async (call, { next }) =>
      eachPayroll(call, await next(call), (payroll) => {
        if (!/^\d{4}-02-29$/.test(payroll.payrollDate)) return;
        payroll.payrollDate = `${payroll.payrollDate.slice(0, 4)}-03-01`;
      }),
  },
  {
    id: 'blind-second-money-payroll-totals-end-at-32-bits',
    title: 'A payroll of more than 2147483647 (rupiah, pesos) shows that number as its total',
    breaks: 'Conventions: "Money object: `{amount: integer, currency: string}`"; Payroll: debit, gross, net',
    answer: async (call, { next }) =>
      eachPayroll(call, await next(call), (payroll) => {
        for (const name of ['gross', 'net', 'debit']) {
          if (payroll[name]?.amount > LARGEST) payroll[name].amount = LARGEST;
        }
      }),
  },
  {
    id: 'blind-second-money-platform-money-covers-tenant-payroll',
    title: 'A payroll of a business without funds is scheduled because the default business has money',
    breaks: 'States, Payroll: "funds check | business balance does not cover the payroll | Awaiting Funds"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      const single = is(call, 'GET', PAYROLL) || is(call, 'POST', PAYROLL_APPROVE);
      if (!single || tenant(call) === '' || !isWaiting(answer.body)) return answer;
      const wallets = await next(forPlatform(read(call, '/v1/wallets')));
      if (!covers(wallets, answer.body.debit ?? answer.body.gross)) return answer;
      return each(answer, (payroll) => Object.assign(payroll, { status: 'scheduled' }));
    },
  },
  {
    id: 'blind-second-money-past-date-of-second-save-ignored',
    title: 'A payroll saved again with a past date does not complete; the date of the first save counts',
    breaks: 'Sandbox: "A payroll saved with a past payrollDate completes immediately on approval."',
    answer: async (call, { next, memory }) => {
      const dates = mapIn(memory, 'dates');
      const stuck = setIn(memory, 'stuck');
      const answer = await next(call);
      const saved = is(call, 'POST', PAYROLL_SAVE) && ok(answer) ? call.body?.payrollDate : undefined;
      if (typeof saved === 'string') {
        const id = idIn(call, PAYROLL_SAVE);
        dates.set(id, { first: dates.get(id)?.first ?? saved, last: saved });
      }
      if (is(call, 'POST', PAYROLL_APPROVE) && ok(answer)) {
        const id = idIn(call, PAYROLL_APPROVE);
        const { first = '', last = '' } = dates.get(id) ?? {};
        const later = first > last && first >= new Date().toISOString().slice(0, 10);
        const now = later ? await next(read(call, `/v1/payrolls/${id}`)) : undefined;
        if (/^completed$/i.test(now?.body?.status)) stuck.add(id);
      }
      return eachPayroll(call, answer, (payroll, id) => {
        if (stuck.has(id) && /^completed$/i.test(payroll.status)) payroll.status = 'approved';
      });
    },
  },
  {
    id: 'blind-second-money-equal-pay-deduplicated',
    title: 'Two workers of a payroll earn the same; the second payment is missing from the lists',
    breaks: 'States, Payroll: "scheduled | payrollDate reached | processing | disbursements sent to workers"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!is(call, 'GET', MOVEMENTS) || !hasData(answer)) return answer;
      const seen = new Set<string>();
      return changed(answer, (body) => {
        body.data = body.data.filter((item: any) => {
          if (item?.type !== 'PAYROLL') return true;
          const key = `${item.reference}|${item.amount?.amount}|${item.amount?.currency}`;
          return !seen.has(key) && seen.add(key);
        });
      });
    },
  },
  {
    id: 'blind-second-money-empty-payroll-list-shows-platform',
    title: 'A business without payrolls sees the payrolls of the default business of the platform',
    breaks: 'Authentication, 4: "Omitting it scopes the request to the default platform business."',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!is(call, 'GET', PAYROLLS) || tenant(call) === '' || !hasData(answer)) return answer;
      if (answer.body.data.length > 0) return answer;
      const other = await next(forPlatform(call));
      return hasData(other) ? other : answer;
    },
  },
  {
    id: 'blind-second-money-leaver-left-out-of-payroll',
    title: 'A payroll silently leaves out a worker whose exit is scheduled but who is still active',
    breaks: 'States, Person lifecycle: "Active | offboarding scheduled | Active (exit pending)"',
    answer: async (call, { next, memory }) => {
      const leavers = setIn(memory, 'leavers');
      const stay = entriesOf(call).filter((entry) => !leavers.has(entry?.personId));
      const cut = is(call, 'POST', PAYROLL_SAVE) && stay.length > 0 && stay.length < entriesOf(call).length;
      const answer = await next(cut ? withBody(call, { ...call.body, entries: stay }) : call);
      if (!ok(answer)) return answer;
      if (is(call, 'POST', OFFBOARDING)) leavers.add(idIn(call, OFFBOARDING));
      if (is(call, 'DELETE', OFFBOARDING)) leavers.delete(idIn(call, OFFBOARDING));
      return answer;
    },
  },
  {
    id: 'blind-second-money-reinstated-worker-refused',
    title: 'A payroll with a reinstated worker is refused; the worker cannot be paid again',
    breaks: 'States, Person lifecycle: "Former | reinstated | Active"',
    answer: async (call, { next, memory }) => {
      const back = setIn(memory, 'back');
      const answer = await next(call);
      if (is(call, 'POST', REINSTATEMENT) && ok(answer)) back.add(idIn(call, REINSTATEMENT));
      if (!is(call, 'POST', PAYROLL_SAVE) || !ok(answer)) return answer;
      const some = entriesOf(call).some((entry) => back.has(entry?.personId));
      return some ? refused('entries', 'a person is not active') : answer;
    },
  },
  {
    id: 'blind-second-money-rate-validity-with-offset-refused',
    title: 'A payroll whose FX validity limit has an offset such as +02:00 is refused; only Z is accepted',
    breaks: 'Endpoints, Payrolls: "FX validity limit | RFC 3339 timestamp"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      const offset = /T.*[+-]\d\d:\d\d$/.test(String(call.body?.fxValidUntil ?? ''));
      const late = is(call, 'POST', PAYROLL_SAVE) && ok(answer) && offset;
      return late ? refused('fxValidUntil', 'must match YYYY-MM-DDThh:mm:ssZ') : answer;
    },
  },
  {
    id: 'blind-second-money-status-filter-lost-behind-cursor',
    title: 'The second page of the payouts of one status contains payouts of another status',
    breaks: 'Beneficiaries and payouts: "Query filters: … status (…), … pagination cursor"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      const status = param(call, 'status');
      const lost = status !== undefined && param(call, 'cursor') !== undefined;
      if (!lost || !is(call, 'GET', PAYOUTS) || !hasData(answer)) return answer;
      const all = await next(withQuery(call, {}, ['status', 'cursor', 'limit']));
      const other = items(all).find((payout) => payout.status !== status);
      return other ? changed(answer, (body) => body.data.push(other)) : answer;
    },
  },
  {
    id: 'blind-second-money-reference-filter-matches-beginning',
    title: 'The filter for the client reference "pay-1" also returns the payout "pay-10"',
    breaks: 'Beneficiaries and payouts: "Query filters: client reference"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      const reference = param(call, 'reference');
      if (!reference || !is(call, 'GET', PAYOUTS) || !hasData(answer)) return answer;
      const all = await next(withQuery(call, {}, ['reference']));
      const longer = (other: any): boolean => `${other}`.startsWith(reference) && other !== reference;
      const more = items(all).filter((payout) => longer(payout.reference));
      return more.length > 0 ? changed(answer, (body) => body.data.push(...more)) : answer;
    },
  },
  {
    id: 'blind-second-money-export-starts-a-day-late',
    title: 'The CSV export lacks the payouts of the start date; the list has them',
    breaks: 'Beneficiaries and payouts: "created-on-or-after date (ISO 8601, `startDate`)"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      const start = (param(call, 'startDate') ?? '').slice(0, 10);
      if (!isExport(call, answer) || dayAfter(start) === start) return answer;
      if (dayAfter(start) > (param(call, 'endDate') ?? '').slice(0, 10)) {
        return { ...answer, body: `${answer.body.split('\n')[0]}\n` };
      }
      return next(withQuery(call, { startDate: dayAfter(start) }));
    },
  },
  {
    id: 'blind-second-money-export-replaces-accents',
    title: 'In the CSV export each letter outside ASCII of a client reference is a question mark',
    breaks: 'Beneficiaries and payouts: "returns all matching payouts"; Payout: "`reference`"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!isExport(call, answer) || !/[\u0080-\uffff]/.test(answer.body)) return answer;
      return { ...answer, body: answer.body.replace(/[\u0080-\uffff]/g, '?') };
    },
  },
  {
    id: 'blind-second-money-export-cut-at-limit',
    title: 'The CSV export with a maximum of results silently leaves out the other payouts',
    breaks: 'Beneficiaries and payouts: "value `csv` returns all matching payouts as a CSV download"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      const limit = Number(param(call, 'limit'));
      if (!isExport(call, answer) || !(limit >= 1)) return answer;
      const lines: string[] = answer.body.split('\n');
      const rows = lines.filter((line) => line.trim() !== '').length - 1;
      return rows > limit ? { ...answer, body: `${lines.slice(0, limit + 1).join('\n')}\n` } : answer;
    },
  },
  {
    id: 'blind-second-money-export-cached-across-businesses',
    title: 'A business that exports the same days as another business gets the payouts of that business',
    breaks: 'Authentication, 4: "business-specific calls carry header `X-MultiTenantKey`"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      if (!isExport(call, answer)) return answer;
      const exports = mapIn(memory, 'exports');
      const key = JSON.stringify(Object.entries(call.query ?? {}).sort());
      const cached = exports.get(key);
      if (cached && cached.who !== who(call)) return cached.answer;
      exports.set(key, { who: who(call), answer });
      return answer;
    },
  },
  {
    id: 'blind-second-money-fee-of-tenant-not-debited',
    title: 'The fees of the payrolls of a created business never leave its wallet; its balance is too high',
    breaks: 'Events: "`PAYROLL_FEE` (processing fee debited from the business wallet)"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!is(call, 'GET', WALLETS) || tenant(call) === '') return answer;
      const all = await next(read(call, '/v1/transactions', { type: 'PAYROLL_FEE' }));
      const fees = items(all).filter(({ type, status }) => type === 'PAYROLL_FEE' && status === 'succeeded');
      return each(answer, (wallet) => {
        for (const fee of fees) add(wallet.balance, fee.amount);
      });
    },
  },
  {
    id: 'blind-second-money-disbursement-description-escaped',
    title: 'A deposit for "Food & Drink" is listed as "Food &amp; Drink"; it no longer matches its event',
    breaks: 'Events, Deposit details: "equal to what /v1/disbursements returns"',
    answer: inAnswersOf(DISBURSEMENTS, (item) => {
      if (typeof item.description !== 'string') return;
      item.description = item.description.replace(/[&<>"]/g, (sign: string) => ESCAPES[sign] ?? sign);
    }),
  },
  {
    id: 'blind-second-money-deposits-at-once-lose-one',
    title: 'Of two deposits at the same time only one arrives in the wallet',
    breaks: 'Sandbox: "POST /v1/sandbox/business-deposits … adds test funds to the wallet"',
    answer: async (call, { next, memory }) => {
      const open = mapIn(memory, 'open');
      const lost = slot<any[]>(memory, 'lost', () => []);
      if (is(call, 'POST', DEPOSITS)) {
        const before = open.get(who(call)) ?? 0;
        open.set(who(call), before + 1);
        await pause(40);
        const answer = await next(call).finally(() => open.set(who(call), open.get(who(call)) - 1));
        if (before > 0 && ok(answer)) lost.push({ who: who(call), value: call.body?.value });
        return answer;
      }
      const answer = await next(call);
      const mine = lost.filter((deposit) => deposit.who === who(call));
      if (!is(call, 'GET', WALLETS) || mine.length === 0) return answer;
      return each(answer, (wallet) => {
        for (const { value } of mine) add(wallet.balance, { ...value, amount: -value?.amount });
      });
    },
  },
  {
    id: 'blind-second-money-user-token-reads-wallet',
    title: 'The token of an ordinary user reads the wallet balances of the business',
    breaks: 'Authentication: "User token | one user | … access only to that user\'s resources"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      const user = byUser(memory, call, answer);
      const wallets = is(call, 'GET', WALLETS);
      const backend = memory.get('backend');
      if (!user && ok(answer) && (wallets || is(call, 'POST', USER_TOKENS))) {
        memory.set('backend', { ...call.headers });
      }
      if (!user || !wallets || answer.status !== 403 || !backend) return answer;
      const leaked = await next(inTheNameOf(call, backend));
      return ok(leaked) ? leaked : answer;
    },
  },
  {
    id: 'blind-second-money-account-name-loses-accents',
    title: 'The account name "José Núñez" becomes "Jose Nunez"; the bank rejects the payout',
    breaks: 'Resources, Beneficiary: "paymentDetails.bank | accountName, …"',
    answer: inAnswersOf(BENEFICIARIES, (item) => {
      const bank = item.paymentDetails?.bank;
      if (typeof bank?.accountName !== 'string') return;
      bank.accountName = bank.accountName.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
    }),
  },
  {
    id: 'blind-second-money-account-number-loses-zeros',
    title: 'The account number 0012345678 loses its zeros and names another account',
    breaks: 'Resources, Beneficiary: "paymentDetails.bank | accountName, accountNumber, …"',
    answer: inAnswersOf(BENEFICIARIES, (item) => {
      const bank = item.paymentDetails?.bank;
      if (/^0\d+$/.test(bank?.accountNumber ?? '')) bank.accountNumber = `${BigInt(bank.accountNumber)}`;
    }),
  },
  {
    id: 'blind-second-money-beneficiary-page-two-overlaps',
    title: 'The second page of beneficiaries begins with the last beneficiary of the first page',
    breaks: 'Conventions: "Cursor shape: response has `data` (array) and `node: {previous: …, next: …}`"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      if (!is(call, 'GET', BENEFICIARIES) || !hasData(answer)) return answer;
      const last = mapIn(memory, 'last');
      const key = (cursor: string): string => `${who(call)}|${cursor}`;
      const following = answer.body.node?.next;
      if (typeof following === 'string') last.set(key(following), clone(answer.body.data.at(-1)));
      const repeated = last.get(key(param(call, 'cursor') ?? ''));
      if (!repeated) return answer;
      return changed(answer, (body) => {
        body.data.unshift(repeated);
        if (body.data.length > Number(param(call, 'limit'))) body.data.pop();
      });
    },
  },
  {
    id: 'blind-second-money-beneficiary-names-platform-business',
    title: 'The beneficiaries of a created business carry the id of the default business',
    breaks: 'Beneficiary: "businessId | uuid"; Authentication, 4: "business-specific calls carry header …"',
    answer: async (call, { next }) => {
      const answer = await next(call);
      if (!is(call, 'GET', BENEFICIARIES) || tenant(call) === '') return answer;
      const businessId = items(await next(forPlatform(read(call, call.path))))[0]?.businessId;
      if (typeof businessId !== 'string') return answer;
      return each(answer, (item) => Object.assign(item, { businessId }));
    },
  },
  {
    id: 'blind-second-money-virtual-account-type-matters',
    title: 'A virtual account with the number 99999900 and the type BVN is never approved; only SSN is',
    breaks: 'Sandbox-only behaviour: "is approved automatically; type (SSN or BVN) is irrelevant"',
    answer: async (call, { next, memory }) => {
      const held = setIn(memory, 'held');
      const answer = await next(call);
      if (!VIRTUAL_ACCOUNTS.test(call.path)) return answer;
      const given = call.body?.customIdentification;
      const bvn = given?.number === '99999900' && String(given.type).toUpperCase() === 'BVN';
      if (call.method.toUpperCase() === 'POST' && ok(answer) && bvn) held.add(answer.body?.id);
      return each(answer, (account) => {
        if (held.has(account.id) && account.status === 'created') account.status = 'submitted';
      });
    },
    deliver: async (attempt, { send, memory }) => {
      if (!isEvent(attempt, 'virtual-account.created')) return send(attempt);
      await pause(100);
      return setIn(memory, 'held').has(attempt.event.data.id) ? 200 : send(attempt);
    },
  },
  {
    id: 'blind-second-money-second-verified-account-unconfirmed',
    title: 'The second bank account that a business verifies stays unconfirmed in the list of accounts',
    breaks: 'States, External account: "needs_confirmation to active after verification"',
    answer: async (call, { next, memory }) => {
      const verified = slot<string[]>(memory, `verified ${who(call)}`, () => []);
      const answer = await next(call);
      const id = idIn(call, VERIFICATION);
      if (is(call, 'POST', VERIFICATION) && ok(answer) && !verified.includes(id)) verified.push(id);
      if (!is(call, 'GET', EXTERNAL_ACCOUNTS)) return answer;
      return each(answer, (account) => {
        const later = verified.indexOf(account.id) > 0;
        if (later && account.status === 'active') account.status = 'needs_confirmation';
      });
    },
  },
  {
    id: 'blind-second-money-account-removed-by-other-business',
    title: 'A business removes the linked bank account of another business by its id',
    breaks: 'Authentication, 4: "business-specific calls carry header `X-MultiTenantKey: <tenant_key>`"',
    answer: async (call, { next, memory }) => {
      const answer = await next(call);
      if (EXTERNAL_ACCOUNTS.test(call.path)) noteOwner(memory, call, answer);
      const owner = mapIn(memory, 'owners').get(idIn(call, EXTERNAL_ACCOUNT));
      if (!is(call, 'DELETE', EXTERNAL_ACCOUNT) || answer.status !== 404 || !owner) return answer;
      if ((owner['x-multitenantkey'] ?? '') === tenant(call)) return answer;
      const removed = await next(inTheNameOf(call, owner));
      return ok(removed) ? removed : answer;
    },
  },
];
