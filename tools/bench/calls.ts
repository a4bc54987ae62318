/** The few calls with which the benches fill a server. */
import { request } from 'undici';
import type { RunningServer } from './process.ts';

export interface Calls {
  /** Sends a call of the platform. @throws Error when it is rejected. */
  call(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Record<string, unknown>>;
  /** Creates payrolls of one entry and saves them. */
  savePayrolls(count: number): Promise<readonly SavedPayroll[]>;
  /** Moves the clock of the platform's default business. */
  advance(seconds: number): Promise<void>;
}

export interface SavedPayroll {
  readonly payrollId: string;
  /** With which it was saved, and can be saved again. */
  readonly body: object;
}

const payPeriod = { fromDate: '2026-03-01', toDate: '2026-03-31' };

export function callsTo({ ready }: Pick<RunningServer, 'ready'>): Calls {
  const { url, keys, businesses } = ready;
  const headers = { authorization: `Bearer ${keys.platformToken}`, 'content-type': 'application/json' };
  const call: Calls['call'] = async (method, path, body) => {
    const response = await request(url + path, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.body.text();
    if (response.statusCode >= 300) throw new Error(`${method} ${path} ${response.statusCode}: ${text}`);
    return text === '' ? {} : JSON.parse(text);
  };
  return {
    call,
    async savePayrolls(count) {
      const { id: personId } = await call('POST', '/v1/persons', { firstName: 'Adaeze' });
      const entries = [{ personId, salary: { amount: 250_000, currency: 'USD' } }];
      const body = { payrollDate: '2999-12-31', payPeriod, entries };
      const saved: SavedPayroll[] = [];
      for (let made = 0; made < count; made += 1) {
        const { payrollId } = await call('POST', '/v1/payrolls', { workerType: 'EMPLOYEE' });
        await call('POST', `/v1/payrolls/${payrollId}/save`, body);
        saved.push({ payrollId: String(payrollId), body });
      }
      return saved;
    },
    async advance(seconds) {
      await call('POST', `/_control/clocks/${businesses.platform.businessId}/advance`, { seconds });
    },
  };
}
