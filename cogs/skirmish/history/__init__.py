"""What has happened in a skirmish: looked up, told as a story, shown again and counted."""
