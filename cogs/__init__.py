"""What people meet at Discord: commands, panels and the words of games, and below them the house that runs games."""
