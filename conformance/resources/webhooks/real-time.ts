/** Deliveries are judged at the end of a step, which takes no longer than this. */
const slackSeconds = 300;

/** Whether a timestamp is about now: a server whose clocks can be moved may send its webhooks with the real time (interpretation 310). */
export const isRealTime = (seconds: unknown): boolean =>
  Math.abs(Number(seconds) - Date.now() / 1_000) <= slackSeconds;
