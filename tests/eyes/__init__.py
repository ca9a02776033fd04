"""What people read off the pictures at the size of a phone: questions with their answers, from positions drawn anew."""
