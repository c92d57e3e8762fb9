/** Shorter names for the schemas of the contract. */
import type { components } from './schema';

type Schemas = components['schemas'];

export type Overview = Schemas['OverviewBody'];
export type Model = Schemas['ModelEntry'];
export type Prediction = Schemas['DashboardPrediction'];
export type PredictionDetail = Schemas['DashboardPredictionBody'];
export type Output = NonNullable<Prediction['outputs']>[number];
export type TimelineEvent = NonNullable<PredictionDetail['timeline']>[number];
export type StatementEntry = Schemas['StatementEntry'];
export type Quote = Schemas['QuoteBody'];
export type Spending = Schemas['SpendingBody'];
export type AdminPrediction = Schemas['AdminPrediction'];
export type AdminPredictionDetail = Schemas['AdminPredictionDetailBody'];

export type PredictionState = 'processing' | 'completed' | 'failed';
export type Modality = 'image' | 'video' | 'audio' | '3d';
