"""Pictures, from what a viewer may know. What the pictures of all games are made with stands here itself."""
