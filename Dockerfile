# The patch version and the Debian release are fixed. To fix every byte, build with the digest of what you have checked:
# --build-arg BASE=python:3.13.11-slim-bookworm@sha256:...
ARG BASE=python:3.13.11-slim-bookworm
FROM ${BASE}

WORKDIR /app
# The bot alone: the local table, with its simulated Discord, is not for servers. For PostgreSQL, build with
# --build-arg LOCK=requirements-postgres.lock: the same, and the driver.
ARG LOCK=requirements.lock
COPY requirements.lock requirements-postgres.lock ./
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r ${LOCK} \
    && useradd --system --uid 10001 --no-create-home titan \
    && install -d -m 700 -o titan -g titan /data

COPY bot.py LICENSE ./
COPY cogs cogs
COPY docs/rules docs/rules
COPY engine engine
COPY migrations migrations
COPY render render

# Compiled once here, since the bot may not write beside its code.
RUN python -m compileall -q .

ENV DATABASE_URL=sqlite:////data/titan.db \
    PYTHONUNBUFFERED=1
USER titan
# Nothing else need be writable.
VOLUME /data
# SIGTERM, which `docker stop` sends, lets what runs finish.
# Without a token it stops and says so.
CMD ["python", "bot.py", "--online"]
