/** The parts of action.yml that are options of a run: its inputs, the variables of its step, and the lines that pass them on. */
import { longName, type OptionName, optionNames, optionTable } from '../../src/config/run-options.ts';

const begin = '# <options of the run, written by npm run generate from src/config/run-options.ts>';
const end = '# <end of the options>';

const names = optionNames.filter((name) => optionTable[name].action !== undefined);

const variableOf = (name: OptionName) => longName(name).toUpperCase().replaceAll('-', '_');

/** A text that is no plain one in YAML gets quotes. */
const quoted = (text: string) => (/: |#/.test(text) ? JSON.stringify(text) : text);

const inputOf = (name: OptionName): readonly string[] => [
  `${longName(name)}:`,
  `  description: ${quoted(optionTable[name].action ?? '')}`,
  `  default: '${optionTable[name].value === undefined ? 'false' : ''}'`,
];

/** How the script passes an input on. */
function argumentsOf(name: OptionName): readonly string[] {
  const [flag, variable, { value }] = [`--${longName(name)}`, variableOf(name), optionTable[name]];
  if (value === undefined) return [`if [ "$${variable}" = true ]; then arguments+=(${flag}); fi`];
  if (value.form.type !== 'words') return [`given ${flag} "$${variable}"`];
  return [
    `read -ra words <<< "$${variable}"`,
    `if [ "\${#words[@]}" -gt 0 ]; then arguments+=(${flag} "\${words[@]}"); fi`,
  ];
}

/**
 * Fills the three places of action.yml that the options of a run have, in their order.
 *
 * @throws Error when it does not have three
 */
export function withActionInputs(action: string): string {
  const parts = [
    names.flatMap(inputOf),
    names.map((name) => `${variableOf(name)}: \${{ inputs.${longName(name)} }}`),
    names.flatMap(argumentsOf),
  ];
  const [head = '', ...places] = action.split(begin);
  if (places.length !== parts.length) throw new Error(`action.yml must have ${parts.length} places ${begin}`);
  return places.reduce((filled, place, index) => {
    const indent = /[^\n]*$/.exec(filled)?.[0] ?? '';
    const [, after = ''] = place.split(end);
    return `${filled}${[begin, ...(parts[index] ?? []), end].join(`\n${indent}`)}${after}`;
  }, head);
}
