import type { Schemas } from '../../schemas.ts';

type Filing = Schemas['Filing'];
type Remittance = Schemas['Remittance'];
type Requirement = Schemas['ComplianceRequirement'];

export interface FilingRecord {
  readonly id: string;
  readonly businessId: string;
  /** `requirementIds` are those that are not satisfied yet. */
  readonly filing: Filing &
    Required<Pick<Filing, 'id' | 'status' | 'name' | 'dueDate' | 'requirementIds' | 'createdTimestamp'>>;
}

export interface RemittanceRecord {
  readonly id: string;
  readonly businessId: string;
  readonly remittance: Remittance & Required<Pick<Remittance, 'id' | 'status' | 'amount'>>;
  /** Unix seconds at which it goes on by itself; absent at its end. */
  readonly movesAt?: number;
}

export interface RequirementRecord {
  readonly id: string;
  readonly businessId: string;
  readonly requirement: Requirement &
    Required<Pick<Requirement, 'id' | 'status' | 'description' | 'resourceType' | 'resourceId'>>;
  /** What satisfied it; stored and never read. */
  readonly satisfaction?: Schemas['ComplianceRequirementSatisfaction'];
}

export type FilingState = Schemas['FilingState'];
export type RemittanceState = Schemas['RemittanceState'];
