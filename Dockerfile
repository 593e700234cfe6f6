# docker build -t errata-ledger .
# docker run -p 8000:8000 -v errata-var:/srv/errata/var errata-ledger

FROM python:3.11-slim AS build
WORKDIR /src
COPY . .
# The package and everything it needs, as wheels.
RUN pip wheel --no-cache-dir --wheel-dir /wheels ".[postgres]"

FROM python:3.11-slim
# git is for the nightly export, which is published as a git repository.
RUN apt-get update \
    && apt-get install -y --no-install-recommends git \
    && rm -rf /var/lib/apt/lists/*
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    pip install --no-cache-dir --no-index --find-links /wheels "errata-ledger[postgres]"
RUN useradd --system --user-group --no-create-home errata \
    && install -d -o errata -g errata /srv/errata/var
USER errata
WORKDIR /srv/errata
ENV PYTHONUNBUFFERED=1
VOLUME /srv/errata/var
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ.get('ERRATA_PORT', '8000') + '/healthz', timeout=4)"]
# Every start brings the tables up to date and fills an empty ledger; then the command runs in place of the shell.
ENTRYPOINT ["/bin/sh", "-c", "errata db upgrade && errata load --if-empty && exec \"$@\"", "errata-ledger"]
CMD ["errata", "serve", "--host", "0.0.0.0"]
