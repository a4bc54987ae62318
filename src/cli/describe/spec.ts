/** `conformance spec`: the OpenAPI description. */
import { writeFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import { stringify } from 'yaml';
import { documentedPart } from '../../../openapi/documented.ts';
import bundled from '../../../openapi/generated/openapi.json' with { type: 'json' };
import { portableForm } from '../../../openapi/portable.ts';
import { refuse } from '../../config/refuse.ts';
import { type ExitCode, exitCodes, type Finish } from '../exit-codes.ts';
import { teach } from '../options.ts';

const formats = ['yaml', 'json'] as const;

interface Options {
  readonly documented?: true;
  readonly arazzo?: true;
  readonly control?: true;
  readonly format?: (typeof formats)[number];
  readonly webhooks: boolean;
  readonly out?: string;
}

function write(file: string, text: string): void {
  try {
    writeFileSync(file, text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw refuse(`${file}: cannot be written: ${reason}`, cause);
  }
}

async function documentFor(options: Options): Promise<object> {
  const { documented, arazzo, control, webhooks } = options;
  if (arazzo) return (await import('../../workflows/arazzo.ts')).arazzoDocument(bundled.info.version);
  if (control)
    return (await import('../../../openapi/generated/control.json', { with: { type: 'json' } })).default;
  return portableForm(documented ? documentedPart(bundled) : bundled, { keepsWebhooks: webhooks });
}

async function spec(options: Options): Promise<ExitCode> {
  const { out, format = out?.endsWith('.json') ? 'json' : 'yaml' } = options;
  const description = await documentFor(options);
  const text =
    format === 'json'
      ? `${JSON.stringify(description, null, 2)}\n`
      : stringify(description, { aliasDuplicateObjects: false, lineWidth: 0 });
  if (out === undefined) process.stdout.write(text);
  else write(out, text);
  return exitCodes.success;
}

export function specCommand(finish: Finish): Command {
  const command = new Command('spec')
    .description('Prints the OpenAPI 3.1 description of the interface document as one file.')
    .option('--documented', 'leave out everything that is marked as assumed because the document is silent')
    .option(
      '--no-webhooks',
      'leave out the webhooks, for generators that cannot read them; keeps the schemas of the events',
    )
    .addOption(
      new Option(
        '--arazzo',
        'print Arazzo 1.1 workflows, such as a payroll from saved to completed',
      ).conflicts(['documented', 'control']),
    )
    .addOption(
      new Option(
        '--control',
        'print the description of the control plane of the reference server, which the workflows use to move clocks',
      ).conflicts('documented'),
    )
    .addOption(
      new Option('--format <name>', 'output format (default: by the extension of --out, else yaml)').choices(
        formats,
      ),
    )
    .option('--out <file>', 'write to this file instead of standard output')
    .action(async (options: Options) => finish(await spec(options)));
  return teach(
    command,
    `
Examples:
  conformance spec --out openapi.yaml
  conformance spec --documented --format json
  conformance spec --arazzo > service.arazzo.yaml
  conformance spec --no-webhooks --out openapi.yaml

Exit codes: 0, or 2 on wrong usage.`,
  );
}
