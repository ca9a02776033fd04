"""Pictures, drawn from what a viewer may know. The modules here serve all games; each game has a package below."""
