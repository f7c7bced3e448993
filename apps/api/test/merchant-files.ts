import { gzipSync } from 'node:zlib';
import { strToU8, zipSync } from 'fflate';
import { letter, MAIN_TYPES, officeParts, openDocument, workbook, zip64 } from './zip-files.ts';

/** `as` is the name under which it is kept; a refused one has none, and `why` the kind of its refusal. */
export type MerchantFile = {
  tool: string;
  name: string;
  bytes: Uint8Array;
  as?: string;
  why?: string;
};

const utf8 = strToU8;
const marked = (text: string) => utf8(`\ufeff${text}`);
const windows = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));
const utf16Bare = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'));
const utf16Big = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le').swap16());

const taken = (tool: string, name: string, bytes: Uint8Array, as = name): MerchantFile => ({
  tool,
  name,
  bytes,
  as,
});
const refused = (tool: string, name: string, bytes: Uint8Array, why: string): MerchantFile => ({
  tool,
  name,
  bytes,
  why,
});

const PDF = `1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\nxref\n0 1\n0000000000 65535 f \ntrailer<</Root 1 0 R/Size 3>>\nstartxref\n99\n%%EOF\n`;
const MAIL =
  'Received: from mx.boutique.fr\r\nFrom: =?utf-8?Q?L=C3=A9a?= <lea@boutique.fr>\r\nSubject: Commande 1042\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n<html><p>Bonjour</p></html>\r\n';
const CARD = 'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Martin;Claire\r\nTEL:+33612345678\r\nEND:VCARD\r\n';
const FEED =
  '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>1</g:id><description><![CDATA[<p>Robe <svg xmlns="http://www.w3.org/2000/svg"/></p>]]></description></item></channel></rss>';
const SITEMAP =
  '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"><url><loc>https://boutique.fr/</loc><xhtml:link rel="alternate" hreflang="nl" href="https://boutique.fr/nl/"/></url></urlset>';
const compound = (name: string) =>
  new Uint8Array(
    Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600), Buffer.from(name, 'utf16le')]),
  );
const office = (main: string, part: string, others = {}) => zipSync(officeParts(main, part, others));
const streamed = (zip: Uint8Array) => zip64(zip);

/** Tables and texts, as they come from shops, banks, carriers, advertising and spreadsheets. */
const TEXTS: MerchantFile[] = [
  taken('Shopify, commandes', 'orders_export_1.csv', utf8('Name,Email,Total\n#1001,lea@boutique.fr,49.90\n')),
  taken(
    'Shopify, produits',
    'products_export.csv',
    utf8('Handle,Body (HTML),Tags\nrobe,"<p>Robe</p>",été\n'),
  ),
  taken(
    'WooCommerce, produits',
    'wc-product-export.csv',
    marked('ID,Type,SKU,Nom\n12,simple,R-1,Robe d’été\n'),
  ),
  taken('PrestaShop, gestionnaire SQL', 'request_sql_4.csv', utf8('"id_order";"total"\n"5";"12.00"\n')),
  taken('PrestaShop, modèle de titre', 'titres.csv', utf8('<Produit>;<Prix>\n"Robe";"12,00"\n')),
  taken(
    'Excel français, CSV',
    'tarifs.csv',
    windows('D\xe9signation;Prix\r\nT-shirt \xe9t\xe9;12,90 \x80\r\n'),
  ),
  taken('Excel français, CSV UTF-8', 'tarifs-utf8.csv', marked('Désignation;Prix\r\nT-shirt;12,90 €\r\n')),
  taken('Excel, Texte Unicode', 'Classeur1.txt', utf16('Désignation\tPrix\r\nT-shirt\t12,90 €\r\n')),
  taken('Excel pour Mac, CSV MS-DOS', 'stock.csv', windows('R\x82f;Qt\x82\rA1;3\r\x1a')),
  taken('Google Ads, rapport', 'Rapport campagnes.csv', utf16('Rapport\nCampagne\tCoût\nÉté\t12,40\n')),
  taken('Google Ads, Éditeur', 'editor.csv', utf16Big('Campaign\tBudget\nÉté\t10\n')),
  taken(
    'Meta, publicités',
    'Campagnes-Guilde.csv',
    marked('"Nom de la campagne","Montant dépensé (EUR)"\n"Été","120"\n'),
  ),
  taken('Un vieux script Windows', 'export-nuit.csv', utf16Bare('ref;stock\r\nA1;3\r\nA2;5\r\n')),
  taken('Amazon, inventaire', 'Inventory+Report.tsv', utf8('sku\tasin\tprice\nA1\tB000000001\t9.9\n')),
  taken('Amazon, remises', 'settlement.txt', utf8('settlement-id\tamount\n123\t4.5\n')),
  taken(
    'FileMaker, cellules sur plusieurs lignes',
    'clients.tab',
    utf8('Léa\t1 rue A\x0bParis\rMax\t2 rue B\x0bLyon\r'),
  ),
  taken(
    'Douchette, codes GS1',
    'scan.csv',
    utf8(`code\n${'0103400930000120172612311012345'.repeat(4)}\x1d21A1\n`),
  ),
  taken('Numbers, export CSV', 'Tableau 1-1.csv', utf8('Produit,Prix\nRobe,12\n')),
  taken('LibreOffice, CSV', 'Sans nom 1.csv', utf8('"Produit";"Prix"\n"Robe";12\n')),
  taken('Colissimo, bordereau', 'bordereau.csv', windows('N\xb0 de colis;Poids\r\n6A12345678901;1,2\r\n')),
  taken('La Poste, suivi', 'suivi.txt', windows('6A12345678901 Distribu\xe9\r\n')),
  taken('Mondial Relay, étiquettes', 'expeditions.CSV', utf8('A1;Martin;75001\n'), 'expeditions.csv'),
  taken(
    'Banque, relevé « Excel » qui est un texte',
    'releve.xls',
    windows('Date\tLibell\xe9\tD\xe9bit\r\n'),
    'releve.csv',
  ),
  taken(
    'Banque, OFX',
    'releve.ofx',
    utf8('OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><STMTTRN><TRNAMT>-12</OFX>\n'),
    'releve.ofx.txt',
  ),
  taken(
    'Comptabilité, FEC',
    '123456789FEC20251231.txt',
    windows('JournalCode|CompteNum|Debit\r\nVE|707000|0,00\r\n'),
  ),
  taken('Stripe, versements', 'payouts.csv', utf8('id,Amount\npo_1,12.00\n')),
  taken('Serveur, journal', 'error.log', utf8('[28-Nov-2026] PHP Fatal error: Uncaught in /var/www\n')),
  taken('Serveur, syslog', 'messages.log', utf8('<134>1 2026-11-28T09:00:00Z shop nginx - - - ok\n')),
  taken('Console en couleurs', 'build.log', utf8('\x1b[32mok\x1b[0m 12 tests\n')),
  taken('Shopify, thème', 'settings_data.json', utf8('{"current":{"color":"#fff"}}\n')),
  taken('Klaviyo, profils', 'profils.json', marked('[{"email":"lea@boutique.fr"}]')),
  taken('Outlook, agenda', 'rendez-vous.ics', utf8('BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n')),
  taken('iPhone, contact', 'Claire Martin.vcf', utf8(CARD)),
  taken('Outlook, contact', 'claire.vcf', windows('BEGIN:VCARD\r\nN:L\xe9a\r\nEND:VCARD\r\n')),
  taken('Thunderbird, mail', 'Commande 1042.eml', utf8(MAIL), 'Commande 1042.eml.txt'),
  taken('Un mail copié', 'réponse.txt', utf8('<lea@boutique.fr> a écrit :\n> Bonjour\n')),
  taken('Notes', 'notes.md', utf8('# Réunion\n\n- <3 la nouvelle fiche\n')),
];

const XML: MerchantFile[] = [
  taken('Google Shopping, flux sans prologue', 'flux.xml', utf8(FEED)),
  taken(
    'WooCommerce, flux',
    'google.xml',
    utf8(`<?xml version="1.0" encoding="UTF-8"?>\n<!-- fait par un module -->\n${FEED}`),
  ),
  taken(
    'PrestaShop, flux avec marque',
    'catalogue.xml',
    marked('<?xml version="1.0"?><products><p1/></products>'),
  ),
  taken(
    'Excel, XML 2003 nommé .xls',
    'export.xls',
    utf8(
      '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?>\n<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"><Worksheet/></Workbook>',
    ),
    'export.xml',
  ),
  taken(
    'Logiciel comptable, UTF-16',
    'ecritures.xml',
    utf16('<?xml version="1.0" encoding="utf-16"?><ecritures a="1 > 0"/>'),
  ),
  taken(
    'Ancien ERP, Windows-1252',
    'tarif.xml',
    windows('<?xml version="1.0" encoding="windows-1252"?><tarif><n>\xe9t\xe9</n></tarif>'),
  ),
  taken('Plan de site', 'sitemap.xml', utf8(SITEMAP)),
  taken(
    'Factur-X, facture seule',
    'factur-x.xml',
    utf8(
      '<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"><rsm:ID>1</rsm:ID></rsm:CrossIndustryInvoice>',
    ),
  ),
  taken(
    'Banque, SEPA',
    'prelevements.xml',
    utf8('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.02"/>'),
  ),
  taken('Un flux coupé', 'coupe.xml', utf8('<rss><channel><item>'), 'coupe.txt'),
  refused(
    'XML avec un DOCTYPE',
    'export.xml',
    utf8(
      '<?xml version="1.0"?><!DOCTYPE export [<!ENTITY e SYSTEM "file:///etc/passwd">]><export>&e;</export>',
    ),
    'unsure',
  ),
  refused(
    'Banque, relevé « Excel » qui est une page',
    'releve-html.xls',
    utf8('<table><tr><td>Date</td></tr></table>'),
    'page',
  ),
  refused(
    'WordPress, page enregistrée',
    'fiche.html',
    utf8('<!DOCTYPE html><html><body>Robe</body></html>'),
    'page',
  ),
  refused(
    'Illustrator, SVG',
    'logo.svg',
    utf8('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>'),
    'page',
  ),
  refused(
    'Word, XML 2003 avec macros',
    'lettre.xml',
    utf8(
      '<?xml version="1.0"?><w:wordDocument xmlns:w="http://schemas.microsoft.com/office/word/2003/wordml"><w:docSuppData/></w:wordDocument>',
    ),
    'macros',
  ),
];

const DOCUMENTS: MerchantFile[] = [
  taken('PDF', 'facture.pdf', utf8(`%PDF-1.7\n${PDF}`)),
  taken('PDF, ligne vide devant (module PHP)', 'facture-php.pdf', utf8(`\r\n%PDF-1.4\n${PDF}`)),
  taken('PDF, marque UTF-8 devant', 'facture-bom.pdf', marked(`%PDF-1.4\n${PDF}`)),
  taken('PDF, en-tête d’imprimante devant', 'etiquette.pdf', utf8(`\x1b%-12345X@PJL\n%PDF-1.4\n${PDF}`)),
  taken('Excel', 'stock.xlsx', workbook()),
  taken('Excel en ligne, zip64', 'stock-web.xlsx', streamed(workbook())),
  taken('Apache POI, SXSSF', 'export-poi.xlsx', streamed(office(MAIN_TYPES.workbook, 'xl/workbook.xml'))),
  taken(
    'Vieux composant .NET, barres inverses',
    'export-net.xlsx',
    office(MAIN_TYPES.workbook, 'xl\\workbook.xml'),
  ),
  taken(
    'Générateur à d’autres noms de parties',
    'rapport.xlsx',
    office(MAIN_TYPES.workbook, 'xl/workbook2.xml'),
  ),
  taken(
    'Excel, commentaire de zip',
    'signe.xlsx',
    zipSync(officeParts(MAIN_TYPES.workbook, 'xl/workbook.xml'), { comment: 'fait par un module' }),
  ),
  taken('Word', 'contrat.docx', letter()),
  taken('Word en ligne', 'contrat-web.docx', office(MAIN_TYPES.letter, 'word/document2.xml')),
  taken('PowerPoint', 'offre.pptx', office(MAIN_TYPES.slides, 'ppt/presentation.xml')),
  taken('LibreOffice, tableur', 'marges.ods', openDocument('spreadsheet')),
  taken('LibreOffice, texte', 'courrier.odt', openDocument('text')),
  taken('LibreOffice, présentation', 'bilan.odp', openDocument('presentation')),
  taken('Nom sans terminaison', 'stock', workbook(), 'stock.xlsx'),
  refused(
    'Excel, macros',
    'outil.xlsm',
    office(MAIN_TYPES.macroWorkbook, 'xl/workbook.xml', { 'xl/vbaProject.bin': utf8('x') }),
    'macros',
  ),
  refused(
    'Excel, macros derrière zip64',
    'outil64.xlsx',
    streamed(office(MAIN_TYPES.macroWorkbook, 'xl/workbook.xml', { 'xl/vbaProject.bin': utf8('x') })),
    'macros',
  ),
  refused(
    'LibreOffice, macros',
    'macros.ods',
    openDocument('spreadsheet', { 'Basic/Standard/Module1.xml': utf8('<x/>') }),
    'macros',
  ),
  refused('Excel binaire', 'gros.xlsb', office(MAIN_TYPES.binaryWorkbook, 'xl/workbook.bin'), 'oldOffice'),
  refused('Excel 97-2003', 'ancien.xls', compound('Workbook'), 'oldOffice'),
  refused('Word 97-2003', 'ancien.doc', compound('WordDocument'), 'oldOffice'),
  refused('Excel, mot de passe', 'paie.xlsx', compound('EncryptedPackage'), 'locked'),
  refused('Outlook, mail', 'mail.msg', compound('__substg1.0_0037001F'), 'mail'),
  refused('Numbers', 'budget.numbers', zipSync({ 'Index/Document.iwa': utf8('x') }), 'apple'),
  refused('Excel, envoi coupé', 'coupe.xlsx', workbook().slice(0, -40), 'damaged'),
];

const OTHERS: MerchantFile[] = [
  refused('Archive ZIP', 'photos.zip', zipSync({ 'a.jpg': utf8('x') }), 'archive'),
  refused('Archive GZIP', 'base.sql.gz', gzipSync('create table a'), 'archive'),
  refused(
    'Vidéo',
    'IMG_0001.MOV',
    new Uint8Array([0, 0, 0, 20, ...utf8('ftypqt  '), ...new Uint8Array(40)]),
    'video',
  ),
  refused('Programme', 'setup.exe', windows('MZ\x90\0\x03\0\0\0'), 'program'),
  refused('Script', 'cron.sh', utf8('#!/bin/sh\nphp export.php\n'), 'program'),
  refused('Sauvegarde chiffrée', 'sauvegarde.bin', new Uint8Array(500), 'other'),
];

export const MERCHANT_FILES: MerchantFile[] = [...TEXTS, ...XML, ...DOCUMENTS, ...OTHERS];
