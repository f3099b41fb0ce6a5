# One image for `serve`, `worker` and `migrate`; docs/deployment.md says how to run it. `docker build -t lintel .`
# BASE needs npm and any Node that runs it; RUNTIME needs a C++ runtime and a shell. Node itself comes from
# package-lock.json, by its hash like every package, so the image runs on the version that the tests ran on.
# What is inside, and how large each part is: `npm run test:faults -- image`, docs/adr/0064.
ARG BASE=node:24-bookworm-slim
ARG RUNTIME=debian:bookworm-slim

FROM ${BASE} AS packages
WORKDIR /app
ENV NEXT_TELEMETRY_DISABLED=1
COPY package.json package-lock.json ./
COPY lab/package.json lab/
COPY packages/age/package.json packages/age/
COPY packages/document-reader/package.json packages/document-reader/
COPY packages/wallet-verifier/package.json packages/wallet-verifier/

FROM packages AS production
COPY deploy/image/slim.mjs deploy/image/slim.json deploy/image/
# Without the first step and --omit=peer, Prisma's command line and TypeScript would stay, as optional peers of
# production packages. No package needs its install script. What no process here reads goes: slim.json has the reasons.
RUN npm pkg delete devDependencies \
  && npm ci --omit=dev --omit=peer --workspace=packages --include-workspace-root --ignore-scripts --no-audit --no-fund \
  && node_modules/.bin/node deploy/image/slim.mjs

FROM packages AS build
RUN npm ci --workspace=packages --include-workspace-root --ignore-scripts --no-audit --no-fund
COPY . .
# Node reads source maps only with --enable-source-maps.
RUN npm run build && rm -rf .next/cache .next/diagnostics .next/trace* && find .next/server -name '*.map' -delete

FROM ${RUNTIME}
WORKDIR /app
ENV NODE_ENV=production NEXT_TELEMETRY_DISABLED=1 PATH=/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin
COPY --from=production /app/node_modules node_modules
COPY --from=build /app/.next .next
COPY --from=build /app/src src
# node_modules/@lintel leads here.
COPY packages packages
COPY package.json next.config.mjs LICENSE ./
COPY --from=build /app/public public
COPY prisma prisma
COPY scripts scripts
COPY deploy/image/lintel /usr/local/bin/lintel
# The only folder below /app that is ever written to; with a read-only root it needs a tmpfs, and so does /tmp.
RUN mkdir .next/cache && chown 10001:10001 .next/cache
# A number, so that Kubernetes can tell that it is not root.
USER 10001:10001
EXPOSE 3000
# For `serve`, and for those who wait for a new process in an upgrade (`docker compose up --wait`): whether it can do
# everything. What takes requests away asks /health/serving. Where this image runs `worker` or `migrate`, switch it off.
HEALTHCHECK --interval=10s --timeout=4s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/health/ready`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["/usr/local/bin/lintel"]
CMD ["serve"]
