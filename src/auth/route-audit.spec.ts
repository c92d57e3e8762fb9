import { Controller, Get, type INestApplication, Module, Post, type Type } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Test } from '@nestjs/testing';
import { ApiKeyRoute, DashboardRoute, PublicRoute } from '../platform/http/index.js';
import { DeclaredRoutes } from './declared-routes.js';
import { RouteAudit } from './route-audit.js';

@Controller('api/declared')
@DashboardRoute()
class DeclaredController {
  @Get()
  list(): void {}

  @Post(':id')
  @PublicRoute()
  create(): void {}

  notARoute(): void {}
}

@Controller('api/forgotten')
class ForgottenController {
  @Get('fine')
  @ApiKeyRoute(['read'])
  fine(): void {}

  @Post(':id/open')
  open(): void {}
}

async function start(...controllers: Type[]): Promise<INestApplication> {
  @Module({ imports: [DiscoveryModule], controllers, providers: [DeclaredRoutes, RouteAudit] })
  class TestModule {}
  const testing = await Test.createTestingModule({ imports: [TestModule] }).compile();
  return testing.createNestApplication({ logger: false }).init();
}

describe('RouteAudit', () => {
  it('starts an application whose routes all declare their access, on the method or the class', async () => {
    const app = await start(DeclaredController);
    await app.close();
  });

  it('fails the start for a route that declares nothing, and names it', async () => {
    const starting = start(DeclaredController, ForgottenController);
    await expect(starting).rejects.toThrow('ForgottenController.open (POST /api/forgotten/:id/open)');
    await expect(starting).rejects.not.toThrow('fine');
  });
});
