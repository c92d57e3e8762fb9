# The service in an image: its bundle, the extensions, what both load of packages, the built dashboard and manual, ffmpeg. It runs as
# `node`, keeps everything below /data, and needs nothing else than DATABASE_URL; without it, it starts its own PostgreSQL below /data.
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
COPY .oxfmtrc.json .swcrc nest-cli.json tsconfig.json tsconfig.build.json LICENSE ./
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
RUN npm run build && node scripts/image-files.mjs /image

# Without ffmpeg and PostgreSQL, for a database of yours: `docker build --target slim .`
FROM node:${NODE_VERSION}-slim AS slim
RUN install -d -o node -g node /data
WORKDIR /app
COPY --from=build /image/app ./
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data
EXPOSE 3000
USER node
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]

# Debian's ffmpeg gets security fixes. It enlarges videos that the built-in engine did not make.
FROM node:${NODE_VERSION}-slim AS ffmpeg
COPY scripts/image-ffmpeg.sh ./
RUN sh image-ffmpeg.sh /image

FROM slim
COPY --from=ffmpeg /image /
COPY --from=build /image/postgres ./
