"""What people meet on Discord: commands, panels and the words of games. Below these: the house, which runs games."""
