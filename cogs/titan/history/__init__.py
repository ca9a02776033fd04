"""What has happened in a game of Titan: looked up, told as a story, shown again and counted."""
