/** Clocks of the server and of this machine may differ a little. */
const slackSeconds = 5;

/**
 * Whether a timestamp is the real time of a delivery: a server whose clocks can be moved may send its webhooks with it (interpretation 310).
 *
 * @param receivedAt Unix seconds
 */
export const isRealTime = (timestamp: unknown, receivedAt: number): boolean =>
  Math.abs(Number(timestamp) - receivedAt) <= slackSeconds;
