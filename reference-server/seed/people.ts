/** The workers of the businesses of the seed data. */
import type { Schemas } from '../state/schemas.ts';

interface Worker {
  readonly person: Schemas['PersonInput'];
  /** Gross pay of a month in USD. */
  readonly salary: number;
  readonly job?: Schemas['JobDetailsInput'];
}

export const adaeze = {
  person: {
    firstName: 'Adaeze',
    lastName: 'Okafor',
    email: 'adaeze.okafor@example.com',
    type: 'EMPLOYEE',
    phoneNumber: { countryCode: '+234', number: '8031234567' },
    address: {
      countryCode: 'NG',
      line1: '14 Marina Road',
      line2: 'Floor 3',
      city: 'Lagos',
      postalCode: '101241',
      state: 'Lagos',
    },
  },
  salary: 4_200,
  job: {
    startDate: '2025-01-06',
    employeeNumber: 'E-0042',
    title: 'Operations analyst',
    department: 'Operations',
  },
} as const satisfies Worker;

export const hannah = {
  person: {
    firstName: 'Hannah',
    lastName: 'Clarke',
    email: 'hannah.clarke@example.com',
    type: 'EMPLOYEE',
    phoneNumber: { countryCode: '+44', number: '7700900123' },
    address: {
      countryCode: 'GB',
      line1: '8 Quay Street',
      line2: '',
      city: 'Bristol',
      postalCode: 'BS1 4DB',
      state: 'England',
    },
  },
  salary: 6_100,
  job: {
    startDate: '2024-09-02',
    employeeNumber: 'E-0017',
    title: 'Finance lead',
    department: 'Finance',
  },
} as const satisfies Worker;

export const mateo = {
  person: {
    firstName: 'Mateo',
    lastName: 'Rojas',
    email: 'mateo.rojas@example.com',
    type: 'CONTRACTOR',
    contractorType: 'INDIVIDUAL',
    phoneNumber: { countryCode: '+57', number: '3005550123' },
    address: {
      countryCode: 'CO',
      line1: 'Carrera 7 72-13',
      line2: '',
      city: 'Bogota',
      postalCode: '110221',
      state: 'Bogota',
    },
  },
  salary: 3_500,
} as const satisfies Worker;

export const wanjiru = {
  person: {
    firstName: 'Wanjiru',
    lastName: 'Kamau',
    email: 'wanjiru.kamau@example.com',
    type: 'EMPLOYEE',
    phoneNumber: { countryCode: '+254', number: '712345678' },
    address: {
      countryCode: 'KE',
      line1: '21 Ngong Road',
      line2: '',
      city: 'Nairobi',
      postalCode: '00100',
      state: 'Nairobi',
    },
  },
  salary: 2_900,
  job: {
    startDate: '2025-06-16',
    employeeNumber: 'H-0003',
    title: 'Support engineer',
    department: 'Support',
  },
} as const satisfies Worker;

export const sofia = {
  person: {
    firstName: 'Sofia',
    lastName: 'Marino',
    email: 'sofia.marino@example.com',
    type: 'CONTRACTOR',
    contractorType: 'INDIVIDUAL',
    phoneNumber: { countryCode: '+1', number: '4155550132' },
    address: {
      countryCode: 'US',
      line1: '500 Harbor Way',
      line2: 'Suite 12',
      city: 'Oakland',
      postalCode: '94607',
      state: 'CA',
    },
  },
  salary: 5_000,
} as const satisfies Worker;
