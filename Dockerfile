FROM python:3.13-slim

WORKDIR /app
COPY requirements.lock .
RUN pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.lock \
    && useradd --system --uid 10001 --no-create-home titan \
    && install -d -o titan -g titan /data

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
VOLUME /data
# SIGTERM, which `docker stop` sends, lets what runs finish.
# Without a token it would be a local table, on the database of the bot.
CMD ["python", "bot.py", "--online"]
