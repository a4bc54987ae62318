/** When a business was last used. Not there for one that was not used since its server looks. */
export interface UseRecord {
  /** That of the business. */
  readonly id: string;
  /** Unix milliseconds of real time, whatever the clock of the business shows. */
  readonly usedAt: number;
}
