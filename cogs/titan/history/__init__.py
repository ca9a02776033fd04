"""What has happened in a game of Titan: the log, the story, the replay and the counts."""
