/** Starts the receiver on port 3000, or one with a mistake: `node main.ts no-memory`. The secret is WEBHOOK_SECRET. */
import { createByHand, soundHabits } from './habits.ts';
import { type MistakeName, mistakes } from './mistakes.ts';
import { createReceiver } from './receiver.ts';

const { WEBHOOK_SECRET: secret, PORT: port = '3000' } = process.env;
const [name] = process.argv.slice(2);
const isMistake = (text: string): text is MistakeName => Object.hasOwn(mistakes, text);

if (secret === undefined) throw new Error('Set WEBHOOK_SECRET to the signing secret, such as whsec_…');
if (name !== undefined && !isMistake(name)) {
  throw new Error(`There is no mistake ${name}. There are ${Object.keys(mistakes).join(', ')}`);
}
const app =
  name === undefined
    ? createReceiver(secret.split(' '))
    : createByHand(secret, { ...soundHabits, ...mistakes[name].habits });
app.listen(Number(port), '127.0.0.1', () => {
  process.stdout.write(
    `A receiver ${name ?? 'as it should be'}: http://127.0.0.1:${port}/hooks, probe /effects\n`,
  );
});
