import { Command } from 'commander';

const TITLES: Record<string, string> = {
  'Usage:': 'Utilisation\u00a0:',
  'Arguments:': 'Arguments\u00a0:',
  'Options:': 'Options\u00a0:',
  'Commands:': 'Commandes\u00a0:',
};

export const program = new Command('guilde')
  .description(
    'Les commandes qui se lancent sur le serveur de Guilde, par exemple quand personne ne peut se connecter.',
  )
  .usage('<commande>')
  .configureHelp({ styleTitle: (title) => TITLES[title] ?? title })
  .helpOption('-h, --help', 'affiche cette aide')
  .helpCommand('help [commande]', 'affiche l’aide d’une commande')
  .configureOutput({ outputError: () => undefined })
  .exitOverride();

export function command(name: string, parent: Command = program): Command {
  return parent.command(name).helpOption('-h, --help', 'affiche cette aide').exitOverride();
}
