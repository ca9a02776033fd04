"""What the bot tells whoever runs it over HTTP: whether it is alive and ready, and figures."""
