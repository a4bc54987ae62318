// The virtual clock: real time plus an offset that only grows, and the tasks that wait for a moment on it.
let offset = 0;
let timer;
const tasks = []; // sorted by moment
export const inFlight = new Set(); // promises of webhook attempts under way
export const nowMs = () => Date.now() + offset;
export const now = () => Math.floor(nowMs() / 1000);
export const today = () => new Date(nowMs()).toISOString().slice(0, 10);
export const DAY = 86_400_000;
export function at(moment, run) {
  let i = tasks.length;
  while (i > 0 && tasks[i - 1].moment > moment) i--;
  tasks.splice(i, 0, { moment, run });
  arm();
}
function arm() {
  clearTimeout(timer);
  if (tasks.length)
    timer = setTimeout(runDue, Math.min(Math.max(tasks[0].moment - nowMs(), 0), 2_000_000_000));
}
function runDue() {
  while (tasks.length && tasks[0].moment <= nowMs()) {
    try {
      tasks.shift().run();
    } catch (error) {
      console.error(error);
    }
  }
  arm();
}

// Runs due work and waits for the attempts that are then under way.
async function settleDue() {
  runDue();
  await Promise.allSettled([...inFlight]);
}

// Waits until nothing is under way (or, under constant traffic, for at most 50 rounds).
export async function idle() {
  for (let round = 0; round < 50; round++) {
    await settleDue();
    if (!inFlight.size) return;
  }
}
let turn = Promise.resolve();

// Moves forward moment by moment, so that everything due on the way happens at its own time and in order.
export function advance(seconds) {
  turn = turn.then(async () => {
    const target = nowMs() + seconds * 1000;
    await settleDue();
    while (tasks.length && tasks[0].moment <= target) {
      offset += Math.max(0, tasks[0].moment - nowMs());
      await settleDue();
    }
    offset += Math.max(0, target - nowMs());
    await settleDue();
  });
  return turn;
}
