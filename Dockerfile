# Recado as a container image: `docker build -t recado .`, then deploy/compose.yaml.
FROM node:22-bookworm-slim AS build
WORKDIR /app
COPY . .
# Installs what package-lock.json names and builds src and studio into dist.
RUN node bin/set-up.js && npm prune --omit=dev

FROM node:22-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4600 RECADO_DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/bin ./bin
COPY --from=build /app/dist ./dist
# The operator reads the pages of its own version.
COPY --from=build /app/docs ./docs
COPY --from=build /app/node_modules ./node_modules
# PostgreSQL's own programs refuse to run as root, and Recado needs no right of it.
RUN install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 4600
HEALTHCHECK --interval=10s --timeout=5s --start-period=30s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:'+process.env.PORT+'/readyz').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"]
ENTRYPOINT ["node", "--no-regexp-tier-up", "bin/recado.js"]
CMD ["start"]
