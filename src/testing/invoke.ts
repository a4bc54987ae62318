/** Runs the command line in this process, which takes milliseconds instead of half a second. */
import { createProgram } from '../../bin/program.ts';
import { reportError } from '../cli/exit-codes.ts';

/** Captures the text written to a stream until it is disposed of. */
function capture(stream: NodeJS.WriteStream): Disposable & { text: string } {
  const { write } = stream;
  const captured = {
    text: '',
    [Symbol.dispose]: () => void Object.assign(stream, { write }),
  };
  const take = (chunk: string | Uint8Array) => {
    captured.text += Buffer.from(chunk).toString();
    return true;
  };
  Object.assign(stream, { write: take });
  return captured;
}

/** What a process of a test does not take over: settings of the suite, and what tells that it is a CI job. */
export const isLeftOut = (variable: string): boolean =>
  /^(CONFORMANCE_|GITHUB_|FORCE_COLOR)|^(CI|BUILD_NUMBER|TF_BUILD)$/.test(variable);

function withVariables(variables: Readonly<Record<string, string>>): Disposable {
  const before = { ...process.env };
  for (const name of Object.keys(process.env)) if (isLeftOut(name)) delete process.env[name];
  Object.assign(process.env, { NO_COLOR: '1' }, variables);
  return {
    [Symbol.dispose]() {
      for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
      Object.assign(process.env, before);
    },
  };
}

function within(folder: string): Disposable {
  const before = process.cwd();
  process.chdir(folder);
  return { [Symbol.dispose]: () => process.chdir(before) };
}

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

let last: Promise<unknown> = Promise.resolve();

/** Runs one command at a time, because folder, variables and streams belong to the process. */
export function invoke(
  args: readonly string[],
  folder: string,
  variables: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const ended = last.then(() => perform(args, folder, variables));
  last = ended.catch(() => undefined);
  return ended;
}

async function perform(
  args: readonly string[],
  folder: string,
  variables: Readonly<Record<string, string>>,
): Promise<Ended> {
  using _folder = within(folder);
  using _variables = withVariables(variables);
  using stdout = capture(process.stdout);
  using stderr = capture(process.stderr);
  let code: number | null = 0;
  try {
    const program = await createProgram((given) => {
      code = given;
    }, args);
    await program.parseAsync([...args], { from: 'user' });
  } catch (error) {
    code = reportError(error);
  }
  return { code, stdout: stdout.text, stderr: stderr.text };
}
