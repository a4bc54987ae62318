/** Codes that a schema refers to with `x-code-list`: countries of ISO 3166-1 (alpha-2) and currencies of ISO 4217 in use. */

const split = (codes: string): readonly string[] => codes.trim().split(/\s+/);

/** The plainest comes first, because counterexamples shrink towards it. */
export const countryCodes = split(`
  NG US GB DE CO
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC
  CD CF CG CH CI CK CL CM CN CR CU CV CW CX CY CZ DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GD GE GF GG
  GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN
  KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ
  NA NC NE NF NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH
  SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM UY UZ VA VC VE VG
  VI VN VU WF WS YE YT ZA ZM ZW
`);

export const currencyCodes = split(`
  USD NGN EUR GBP COP
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY CRC
  CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB FJD FKP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK
  JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK
  MXN MYR MZN NAD NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE
  SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX UYU UZS VES VND VUV WST XAF XCD XOF XPF YER
  ZAR ZMW
`);

/** Codes that responses may contain beside those in use: Kosovo has no code of its own yet, and a currency may be retired. */
const accepted = {
  'iso-3166-1-alpha-2': new Set([...countryCodes, 'XK']),
  'iso-4217': new Set([...currencyCodes, ...Intl.supportedValuesOf('currency')]),
} as const;

/** The name of a code list in the description. */
export type CodeList = keyof typeof accepted;

/** A regular expression that matches the codes of a list. */
export const codePattern = (list: CodeList): string => `^(${[...accepted[list]].sort().join('|')})$`;

export const isInCodeList = (list: CodeList, code: string): boolean => accepted[list].has(code);
