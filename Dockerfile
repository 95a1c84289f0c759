# Builds a single program. The database engine and the client's files are embedded in it.
FROM rust:1.95-slim-bookworm AS build
WORKDIR /senda
# The certificate authorities that the server trusts when it sends notifications over https.
RUN apt-get update && apt-get install --yes --no-install-recommends ca-certificates && rm -rf /var/lib/apt/lists/*
COPY Cargo.toml Cargo.lock ./
COPY .cargo .cargo
COPY docs docs
COPY migrations migrations
COPY server server
COPY web/client web/client
# The commit, for the log and the metrics: --build-arg GIT_COMMIT=$(git rev-parse --short=12 HEAD).
ARG GIT_COMMIT
# The image also gets the shared libraries that the program is linked to, and a data folder that any
# user may write to, so that `--user` works with a new volume.
RUN cargo build --profile published --locked --package senda --bin senda \
    && mkdir /image \
    && mkdir --mode=777 /image/data \
    && cp target/published/senda /image/senda \
    && cp --parents --dereference /etc/ssl/certs/ca-certificates.crt /image \
    && cp --parents --dereference $(ldd /image/senda | grep -o '/[^ ]*') /image

# The final image contains nothing else: no shell, no package manager, and no root user.
FROM scratch
COPY --from=build /image /
ENV SENDA_LISTEN=0.0.0.0:8080 SENDA_DATA=/data
USER 65532:65532
VOLUME ["/data"]
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s --retries=3 CMD ["/senda", "healthcheck"]
ENTRYPOINT ["/senda"]
