"""Text with dumps, as logs and tools print them: finds the bytes in it."""
