import { IsNotEmpty, IsOptional, IsString, Matches, MaxLength } from 'class-validator';

export class GenerateDto {
  @IsString()
  modelKey!: string;

  @IsString()
  @IsNotEmpty()
  @MaxLength(4000)
  prompt!: string;

  @IsOptional()
  @Matches(/^\d+:\d+$/)
  aspectRatio?: string;
}
