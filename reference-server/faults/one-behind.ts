/** How faults show what was there before. */

/** Shows in each event what the one before it with the same key showed; every endpoint is told the same. */
export function oneBehind() {
  const latest = new Map<string, unknown>();
  const shown = new Map<string, unknown>();
  return (key: string, eventId: string, value: unknown): unknown => {
    if (!shown.has(eventId)) {
      shown.set(eventId, latest.get(key) ?? value);
      latest.set(key, value);
    }
    return shown.get(eventId);
  };
}
