"""What has happened in a skirmish: the log, the story, the replay and the counts."""
