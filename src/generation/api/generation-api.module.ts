import { Module } from '@nestjs/common';
import { AdmissionModule } from '../../admission/index.js';
import { UploadsModule } from '../../assets/index.js';
import { CreditsModule } from '../../credits/index.js';
import { PredictionsModule } from '../predictions.module.js';
import { GenerationController } from './generation.controller.js';
import { GenerationService } from './generation.service.js';
import { InputFiles } from './input-files.js';
import { LongPolls } from './long-polls.js';
import { ModelScope } from './model-scope.js';
import { PredictionPresenter } from './prediction.presenter.js';
import { PredictionResponses } from './prediction-responses.js';
import { PredictionStatusService } from './prediction-status.service.js';

/** The API of predictions, in processes with the role `api`. */
@Module({
  imports: [AdmissionModule, CreditsModule, PredictionsModule, UploadsModule],
  controllers: [GenerationController],
  providers: [
    GenerationService,
    InputFiles,
    LongPolls,
    ModelScope,
    PredictionPresenter,
    PredictionStatusService,
    PredictionResponses,
  ],
  exports: [GenerationService, PredictionPresenter, PredictionStatusService, PredictionResponses],
})
export class GenerationApiModule {}
