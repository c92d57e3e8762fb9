import { bodyOf, Field, listBodyOf } from '../../platform/http/index.js';
import { shownTo } from '../entry-fields.dto.js';
import { PLAN_FIELDS, type ShownPlan } from '../plan-fields.js';
import { PlanPrice } from '../plans.dto.js';
import { changesOf, LiveEntry } from './live-entry.dto.js';

export class UpdatePlanDto extends changesOf(PLAN_FIELDS) {}

class LivePlan extends LiveEntry {
  @Field({ example: 'pro' }) key!: string;
  @Field('Whether new accounts get it.')
  isDefault!: boolean;
}

const AdminPlan = shownTo<LivePlan & ShownPlan>('admin', PLAN_FIELDS, PlanPrice, LivePlan);
export class AdminCataloguePlan extends AdminPlan {}

export class AdminCataloguePlanBody extends bodyOf(AdminCataloguePlan) {}

export class AdminCataloguePlansBody extends listBodyOf(AdminCataloguePlan, 'In the order of the file.') {}
