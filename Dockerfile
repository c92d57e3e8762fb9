# The service in an image: compiled sources, the built dashboard and manual, production packages, ffmpeg. It runs as `node`, keeps everything below
# /data, and needs nothing else than DATABASE_URL; without it, it starts its own PostgreSQL below /data.
ARG NODE_VERSION=22

FROM node:${NODE_VERSION}-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY dashboard/package.json ./dashboard/
COPY packages/embedded-postgres/package.json ./packages/embedded-postgres/
COPY packages/engines/package.json ./packages/engines/
COPY packages/media/package.json ./packages/media/
COPY packages/moderation/package.json ./packages/moderation/
COPY packages/openai-front/package.json ./packages/openai-front/
COPY packages/postgres/package.json ./packages/postgres/
COPY packages/procedural-engine/package.json ./packages/procedural-engine/
COPY packages/redis-limits/package.json ./packages/redis-limits/
COPY packages/request-log/package.json ./packages/request-log/
COPY packages/s3-storage/package.json ./packages/s3-storage/
COPY packages/smtp-mailer/package.json ./packages/smtp-mailer/
COPY packages/stripe-billing/package.json ./packages/stripe-billing/
COPY packages/telemetry/package.json ./packages/telemetry/
RUN npm ci
COPY .oxfmtrc.json .swcrc nest-cli.json tsconfig.json tsconfig.build.json ./
COPY scripts ./scripts
COPY dashboard ./dashboard
COPY packages ./packages
COPY src ./src
COPY catalogue ./catalogue
# What the manual is made of.
COPY README.md ARCHITECTURE.md CHANGELOG.md CONTRIBUTING.md SECURITY.md openapi.json ./
COPY docs ./docs
COPY clients ./clients
COPY deploy ./deploy
COPY examples ./examples
RUN npm run build

FROM node:${NODE_VERSION}-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY dashboard/package.json ./dashboard/
COPY packages/embedded-postgres/package.json ./packages/embedded-postgres/
COPY packages/engines/package.json ./packages/engines/
COPY packages/media/package.json ./packages/media/
COPY packages/moderation/package.json ./packages/moderation/
COPY packages/openai-front/package.json ./packages/openai-front/
COPY packages/postgres/package.json ./packages/postgres/
COPY packages/procedural-engine/package.json ./packages/procedural-engine/
COPY packages/redis-limits/package.json ./packages/redis-limits/
COPY packages/request-log/package.json ./packages/request-log/
COPY packages/s3-storage/package.json ./packages/s3-storage/
COPY packages/smtp-mailer/package.json ./packages/smtp-mailer/
COPY packages/stripe-billing/package.json ./packages/stripe-billing/
COPY packages/telemetry/package.json ./packages/telemetry/
RUN npm ci --omit=dev
# A service reads neither source maps nor declarations, a third of the bytes of the packages.
RUN find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM node:${NODE_VERSION}-slim
# Debian's ffmpeg gets security fixes. It enlarges videos that the built-in engine did not make.
RUN apt-get update \
  && apt-get install -y --no-install-recommends ffmpeg \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node /data
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# Links in node_modules point here, and extensions import `offprint` (scripts/link-self.mjs in a checkout).
COPY --from=build /app/packages ./packages
RUN ln -s /app ./node_modules/offprint
COPY --from=build /app/dashboard/dist ./dashboard/dist
COPY --from=build /app/docs/.vitepress/dist ./docs/.vitepress/dist
COPY package.json LICENSE ./
COPY catalogue ./catalogue
# The operator's commands: docker compose exec api npm run ledger:verify
COPY scripts/cli.mjs scripts/build-first.mjs ./scripts/
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
USER node
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]
